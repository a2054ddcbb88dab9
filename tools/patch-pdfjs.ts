/**
 * Builds the PDF reader we ship from the pinned pdfjs-dist: `node tools/patch-pdfjs.ts [legacy|modern]`.
 *
 * Writes one self-contained folder, `out/vendor/pdfjs` (legacy, for Node) or `out/vendor/pdfjs-window` (modern, for
 * the sandboxed window): the patched worker, the main file, CMaps, standard fonts, script decoders, licence.
 * The sources must have the hashes below; the folder is left alone when it was made from the same sources and
 * patches.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { patchMain, patchWorker } from "./pdfjs-patches.ts";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const PDFJS = join(ROOT, "node_modules/pdfjs-dist");

/** What the folder is made by, beside the sources. */
const PATCHES = [
  "patch-pdfjs.ts",
  "pdfjs-patches.ts",
  "pdfjs-replacements.ts",
  "pdfjs-visibility.ts",
  "pdfjs-visibility-functions.ts",
] as const;

export type PdfjsVariant = "legacy" | "modern";

interface VariantFiles {
  readonly folder: string;
  readonly target: string;
  readonly workerSha256: string;
  readonly mainSha256: string;
}

/** pdfjs-dist 6.5.438. A new release gets new hashes here only after its text was compared with the old one's. */
const VARIANTS: Readonly<Record<PdfjsVariant, VariantFiles>> = {
  legacy: {
    folder: "legacy/build",
    target: "out/vendor/pdfjs",
    workerSha256: "8336aabf764cb08c818555a2fd2545e4fed10837146de927564875c93b3c4f83",
    mainSha256: "2792b7c390ad6d5f4245d326b70deebbc990fa4bcac691412f6df886abb9e867",
  },
  modern: {
    folder: "build",
    target: "out/vendor/pdfjs-window",
    workerSha256: "43710009ea26bfbcb615524946e46e3aaf8ad927514f5e465e8ff6d18044ffe9",
    mainSha256: "cbabeebf4df66f3fe736f2fa2792d332e019a878b0aa88d5e2be17d439079de4",
  },
};

/** The maps are not shipped, and they would not fit what we changed. */
const withoutMap = (source: string): string => source.replace(/^\/\/# sourceMappingURL=.*$/m, "");

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

function readPinned(path: string, expected: string): string {
  const source = readFileSync(path, "utf8");
  const got = sha256(source);
  if (got !== expected)
    throw new Error(`${path} is not the pinned pdf.js: SHA-256 ${got}, expected ${expected}`);
  return source;
}

/** Returns the folder it made or found current. */
export function patchPdfjs(variant: PdfjsVariant = "legacy"): string {
  const { folder, target, workerSha256, mainSha256 } = VARIANTS[variant];
  const out = join(ROOT, target);
  const stampFile = join(out, "made-from.json");
  const patches = PATCHES.map((name) => readFileSync(join(ROOT, "tools", name), "utf8"));
  const stamp = JSON.stringify({ workerSha256, mainSha256, patches: sha256(patches.join()) });
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return out;

  const worker = patchWorker(readPinned(join(PDFJS, folder, "pdf.worker.mjs"), workerSha256));
  const main = readPinned(join(PDFJS, folder, "pdf.mjs"), mainSha256);

  // Made aside and moved into place, so that two test runs starting together never read half a folder.
  const aside = `${out}.${process.pid}`;
  mkdirSync(join(aside, "wasm"), { recursive: true });
  writeFileSync(join(aside, "pdf.worker.mjs"), withoutMap(worker));
  writeFileSync(join(aside, "pdf.mjs"), withoutMap(variant === "legacy" ? patchMain(main) : main));
  cpSync(join(PDFJS, "LICENSE"), join(aside, "LICENSE"));
  cpSync(join(PDFJS, "cmaps"), join(aside, "cmaps"), { recursive: true });
  cpSync(join(PDFJS, "standard_fonts"), join(aside, "standard_fonts"), { recursive: true });
  for (const name of ["openjpeg_nowasm_fallback.js", "jbig2_nowasm_fallback.js"]) {
    cpSync(join(PDFJS, "wasm", name), join(aside, "wasm", name));
  }
  for (const name of ["LICENSE_OPENJPEG", "LICENSE_PDFJS_OPENJPEG", "LICENSE_JBIG2", "LICENSE_PDFJS_JBIG2"]) {
    cpSync(join(PDFJS, "wasm", name), join(aside, "wasm", name));
  }
  writeFileSync(join(aside, "made-from.json"), stamp);
  moveIntoPlace(aside, out, stampFile, stamp);
  return out;
}

function moveIntoPlace(aside: string, out: string, stampFile: string, stamp: string): void {
  const old = `${aside}.old`;
  try {
    if (existsSync(out)) renameSync(out, old);
    renameSync(aside, out);
  } catch (error) {
    // Another process was faster; fine when it made the same.
    if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp) throw error;
    rmSync(aside, { recursive: true, force: true });
  }
  rmSync(old, { recursive: true, force: true });
}

if (import.meta.main) {
  const variant = process.argv[2] ?? "legacy";
  if (variant !== "legacy" && variant !== "modern")
    throw new Error(`unknown variant "${variant}": legacy or modern`);
  console.log(patchPdfjs(variant));
}
