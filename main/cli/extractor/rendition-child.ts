/**
 * Entry of a child process that turns a Word document into a page to look at, behind the same walls as reading.
 *
 * The page travels as the text of a document whose format is HTML; nothing is ever compared or cited from it.
 */
import process from "node:process";
import { forbidNetwork } from "../../engine/offline-guard.ts";

forbidNetwork();
// Ctrl-C on a terminal reaches every process of the group; when to stop is the parent's decision.
process.on("SIGINT", () => undefined);

const { docxRendition } = await import("./docx-rendition.ts");
const { processChannel } = await import("./process-channel.ts");
const { serveDocuments } = await import("./serve.ts");

serveDocuments(async (bytes, _name, { limits }) => {
  const page = await docxRendition(bytes, limits);
  if (!page.ok) return page;
  return {
    ok: true,
    value: {
      format: "text", // the markup, as text: a source map of the page would mean nothing
      text: page.value,
      sourceMap: { kind: "text" },
      marks: [],
      metadata: {},
      notices: [],
      extractor: { name: "mammoth rendition", version: "1.13.0" },
    },
  };
}, processChannel());
