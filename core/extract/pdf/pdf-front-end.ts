/**
 * PDF into text with the place of every character.
 *
 * Each page is read on its own and may fail on its own: what was lost is a notice, and only a file without any
 * usable page is a failure. Text that no reader sees (layers of recognised text, white, covered or tiny text) is kept
 * and marked; so are running heads and page numbers; pages whose text is noise are kept and marked `garbled`. Form
 * values and annotations stand behind the text of their page, marked.
 */
import type { Notice } from "../../base/failure.ts";
import { failure } from "../../base/failure.ts";
import type { Result } from "../../base/result.ts";
import { failed, ok } from "../../base/result.ts";
import type { Document } from "../../model/document.ts";
import type { FrontEnd, FrontEndContext } from "../port.ts";
import { DocumentBuilder } from "./document-builder.ts";
import { fragmentsOf } from "./fragment.ts";
import { readFacts } from "./facts.ts";
import type { FileFacts } from "./facts.ts";
import { encryptionFailure, hasEnd, openPdf } from "./open-pdf.ts";
import type { OpenPdf } from "./open-pdf.ts";
import { keyOfPage, keyOfPageNumber, readOutline } from "./outline.ts";
import type { PdfEngine, PdfEngineDocument, PdfTextContent, PdfViewport } from "./pdf-engine.ts";

/** Counts up when the same pdf.js could give another text. */
const FRONT_END_VERSION = 2;

export function createPdfFrontEnd(engine: PdfEngine): FrontEnd {
  return async (bytes, _name, context) => {
    if (bytes.length === 0) return failed(failure("read/empty-file"));
    const opened = await openPdf(engine, bytes, context.password);
    if (!opened.ok) return opened;
    try {
      const recovered: Notice[] = hasEnd(bytes) ? [] : [{ code: "notice/recovered-truncated" }];
      return await readDocument(opened.value, recovered, engine.version, context);
    } finally {
      await opened.value.task.destroy();
    }
  };
}

async function readDocument(
  { file, usedPassword }: OpenPdf,
  recovered: readonly Notice[],
  engineVersion: string,
  context: FrontEndContext,
): Promise<Result<Document>> {
  const pages = file.numPages;
  const { pdfPages, textUnits } = context.limits;
  if (pages > pdfPages)
    return failed(failure("extract/limit-exceeded", { limit: pdfPages, got: pages, unit: "pages" }));
  const facts = await readFacts(file);
  const outline = await readOutline(file);
  const builder = new DocumentBuilder(facts.labels, facts.attachments);
  let language = facts.language;
  for (let page = 0; page < pages; page++) {
    const reading = await readPage(file, page);
    if (reading.kind === "encrypted") return failed(reading.failure);
    if (reading.kind === "failed") {
      builder.addFailedPage();
    } else {
      const entries = reading.keys.flatMap((key) => outline.get(key) ?? []);
      builder.addPage(reading.viewport, fragmentsOf(reading.content, reading.viewport), entries);
      language ??= reading.content.lang ?? undefined;
    }
    if (page + 1 === pages) builder.finish();
    if (builder.length > textUnits) {
      return failed(
        failure("extract/limit-exceeded", { limit: textUnits, got: builder.length, unit: "UTF-16 units" }),
      );
    }
    context.progress(page + 1, pages);
  }
  const nothing = builder.failureWithoutText();
  if (nothing !== undefined) return failed(nothing);
  const { notices, ...content } = builder.build();
  return ok({
    format: "pdf",
    ...content,
    metadata: {
      ...(facts.title === undefined ? {} : { title: facts.title }),
      ...(facts.author === undefined ? {} : { author: facts.author }),
      ...(language === undefined ? {} : { language }),
    },
    notices: [...recovered, ...fileNotices(facts, usedPassword), ...notices],
    extractor: { name: "pincite-pdf", version: `${FRONT_END_VERSION} (pdf.js ${engineVersion})` },
  });
}

function fileNotices(facts: FileFacts, usedPassword: boolean): Notice[] {
  const notices: Notice[] = [];
  if (facts.encrypted && !usedPassword) notices.push({ code: "notice/opened-with-empty-password" });
  if (facts.formOnly) notices.push({ code: "notice/form-needs-viewer" });
  return notices;
}

type PageReading =
  | {
      readonly kind: "read";
      readonly keys: readonly string[];
      readonly viewport: PdfViewport;
      readonly content: PdfTextContent;
    }
  | { readonly kind: "failed" }
  | { readonly kind: "encrypted"; readonly failure: ReturnType<typeof failure> };

/** Only pdf.js is called inside the `try`: an error of ours must not pass for a damaged page. */
async function readPage(file: PdfEngineDocument, page: number): Promise<PageReading> {
  try {
    const enginePage = await file.getPage(page + 1);
    const viewport = enginePage.getViewport({ scale: 1 });
    const content = await enginePage.getTextContent({ disableNormalization: true });
    enginePage.cleanup();
    const keys = [...(enginePage.ref === null ? [] : [keyOfPage(enginePage.ref)]), keyOfPageNumber(page)];
    return { kind: "read", keys, viewport, content };
  } catch (error) {
    const encrypted = encryptionFailure(error);
    return encrypted === undefined ? { kind: "failed" } : { kind: "encrypted", failure: encrypted };
  }
}
