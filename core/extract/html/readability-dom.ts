/**
 * A DOM for Readability, built from the parse5 tree, that remembers which node came from where.
 *
 * Readability moves and renames elements but keeps text nodes, except that between attempts it restores its page with
 * `page.innerHTML = saved`. That property is redefined on the body to save and restore clones that keep their origin.
 * This leans on how version 0.6.0 works; the share of mapped text is checked on every page (main-content.ts).
 */
import { parseHTML } from "linkedom";
import { isElement, isText, type TreeElement, type TreeNode, type TreeParent } from "./html-tree.ts";

/** The part of the DOM used here; its own types would need the browser's library. */
export interface DomNode {
  readonly nodeType: number;
  readonly childNodes: ArrayLike<DomNode>;
  readonly firstChild: DomNode | null;
  readonly data?: string;
  appendChild(child: DomNode): unknown;
  removeChild(child: DomNode): unknown;
  cloneNode(deep: boolean): DomNode;
}

interface DomElement extends DomNode {
  setAttribute(name: string, value: string): void;
}

export interface DomDocument {
  readonly documentElement: DomElement;
  readonly head: DomElement;
  readonly body: DomElement;
  createElement(name: string): DomElement;
  createElementNS(namespace: string, name: string): DomElement;
  createTextNode(text: string): DomNode;
}

export const TEXT_NODE = 3;
const SVG = "http://www.w3.org/2000/svg";

export class ReadabilityDom {
  readonly document: DomDocument;
  private readonly origins = new WeakMap<DomNode, TreeNode>();

  constructor(root: TreeParent) {
    const page: unknown = parseHTML("<!doctype html><html><head></head><body></body></html>");
    this.document = (page as { readonly document: DomDocument }).document;
    this.copyPage(root);
    this.restoreByClones(this.document.body);
  }

  /** The node of the parsed page that a node of Readability's answer is or was cloned from. */
  originOf(node: DomNode): TreeNode | undefined {
    return this.origins.get(node);
  }

  private copyPage(root: TreeParent): void {
    const html = root.childNodes.filter(isElement).find((node) => node.tagName === "html");
    if (html === undefined) return;
    copyAttributes(html, this.document.documentElement);
    for (const part of html.childNodes.filter(isElement)) {
      const to =
        part.tagName === "head"
          ? this.document.head
          : part.tagName === "body"
            ? this.document.body
            : undefined;
      if (to === undefined) continue;
      copyAttributes(part, to);
      this.copyChildren(part, to);
    }
  }

  private copyChildren(from: TreeParent, to: DomNode): void {
    const open: [TreeParent, DomNode][] = [[from, to]];
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      const [parent, domParent] = pair;
      for (const child of parent.childNodes) {
        if (isText(child)) {
          const text = this.document.createTextNode(child.value);
          this.origins.set(text, child);
          domParent.appendChild(text);
        } else if (isElement(child) && child.tagName !== "template") {
          const element = this.create(child);
          this.origins.set(element, child);
          domParent.appendChild(element);
          open.push([child, element]);
        }
      }
    }
  }

  private create(from: TreeElement): DomElement {
    const svg = from.namespaceURI.endsWith("/svg");
    const element = svg
      ? this.document.createElementNS(SVG, from.tagName)
      : this.document.createElement(from.tagName);
    copyAttributes(from, element);
    return element;
  }

  private clone(node: DomNode): DomNode {
    const copy = node.cloneNode(false);
    const origin = this.origins.get(node);
    if (origin !== undefined) this.origins.set(copy, origin);
    for (const child of Array.from(node.childNodes)) copy.appendChild(this.clone(child));
    return copy;
  }

  private restoreByClones(body: DomNode): void {
    Object.defineProperty(body, "innerHTML", {
      configurable: true,
      get: () => Array.from(body.childNodes, (child) => this.clone(child)),
      set: (saved: readonly DomNode[]) => {
        while (body.firstChild !== null) body.removeChild(body.firstChild);
        for (const node of saved) body.appendChild(this.clone(node));
      },
    });
  }
}

/** Names that the parser accepts and the DOM does not (`<p "=1>`) are left out: Readability reads only a few. */
function copyAttributes(from: TreeElement, to: DomElement): void {
  for (const { name, prefix, value } of from.attrs) {
    const full = prefix === undefined || prefix === "" ? name : `${prefix}:${name}`;
    try {
      to.setAttribute(full, value);
    } catch {
      continue;
    }
  }
}
