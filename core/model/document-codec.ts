/**
 * A document as bytes, in three parts the store keeps apart:
 *
 * - the *text*, which this file does not touch,
 * - the *head*, a small JSON value: format, extractor, metadata, notices, chapters, strings of the source map, list of
 *   columns,
 * - the *columns*, one byte string of typed arrays: marks and the numbers of the source map.
 *
 * A list of documents needs the heads alone. The head carries the version of this encoding. Decoding checks every
 * length, index and offset and answers `store/damaged` for anything this file would not have written.
 */
import { failure, type Notice } from "../base/failure.ts";
import { failed, ok, type Result } from "../base/result.ts";
import type {
  Chapter,
  Document,
  DocumentFormat,
  DocumentMetadata,
  Mark,
  MarkKind,
  TextEncodingChoice,
} from "./document.ts";
import { CodecError, ColumnReader, ColumnWriter } from "./document-columns.ts";
import { readSourceMap, writeSourceMap } from "./source-map-codec.ts";

export const DOCUMENT_ENCODING = 1;

/** What lists show; a document without text, marks and source map. */
export interface DocumentHead {
  readonly format: DocumentFormat;
  readonly extractor: { readonly name: string; readonly version: string };
  readonly metadata: DocumentMetadata;
  readonly notices: readonly Notice[];
  readonly encoding?: TextEncodingChoice;
}

export interface EncodedDocument {
  /** JSON text. */
  readonly head: string;
  readonly columns: Uint8Array;
}

// Stored by number: only ever append to these lists.
const FORMATS: readonly DocumentFormat[] = ["pdf", "docx", "html", "text", "markdown"];
const MARK_KINDS: readonly MarkKind[] = [
  "boilerplate",
  "furniture",
  "note",
  "comment",
  "alternative",
  "annotation",
  "hidden",
  "ocr",
  "garbled",
  "deleted",
];

export function encodeDocument(document: Document): EncodedDocument {
  const columns = new ColumnWriter();
  const { marks } = document;
  if (marks.length > 0) {
    columns.of("mark.kind", "u8", marks, ({ kind }) => MARK_KINDS.indexOf(kind));
    columns.of("mark.start", "u32", marks, ({ start }) => start);
    columns.of("mark.end", "u32", marks, ({ end }) => end);
  }
  const sourceMap = writeSourceMap(document.sourceMap, columns);
  const { format, extractor, metadata, notices, encoding, chapters } = document;
  const head = {
    version: DOCUMENT_ENCODING,
    format,
    extractor: { name: extractor.name, version: extractor.version },
    metadata,
    ...(notices.length > 0 ? { notices } : {}),
    ...(encoding === undefined ? {} : { encoding }),
    ...(chapters === undefined
      ? {}
      : { chapters: chapters.map(({ title, level, start }) => [title, level, start]) }),
    sourceMap,
    ...(columns.heads.length > 0 ? { columns: columns.heads } : {}),
  };
  return { head: JSON.stringify(head), columns: columns.bytes() };
}

export function decodeDocument(untrustedHead: string, columns: Uint8Array, text: string): Result<Document> {
  return guarded(() => {
    const raw = parseHead(untrustedHead);
    const reader = new ColumnReader(raw["columns"] ?? [], columns);
    const marks = readMarks(raw["columns"] === undefined ? undefined : reader, raw["columns"], text.length);
    const sourceMap = readSourceMap(raw["sourceMap"], reader, text.length);
    const chapters = readChapters(raw["chapters"], text.length);
    return { ...headOf(raw), text, marks, sourceMap, ...(chapters === undefined ? {} : { chapters }) };
  });
}

export function decodeHead(untrustedHead: string): Result<DocumentHead> {
  return guarded(() => headOf(parseHead(untrustedHead)));
}

function guarded<T>(decode: () => T): Result<T> {
  try {
    return ok(decode());
  } catch (error) {
    if (error instanceof CodecError)
      return failed(failure("store/damaged", { part: "document", what: error.message }));
    throw error;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(untrusted: unknown): untrusted is Fields {
  return typeof untrusted === "object" && untrusted !== null && !Array.isArray(untrusted);
}

function parseHead(untrustedHead: string): Fields {
  let untrusted: unknown;
  try {
    untrusted = JSON.parse(untrustedHead);
  } catch {
    throw new CodecError("head");
  }
  if (!isFields(untrusted) || untrusted["version"] !== DOCUMENT_ENCODING)
    throw new CodecError("version of the head");
  return untrusted;
}

function headOf(raw: Fields): DocumentHead {
  const format = FORMATS.find((known) => known === raw["format"]);
  if (format === undefined) throw new CodecError("format");
  const { extractor: untrustedExtractor, metadata: untrustedMetadata } = raw;
  if (!isFields(untrustedExtractor)) throw new CodecError("extractor");
  const { name, version } = untrustedExtractor;
  if (typeof name !== "string" || typeof version !== "string") throw new CodecError("extractor");
  const untrustedNotices = raw["notices"] ?? [];
  if (!Array.isArray(untrustedNotices) || !untrustedNotices.every(isNotice)) throw new CodecError("notices");
  const encoding = raw["encoding"];
  if (encoding !== undefined && !isEncoding(encoding)) throw new CodecError("encoding");
  if (!isMetadata(untrustedMetadata)) throw new CodecError("metadata");
  return {
    format,
    extractor: { name, version },
    metadata: untrustedMetadata,
    notices: untrustedNotices,
    ...(encoding === undefined ? {} : { encoding }),
  };
}

function isNotice(untrusted: unknown): untrusted is Notice {
  if (!isFields(untrusted)) return false;
  const { code, page, data } = untrusted;
  // Any notice, also one a later version knows: a code that cannot be explained is no damage.
  const shaped = typeof code === "string" && code.startsWith("notice/");
  return shaped && (page === undefined || typeof page === "number") && (data === undefined || isFields(data));
}

function isEncoding(untrusted: unknown): untrusted is TextEncodingChoice {
  if (!isFields(untrusted)) return false;
  const { label, confidence, reason } = untrusted;
  return typeof label === "string" && typeof confidence === "number" && typeof reason === "string";
}

function isMetadata(untrusted: unknown): untrusted is DocumentMetadata {
  return isFields(untrusted) && Object.values(untrusted).every((value) => typeof value === "string");
}

function readChapters(untrusted: unknown, textLength: number): Chapter[] | undefined {
  if (untrusted === undefined) return undefined;
  if (!Array.isArray(untrusted)) throw new CodecError("chapters");
  return untrusted.map((entry: unknown) => {
    if (!Array.isArray(entry)) throw new CodecError("chapter");
    const [title, level, start] = entry as unknown[];
    if (typeof title !== "string" || !isCount(level) || !isCount(start) || start > textLength)
      throw new CodecError("chapter");
    return { title, level, start };
  });
}

const isCount = (untrusted: unknown): untrusted is number =>
  typeof untrusted === "number" && Number.isSafeInteger(untrusted) && untrusted >= 0;

function readMarks(reader: ColumnReader | undefined, heads: unknown, textLength: number): Mark[] {
  const present =
    Array.isArray(heads) && heads.some((head: unknown) => Array.isArray(head) && head[0] === "mark.kind");
  if (reader === undefined || !present) return [];
  const kinds = reader.get("mark.kind", "u8");
  const starts = reader.get("mark.start", "u32", kinds.length);
  const ends = reader.get("mark.end", "u32", kinds.length);
  return Array.from(kinds, (number, i) => {
    const kind = MARK_KINDS[number];
    const start = starts[i]!;
    const end = ends[i]!;
    if (kind === undefined || start > end || end > textLength) throw new CodecError("mark");
    return { kind, start, end };
  });
}
