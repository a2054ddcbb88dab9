/** `pincite text`: what was read from one file, page by page, as the engine sees it. */
import { explain } from "../../../core/evidence/failure-messages.ts";
import type { Document } from "../../../core/model/document.ts";
import { readingText } from "../../../core/model/reading-text.ts";
import { readWork } from "../../engine/check.ts";
import {
  type Context,
  createHost,
  createRenditionHost,
  failureWords,
  readPasswords,
  Stop,
} from "../context.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { refuseTarget, writePieces } from "../output-file.ts";
import { terminalSafe } from "../words.ts";

export interface TextOptions {
  readonly json: boolean;
  readonly reflow: boolean;
  readonly passwords?: string;
  readonly rendition?: string;
}

export async function text(context: Context, file: string, options: TextOptions): Promise<ExitCode> {
  const passwords = await readPasswords(options.passwords);
  const host = createHost(context, 1);
  try {
    const read = await readWork(file, { host, limits: context.limits, passwords });
    if (!read.ok) throw new Stop(EXIT.work, `${terminalSafe(file)}: ${failureWords(read.failure)}`);
    const { document, sha256, byteLength } = read.value;
    if (options.rendition !== undefined) await writeRendition(context, file, options.rendition);
    if (options.json) {
      context.terminal.out(JSON.stringify({ path: file, sha256, byteLength, ...jsonDocument(document) }));
    } else {
      printText(context, document, options.reflow ? readingText(document.text) : document.text);
    }
    return EXIT.done;
  } finally {
    await host.close();
  }
}

/** For people to look at; named as a rendition in its own title. */
async function writeRendition(context: Context, file: string, out: string): Promise<void> {
  refuseTarget(out, { inputs: [file] });
  const host = createRenditionHost(context);
  try {
    const page = await readWork(file, { host, limits: context.limits, passwords: [] });
    if (!page.ok)
      throw new Stop(EXIT.work, `${terminalSafe(file)}: no rendition. ${failureWords(page.failure)}`);
    writePieces(out, [page.value.document.text]);
    context.terminal.note(`Rendition (to look at, never quoted from): ${terminalSafe(out)}`);
  } finally {
    await host.close();
  }
}

/** `shown` is the text, or what is to be read in its place, offset for offset. */
function printText(context: Context, document: Document, shown: string): void {
  const { terminal } = context;
  for (const notice of document.notices) {
    const page = notice.page === undefined ? "" : `page ${notice.page + 1}: `;
    terminal.note(`note: ${page}${explain(notice).happened}`);
  }
  if (document.sourceMap.kind === "pdf") {
    document.sourceMap.pages.forEach((page, index) => {
      const label = page.label === String(index + 1) ? "" : ` (labelled ${terminalSafe(page.label)})`;
      const state = page.usability === "text" ? "" : `  [${page.usability}]`;
      terminal.out(`--- page ${index + 1}${label}${state} ---`);
      terminal.out(safeLines(shown.slice(page.start, page.end)));
    });
  } else {
    terminal.out(safeLines(shown));
  }
}

/** Line ends stay; every other control character becomes visible. */
const safeLines = (value: string): string =>
  value
    .split(/\r\n|[\n\r\f]/)
    .map(terminalSafe)
    .join("\n");

/** Positions of a PDF's glyphs are left out: half a million numbers help nobody on a terminal. */
function jsonDocument(document: Document): Record<string, unknown> {
  const { sourceMap, ...rest } = document;
  if (sourceMap.kind !== "pdf") return { ...rest, sourceMap };
  return { ...rest, sourceMap: { kind: "pdf", pages: sourceMap.pages, runs: sourceMap.runs.start.length } };
}
