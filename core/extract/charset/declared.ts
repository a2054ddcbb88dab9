/** The encoding a page or XML file declares about itself, in its first bytes. */
import { latin1 } from "../sniff/bytes.ts";

/** The HTML standard looks at 1,024 bytes; pages with long scripts before their `meta` are common enough to look further. */
const DECLARATION_REACH = 16 * 1024;

export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = latin1(bytes, 0, DECLARATION_REACH).replace(/<!--[\s\S]*?-->/g, "");
  const xml = /^\s*<\?xml[^>]{0,500}encoding\s*=\s*["']([\w.:-]+)/i.exec(head);
  const meta = /<meta[^>]{0,500}charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head);
  return xml?.[1] ?? meta?.[1];
}
