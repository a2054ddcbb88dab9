/** Puts the readers together and starts the work loop. PDF and Word readers are loaded with their first document. */
import { join } from "node:path";
import { createFrontEnds } from "../../../core/extract/front-ends.ts";
import type { FrontEnd } from "../../../core/extract/port.ts";
import { processChannel } from "./process-channel.ts";
import { serveDocuments } from "./serve.ts";

/** `vendorDir` holds the folder `pdfjs` that the build prepares. */
export function startExtractor(vendorDir: string): void {
  const pdf = onFirstUse(async () => {
    const { createPdfFrontEnd } = await import("../../../core/extract/pdf/pdf-front-end.ts");
    const { loadPdfEngine } = await import("./pdfjs-runtime.ts");
    return createPdfFrontEnd(await loadPdfEngine(join(vendorDir, "pdfjs")));
  });
  const docx = onFirstUse(async () => {
    const { docxFrontEnd } = await import("../../../core/extract/docx/docx-front-end.ts");
    return docxFrontEnd;
  });
  serveDocuments(createFrontEnds({ pdf, docx }), processChannel());
}

function onFirstUse(load: () => Promise<FrontEnd>): FrontEnd {
  let loaded: Promise<FrontEnd> | undefined;
  return async (bytes, name, context) => {
    loaded ??= load();
    const frontEnd = await loaded;
    return frontEnd(bytes, name, context);
  };
}
