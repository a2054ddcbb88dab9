/**
 * Imported content (ECMA-376 part 1, 17.17.2.1): a part in another format that Word turns into paragraphs when it
 * opens the document. HTML, web archives and plain text are read here, one string per block; the place of a block is
 * its number. Undefined for formats we cannot read (RTF).
 */
import { decodeHtml, htmlBlocks } from "./html-blocks.ts";
import { looksLikeMime, mimeBlocks } from "./mime-html.ts";

const HEAD_BYTES = 1_024;

export function altChunkBlocks(bytes: Uint8Array, name: string): string[] | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));
  if (head.startsWith("{\\rtf")) return undefined;
  if (/\.mht(ml)?$/i.test(name) || looksLikeMime(bytes)) return mimeBlocks(bytes);
  if (/\.x?html?$/i.test(name) || /<(?:!doctype\s+html|html|body)\b/i.test(head))
    return htmlBlocks(decodeHtml(bytes));
  if (/\.txt$/i.test(name)) return decodeHtml(bytes).split(/\r\n|\r|\n/);
  return undefined;
}
