/**
 * HTML source to a tree with source offsets (parse5, the HTML standard's own algorithm).
 *
 * Offsets are UTF-16 units of the decoded source. Nesting is bounded while parsing: the algorithm looks through all
 * open elements for most tags, so that a page of nested tags alone takes quadratic time.
 */
import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from "parse5";
import { FailureError } from "../../base/failure.ts";
import type { Limits } from "../../base/limits.ts";

export type TreeNode = DefaultTreeAdapterTypes.ChildNode;
export type TreeParent = DefaultTreeAdapterTypes.ParentNode;
export type TreeElement = DefaultTreeAdapterTypes.Element;
export type TreeText = DefaultTreeAdapterTypes.TextNode;

export interface HtmlTree {
  readonly root: DefaultTreeAdapterTypes.Document;
  /** Written as XML, where a CDATA section is text. */
  readonly xhtml: boolean;
  readonly elements: number;
  /** Most elements open at once. */
  readonly depth: number;
}

export const isElement = (node: TreeNode): node is TreeElement => "tagName" in node;
export const isText = (node: TreeNode): node is TreeText => node.nodeName === "#text";

/** The text of a CDATA section, which the HTML algorithm takes for a comment; it ends at the first `>` inside. */
export function cdataOf(node: TreeNode): string | undefined {
  if (node.nodeName !== "#comment") return undefined;
  const { data } = node as DefaultTreeAdapterTypes.CommentNode;
  return data.startsWith(CDATA) ? data.slice(CDATA.length).replace(/\]\]$/, "") : undefined;
}
const CDATA = "[CDATA[";

export const attributeOf = (element: TreeElement, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

/** Throws {@link FailureError} (`extract/limit-exceeded`) for nesting bombs. */
export function parseHtml(source: string, limits: Limits): HtmlTree {
  const most = limits.htmlDepth;
  let open = 0;
  let depth = 0;
  let elements = 0;
  const treeAdapter = {
    ...defaultTreeAdapter,
    createElement: (...made: Parameters<typeof defaultTreeAdapter.createElement>) => {
      elements++;
      return defaultTreeAdapter.createElement(...made);
    },
    onItemPush: () => {
      open++;
      if (open > depth) depth = open;
      if (open > most)
        throw new FailureError("extract/limit-exceeded", { limit: most, got: open, unit: "nested elements" });
    },
    onItemPop: () => {
      open--;
    },
  };
  const xhtml = isXhtml(source);
  const root = parse(xhtml ? withoutEmptyRawElements(source) : source, {
    sourceCodeLocationInfo: true,
    treeAdapter,
  });
  return { root, xhtml, elements, depth };
}

const isXhtml = (source: string): boolean =>
  /^\s*<\?xml\s/.test(source) ||
  /<html[^>]{0,1000}\sxmlns=["']http:\/\/www\.w3\.org\/1999\/xhtml/.test(source.slice(0, 4096));

/**
 * In XHTML `<script src="a.js"/>` is complete; read as HTML it would swallow the rest of the page. Its name is changed
 * to one of the same length that means nothing, so that offsets stay.
 */
function withoutEmptyRawElements(source: string): string {
  return source.replace(
    /<(script|style|title|textarea|iframe|noscript|noembed|noframes|xmp|select|object|canvas)(?=[\s/])([^<>]{0,2000}\/>)/gi,
    (_whole, name: string, rest: string) => `<${name.slice(0, -1)}-${rest}`,
  );
}
