/**
 * The visible text of imported HTML, one string per block, for content that a Word document takes in (altChunk).
 * The HTML front-end proper keeps source offsets and tells main text from the rest; here the page *is* the document.
 */
import { parse, type DefaultTreeAdapterTypes } from "parse5";
import { decodableLabel, decodeAs, decodeStrictly } from "../charset/labels.ts";

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

const BLOCKS = new Set(
  (
    "address article aside blockquote body br caption dd details div dl dt fieldset figcaption figure footer form " +
    "h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul"
  ).split(" "),
);
const WITHOUT_TEXT = new Set(["script", "style", "head", "template", "noscript", "textarea", "select"]);

/** A walk with its own stack: hostile pages nest deeper than ours may. */
export function htmlBlocks(source: string): string[] {
  const blocks: string[] = [];
  let text = "";
  const flush = (): void => {
    const block = text.replace(/[\t\n\f\r ]+/g, " ").trim();
    if (block !== "") blocks.push(block);
    text = "";
  };
  const pending: (Node | "flush")[] = [parse(source)];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node === "flush") flush();
    else if (node.nodeName === "#text") text += (node as DefaultTreeAdapterTypes.TextNode).value;
    else if ("childNodes" in node && !WITHOUT_TEXT.has(node.nodeName)) {
      const isBlock = BLOCKS.has(node.nodeName);
      if (isBlock) {
        flush();
        pending.push("flush");
      }
      for (let i = node.childNodes.length - 1; i >= 0; i--) pending.push(node.childNodes[i]!);
    }
  }
  flush();
  return blocks;
}

/** Declared by the transport, then by a byte-order mark or a meta element, then UTF-8 if valid, then windows-1252. */
export function decodeHtml(bytes: Uint8Array, transportLabel?: string): string {
  const declared = decodableLabel(transportLabel ?? metaCharset(bytes));
  if (declared !== undefined && !declared.startsWith("utf-16")) return decodeAs(declared, bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs("utf-16le", bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs("utf-16be", bytes);
  return decodeStrictly("utf-8", bytes) ?? decodeAs("windows-1252", bytes);
}

function metaCharset(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  // The HTML standard's prescan looks at the first 1,024 bytes.
  const head = String.fromCharCode(...bytes.subarray(0, 1_024));
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head)?.[1];
}
