/**
 * Loads the patched pdf.js in Node, for the process that reads documents for the command line.
 *
 * Everything comes from one folder made by `tools/patch-pdfjs.ts`, so that the process can be confined to reading
 * that folder (Node's permission model). pdf.js runs on the calling thread: the process itself is what gets killed
 * when a document takes too long.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PdfEngine, PdfLoadingTask } from "../../../core/extract/pdf/pdf-engine.ts";
import { invariant } from "../../../core/base/result.ts";

/** Folder and permitted file names for each kind of asset. The names come from the PDF: nothing else is opened. */
const ASSETS: Readonly<Record<string, { readonly folder: string; readonly name: RegExp }>> = {
  cMapUrl: { folder: "cmaps", name: /^[\w-]{1,64}\.bcmap$/ },
  standardFontDataUrl: { folder: "standard_fonts", name: /^[\w-]{1,64}\.(pfb|ttf)$/ },
};

interface PdfjsModule {
  readonly version: string;
  getDocument(parameters: Readonly<Record<string, unknown>>): PdfLoadingTask;
}

function isPdfjsModule(untrustedModule: unknown): untrustedModule is PdfjsModule {
  return (
    typeof untrustedModule === "object" &&
    untrustedModule !== null &&
    "version" in untrustedModule &&
    typeof untrustedModule.version === "string" &&
    "getDocument" in untrustedModule &&
    typeof untrustedModule.getDocument === "function"
  );
}

/** pdf.js constructs it once per document and asks it for the files it would otherwise fetch. */
function binaryDataFactory(vendorFolder: string) {
  return class {
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      const asset = ASSETS[kind];
      if (!asset?.name.test(filename)) throw new Error("asset refused");
      const bytes = await readFile(join(vendorFolder, asset.folder, filename));
      // Not Node's Buffer, which may share its memory with others: pdf.js transfers what it gets.
      return Uint8Array.from(bytes);
    }
  };
}

/**
 * pdf.js takes an Electron process other than the browser process for a web page and asks for `document`. While it
 * is imported, `process.type` says "browser".
 */
async function asBrowserProcess<T>(load: () => Promise<T>): Promise<T> {
  if (process.versions.electron === undefined) return load();
  const before = Object.getOwnPropertyDescriptor(process, "type");
  Object.defineProperty(process, "type", { value: "browser", configurable: true });
  try {
    return await load();
  } finally {
    if (before === undefined) Reflect.deleteProperty(process, "type");
    else Object.defineProperty(process, "type", before);
  }
}

/** `vendorFolder` is the absolute path of the folder `out/vendor/pdfjs`. */
export async function loadPdfEngine(vendorFolder: string): Promise<PdfEngine> {
  const url = (name: string): string => pathToFileURL(join(vendorFolder, name)).href;
  const module: unknown = await asBrowserProcess(async () => {
    // The worker first: it announces itself in globalThis.pdfjsWorker, and the main file then runs it in place.
    await import(url("pdf.worker.mjs"));
    return (await import(url("pdf.mjs"))) as unknown;
  });
  invariant(isPdfjsModule(module), "the vendor folder holds pdf.js");
  return {
    version: module.version,
    assets: { BinaryDataFactory: binaryDataFactory(vendorFolder), wasmUrl: `${url("wasm")}/` },
    getDocument: (parameters) => module.getDocument(parameters),
  };
}
