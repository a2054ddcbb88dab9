/** Builds the program into out/: the patched pdf.js, then the command line and its extractor process. */
import { chmodSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { patchPdfjs } from "./patch-pdfjs.ts";

const root = path.resolve(import.meta.dirname, "..");

patchPdfjs();
await build({
  configFile: false,
  root,
  logLevel: "warn",
  build: {
    ssr: true, // for Node: every dependency stays an import
    target: "node24",
    outDir: "out/main",
    emptyOutDir: true,
    sourcemap: true,
    minify: false, // evidence: what runs can be read
    rolldownOptions: {
      input: {
        pincite: "main/cli/pincite.ts",
        "extractor-child": "main/cli/extractor/child.ts",
        "rendition-child": "main/cli/extractor/rendition-child.ts",
        "merge-thread": "main/engine/pool/merge-thread.ts",
      },
      output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
    },
  },
});
// npm sets the bit when it first links the command; a later build writes the file anew.
chmodSync(path.join(root, "out/main/pincite.js"), 0o755);
