/**
 * DOCX to text with positions, read directly from the parts of the package.
 *
 * Direct reading was measured against a conversion library on the same documents: it is right on all text checks
 * where conversion loses field results, right-to-left overrides, ruby bases, text boxes without a fallback, equations,
 * headers and imported content, and has no positions at all (docs/adr, "DOCX is read directly"). Source: ECMA-376
 * parts 1 to 3. Flat Word XML is read as well; OLE files (encrypted DOCX, old `.doc`) are told apart and refused.
 */
import { failure, FailureError, type Failure, type Notice, type NoticeCode } from "../../base/failure.ts";
import { failed, ok, type Result } from "../../base/result.ts";
import { comparableText } from "../../model/comparable-text.ts";
import type { Document, DocumentMetadata } from "../../model/document.ts";
import type { FrontEnd, FrontEndContext } from "../port.ts";
import { ZipPackage } from "../zip/zip-package.ts";
import { LineCollector } from "./docx-lines.ts";
import { DocxReading, type ReadingContext } from "./docx-reading.ts";
import { FlatPackage, flatKind, readWord2003 } from "./flat-word-xml.ts";
import { isOle, oleFailure } from "./ole.ts";

const MOST_NOTICES = 1_000;
const EXTRACTOR = { name: "docx", version: "1.0.0" } as const;

export const docxFrontEnd: FrontEnd = (bytes, _name, context) =>
  // Deferred, so that what `progress` throws to stop us comes out as a rejection and not as a throw.
  Promise.resolve().then(() => readDocx(bytes, context));

function readDocx(bytes: Uint8Array, context: FrontEndContext): Result<Document> {
  if (isOle(bytes)) return failed(oleFailure(bytes, context.password));
  const { limits } = context;
  const shared: ReadingContext = {
    context,
    collector: new LineCollector(limits),
    notices: [],
    budget: { inflatedBytes: 0 },
    pictures: 0,
    partsDone: 0,
    partsFound: 1,
  };
  try {
    const metadata = readBytes(bytes, shared);
    return finishDocument(shared.collector, shared.notices, metadata, { pictures: shared.pictures });
  } catch (error) {
    if (error instanceof FailureError) return failed(error.failure);
    throw error;
  }
}

function readBytes(bytes: Uint8Array, shared: ReadingContext): DocumentMetadata {
  const { collector, notices, budget } = shared;
  const { limits } = shared.context;
  const zip = ZipPackage.open(bytes, limits, budget, notices);
  if (zip !== undefined) return new DocxReading(zip, shared).read();
  switch (flatKind(bytes, limits)) {
    case "flat-opc":
      return new DocxReading(new FlatPackage(bytes, limits, notices), shared).read();
    case "word-2003":
      readWord2003(bytes, collector, limits, notices);
      return {};
    case undefined:
      throw new FailureError("extract/not-a-word-document", { what: "neither a ZIP package nor Word XML" });
  }
}

/** The collected lines as a document with its notices, or the failure that there was no text in it. */
function finishDocument(
  collector: LineCollector,
  notices: readonly Notice[],
  metadata: DocumentMetadata,
  counts: { readonly pictures: number },
): Result<Document> {
  const { text, sourceMap, marks } = collector.assemble();
  if (comparableText({ format: "docx", text, marks }).trim() === "")
    return failed(noText(collector, counts.pictures));
  return ok({
    format: "docx",
    text,
    sourceMap,
    marks,
    metadata,
    notices: [...leftOut(collector), ...bounded(notices)],
    extractor: EXTRACTOR,
  });
}

/** A hostile file has as many unreadable parts as it likes; a reader of the report wants the first and the number. */
function bounded(notices: readonly Notice[]): Notice[] {
  if (notices.length <= MOST_NOTICES) return [...notices];
  const more: Notice = {
    code: "notice/part-not-read",
    data: { part: "further notices of this document", notices: notices.length - MOST_NOTICES },
  };
  return [...notices.slice(0, MOST_NOTICES), more];
}

function noText(collector: LineCollector, pictures: number): Failure {
  return failure("extract/no-text", { pictures, deletedCharacters: collector.deletedUnits });
}

/** What is in the file but not in the text, or in the text but not before the reader's eyes. */
function leftOut(collector: LineCollector): Notice[] {
  const notices: Notice[] = [];
  const count = (code: NoticeCode, characters: number, part?: string): void => {
    if (characters > 0) notices.push({ code, data: { ...(part === undefined ? {} : { part }), characters } });
  };
  count("notice/deleted-text", collector.deletedUnits);
  count("notice/part-not-read", collector.phoneticUnits, "phonetic guides");
  count("notice/hidden-text", collector.hiddenUnits);
  return notices;
}
