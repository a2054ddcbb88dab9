/**
 * HTML from an untrusted converter, written out again from an allow-list of elements and attributes.
 *
 * What is not on the list loses its tags and keeps its words; what carries code or style loses both. Only links inside
 * the page survive (notes and their references), because the program is offline and a document must not be able to
 * send its reader anywhere.
 */
import { parseFragment, type DefaultTreeAdapterTypes } from "parse5";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const ELEMENTS = new Set(
  (
    "a b blockquote br caption code dd div dl dt em h1 h2 h3 h4 h5 h6 hr i li ol p pre s section span strong sub " +
    "sup table tbody td tfoot th thead tr u ul"
  ).split(" "),
);
const VOID = new Set(["br", "hr"]);
const DROPPED = new Set([
  "script",
  "style",
  "template",
  "iframe",
  "object",
  "embed",
  "svg",
  "math",
  "noscript",
  "title",
]);
/** Ids that mammoth gives to notes and comments, and links to them. */
const SAFE_ID = /^[\w-]{1,100}$/;

export function safePage(untrustedHtml: string): string {
  const body = parseFragment(untrustedHtml).childNodes.map(written).join("");
  return (
    '<!doctype html>\n<html><head><meta charset="utf-8">' +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">` +
    `<title>Rendition</title></head><body>${body}</body></html>\n`
  );
}

function written(node: Node): string {
  if (node.nodeName === "#text") return escaped((node as DefaultTreeAdapterTypes.TextNode).value);
  if (!("tagName" in node) || DROPPED.has(node.tagName)) return "";
  if (node.tagName === "img") return pictureText(node);
  if (node.tagName === "input") return checkboxText(node);
  const content = node.childNodes.map(written).join("");
  if (!ELEMENTS.has(node.tagName)) return content;
  const tag = `<${node.tagName}${attributes(node)}>`;
  return VOID.has(node.tagName) ? tag : `${tag}${content}</${node.tagName}>`;
}

function attributes(element: Element): string {
  let text = "";
  for (const { name, value } of element.attrs) {
    const isSpan = (name === "colspan" || name === "rowspan") && /^[1-9]\d{0,3}$/.test(value);
    const isAnchor = name === "id" && SAFE_ID.test(value);
    const isLocalLink =
      name === "href" && element.tagName === "a" && value.startsWith("#") && SAFE_ID.test(value.slice(1));
    if (isSpan || isAnchor || isLocalLink) text += ` ${name}="${escaped(value)}"`;
  }
  return text;
}

function pictureText(element: Element): string {
  const alternative = attribute(element, "alt");
  return alternative === undefined || alternative === "" ? "[picture]" : `[picture: ${escaped(alternative)}]`;
}

function checkboxText(element: Element): string {
  if (attribute(element, "type") !== "checkbox") return "";
  return attribute(element, "checked") === undefined ? "\u2610" : "\u2612";
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
