/** All front-ends in this process; the PDF engine is loaded with the first PDF. */
import { DEFAULT_LIMITS, type Limits } from "../../core/base/limits.ts";
import type { Result } from "../../core/base/result.ts";
import { docxFrontEnd } from "../../core/extract/docx/docx-front-end.ts";
import { createFrontEnds } from "../../core/extract/front-ends.ts";
import { createPdfFrontEnd } from "../../core/extract/pdf/pdf-front-end.ts";
import type { FrontEnd } from "../../core/extract/port.ts";
import type { Document } from "../../core/model/document.ts";
import { loadPdfEngine } from "../../main/cli/extractor/pdfjs-runtime.ts";
import { patchPdfjs } from "../../tools/patch-pdfjs.ts";

let pdf: Promise<FrontEnd> | undefined;

export const allFrontEnds = createFrontEnds({
  pdf: async (...request) => {
    pdf ??= loadPdfEngine(patchPdfjs("legacy")).then(createPdfFrontEnd);
    return (await pdf)(...request);
  },
  docx: docxFrontEnd,
});

export interface MadeFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export const readFile = (
  { name, bytes }: MadeFile,
  limits: Partial<Limits> = {},
): Promise<Result<Document>> =>
  allFrontEnds(bytes, name, { limits: { ...DEFAULT_LIMITS, ...limits }, progress: () => undefined });
