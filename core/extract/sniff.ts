/**
 * What a file is, by its content: the name is only a hint and a claim that may be wrong.
 *
 * A file that cannot be read is named (`extract/unsupported-type` with what it was taken for). A file whose extension
 * promises something else is read as what it is, and the difference is told (`notice/misnamed`).
 */
import { failure, type Notice } from "../base/failure.ts";
import { failed, ok, type Result } from "../base/result.ts";
import type { DocumentFormat } from "../model/document.ts";
import { decodeHead } from "./charset/decode.ts";
import { wideEncoding } from "./charset/wide.ts";
import { indexOfAscii, latin1, startsWith } from "./sniff/bytes.ts";
import { claimedType, extensionOf, sameType } from "./sniff/extensions.ts";
import { binaryType } from "./sniff/signatures.ts";
import { hasMarkdownSigns, htmlSign, isFlatWordXml, isMhtml, looksBinary } from "./sniff/text-signs.ts";
import { isZip, zipKind } from "./sniff/zip-kind.ts";

export interface Sniffed {
  /** The front-end that reads it. */
  readonly format: DocumentFormat;
  /** What the content is, finer than `format`: `ole` and `flat-word-xml` go to the Word reader, too. */
  readonly detected: string;
  /** What the extension promises, where it promises something we know. */
  readonly claimed?: string;
  readonly misnamed: boolean;
}

const HEAD_BYTES = 16 * 1024;
const PDF_HEADER_REACH = 1024;
const OLE_SIGNATURE = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
const READABLE: Readonly<Record<string, DocumentFormat>> = {
  pdf: "pdf",
  docx: "docx",
  ole: "docx",
  "flat-word-xml": "docx",
  html: "html",
  text: "text",
  markdown: "markdown",
};

export function sniff(bytes: Uint8Array, name: string): Result<Sniffed> {
  if (bytes.length === 0) return failed(failure("read/empty-file"));
  const claimed = claimedType(name);
  const detected = detect(bytes, name, claimed);
  const misnamed = claimed !== undefined && !sameType(claimed, detected);
  const format = READABLE[detected];
  if (format === undefined) {
    return failed(failure("extract/unsupported-type", misnamed ? { detected, claimed } : { detected }));
  }
  return ok({ format, detected, misnamed, ...(claimed === undefined ? {} : { claimed }) });
}

/** The notice that a file is not what its extension says, if so. */
export function misnamedNotice(sniffed: Sniffed): readonly Notice[] {
  const { claimed, detected, misnamed } = sniffed;
  return misnamed && claimed !== undefined ? [{ code: "notice/misnamed", data: { claimed, detected } }] : [];
}

function detect(bytes: Uint8Array, name: string, claimed: string | undefined): string {
  if (isPdf(bytes, claimed === "pdf")) return "pdf";
  if (startsWith(bytes, OLE_SIGNATURE)) return "ole";
  if (isZip(bytes)) {
    const kind = zipKind(bytes);
    // A damaged archive may have lost the names; the Word reader says what is wrong with it.
    return kind === "zip" && claimed === "docx" ? "docx" : kind;
  }
  if (startsWith(bytes, "{\\rtf")) return "rtf";
  const wide =
    startsWith(bytes, "\xff\xfe") || startsWith(bytes, "\xfe\xff") || wideEncoding(bytes) !== undefined;
  const binary = !wide && looksBinary(bytes);
  const unread = binaryType(bytes, binary);
  if (unread !== undefined) return unread;
  if (binary) return startsWith(bytes, "\0\0\xfe\xff") ? textKind(bytes, name, claimed) : "binary";
  return textKind(bytes, name, claimed);
}

/**
 * The header may stand behind up to 1024 bytes of something else (ISO 32000-2, annex I.3), often mail or HTTP headers.
 * Prose about PDF has the header's letters too, but no object near it. A file called `.pdf` that lost its header is
 * known by its objects.
 */
function isPdf(bytes: Uint8Array, claimed: boolean): boolean {
  const at = indexOfAscii(bytes, "%PDF-", 0, PDF_HEADER_REACH);
  if (at < 0) return claimed && /^\s*\d+ \d+ obj\b/m.test(latin1(bytes, 0, 4 * PDF_HEADER_REACH));
  return latin1(bytes, 0, at).trim() === "" || /\d\s+\d+\s+obj\b/.test(latin1(bytes, at, at + 64 * 1024));
}

function textKind(bytes: Uint8Array, name: string, claimed: string | undefined): string {
  const head = decodeHead(bytes, HEAD_BYTES);
  if (startsWith(bytes, "%!PS")) return "postscript";
  if (isMhtml(head)) return "mhtml";
  if (isFlatWordXml(head)) return "flat-word-xml";
  const sign = htmlSign(head);
  if (sign === "page" || claimed === "html") return "html";
  if (claimed === "markdown") return "markdown";
  const nameless = claimed === undefined && extensionOf(name) === "";
  if (sign === "fragment" && nameless) return "html";
  return nameless && hasMarkdownSigns(head) ? "markdown" : "text";
}
