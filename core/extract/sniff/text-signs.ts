/**
 * Signs by which the beginning of a text tells its markup. `head` is the decoded beginning of the file.
 *
 * HTML follows the WHATWG MIME sniffing standard (section 7.1): white space, then one of a fixed set of tags. Comments
 * and processing instructions before it are skipped, so that XHTML is found behind its XML declaration.
 */

/** `page`: certainly an HTML page; `fragment`: starts with a tag that also opens Markdown and templates. */
export type HtmlSign = "page" | "fragment";

const PAGE_START = /^<(?:!doctype\s+html|html|head|body)(?=[\s>/])/i;
const FRAGMENT_START =
  /^<(?:script|iframe|h[1-6]|div|font|table|a|style|title|b|br|p|meta|link|center|ul|ol|span|article|section|main|nav)(?=[\s>/])/i;

/** The first thing in `head` that is neither white space, comment nor processing instruction. */
function firstMarkup(head: string): string {
  let at = 0;
  for (;;) {
    while (at < head.length && " \t\r\n\f\uFEFF".includes(head[at]!)) at++;
    const closing = head.startsWith("<!--", at) ? "-->" : head.startsWith("<?", at) ? "?>" : undefined;
    if (closing === undefined) return head.slice(at, at + 200);
    const end = head.indexOf(closing, at + 2);
    if (end < 0) return "";
    at = end + closing.length;
  }
}

export function htmlSign(head: string): HtmlSign | undefined {
  const start = firstMarkup(head);
  if (PAGE_START.test(start)) return "page";
  return FRAGMENT_START.test(start) ? "fragment" : undefined;
}

export const isXml = (head: string): boolean => /^\uFEFF?\s*<\?xml\s/.test(head);

/** Word's single-file XML: WordprocessingML 2003 or a flat OPC package. */
export function isFlatWordXml(head: string): boolean {
  return (
    isXml(head) &&
    /<\?mso-application\s+progid="Word\.Document"|<w:wordDocument[\s>]|<pkg:package[\s>]/.test(head)
  );
}

/** A saved web page or message with parts: its text is encoded, reading it as it stands would cut words at line ends. */
export function isMhtml(head: string): boolean {
  return (
    /^[\w-]{1,60}:/.test(head) &&
    /^mime-version:/im.test(head) &&
    /^content-type:\s*multipart\/related/im.test(head)
  );
}

/** Two different kinds of Markdown syntax: one alone also occurs in plain text. */
export function hasMarkdownSigns(head: string): boolean {
  const signs = [
    /^#{1,6} \S/m,
    /^(?:```|~~~)/m,
    /\[[^\][\n]{1,200}\]\((?:https?:|\/|\.|#)[^()\s]{0,300}\)/,
    /^(?:\*|-) \S/m,
    /\*\*\S[^*\n]{0,200}\*\*/,
  ];
  return (
    signs.filter((sign) => sign.test(head)).length >= 2 && signs.slice(0, 3).some((sign) => sign.test(head))
  );
}

/** Share of control characters above which bytes are not text; noise has about one in nine. */
const CONTROL_SHARE = 0.02;
const ZERO_SHARE = 0.005;
const SAMPLE_BYTES = 64 * 1024;

/** Whether single-byte-readable bytes hold too many controls for text (UTF-16 and UTF-32 are asked for first). */
export function looksBinary(bytes: Uint8Array): boolean {
  const length = Math.min(bytes.length, SAMPLE_BYTES);
  let controls = 0;
  let zeros = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]!;
    if (byte === 0) zeros++;
    // Tab, line feed, vertical tab, form feed, carriage return; Ctrl-Z ended DOS texts; ESC is in ISO-2022.
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 0x1a && byte !== 0x1b) || byte === 127) controls++;
  }
  return zeros > length * ZERO_SHARE || controls > length * CONTROL_SHARE;
}
