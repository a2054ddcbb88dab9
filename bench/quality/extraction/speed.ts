/** Pages and documents a second, beside pdftotext and pandoc on the same files where they are installed. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { DEFAULT_LIMITS } from "../../../core/base/limits.ts";
import type { ExtractionHost } from "../../../core/extract/port.ts";
import type { Document } from "../../../core/model/document.ts";
import { median, timeOf, versionOf } from "./figures.ts";

const RUNS = 3;

interface Timed {
  readonly document: Document;
  readonly milliseconds: number;
}

export async function speedLines(host: ExtractionHost, folder: string): Promise<string[]> {
  return [
    ...(await pdfLines(host, path.join(folder, "pdf"))),
    "",
    ...(await docxLines(host, path.join(folder, "docx"))),
    "",
    "Our times are those of one child process that is already running, with positions for every character; the other programs are started for each file and give text only.",
  ];
}

async function pdfLines(host: ExtractionHost, folder: string): Promise<string[]> {
  const other = versionOf("pdftotext", "-v");
  let pages = 0;
  let ours = 0;
  let theirs = 0;
  let files = 0;
  for (const file of filesIn(folder, /\.pdf$/i)) {
    const timed = await timedReading(host, file);
    if (timed?.document.sourceMap.kind !== "pdf") continue;
    const times = other === undefined ? [] : repeated(() => timeOf("pdftotext", ["-layout", file, "-"]));
    if (other !== undefined && times.length === 0) continue;
    files++;
    pages += timed.document.sourceMap.pages.length;
    ours += timed.milliseconds;
    theirs += median(times);
  }
  if (files === 0) return ["No PDF files in the folder."];
  const perSecond = (milliseconds: number): string => ((1_000 * pages) / milliseconds).toFixed(0);
  return [
    "| PDF | files | pages | pages a second |",
    "|---|---|---|---|",
    `| Pincite | ${files} | ${pages} | ${perSecond(ours)} |`,
    ...(other === undefined ? [] : [`| ${other} | ${files} | ${pages} | ${perSecond(theirs)} |`]),
  ];
}

async function docxLines(host: ExtractionHost, folder: string): Promise<string[]> {
  const other = versionOf("pandoc", "--version");
  const ours: number[] = [];
  const theirs: number[] = [];
  for (const file of filesIn(folder, /\.docx$/i)) {
    const timed = await timedReading(host, file);
    if (timed === undefined) continue;
    const times = other === undefined ? [] : repeated(() => timeOf("pandoc", [file, "-t", "plain"]));
    if (other !== undefined && times.length === 0) continue;
    ours.push(timed.milliseconds);
    if (times.length > 0) theirs.push(median(times));
  }
  if (ours.length === 0) return ["No Word documents in the folder."];
  return [
    "| Word | files | milliseconds a file (median) |",
    "|---|---|---|",
    `| Pincite | ${ours.length} | ${median(ours).toFixed(1)} |`,
    ...(other === undefined ? [] : [`| ${other} | ${theirs.length} | ${median(theirs).toFixed(1)} |`]),
  ];
}

/** The median of some readings; undefined when the file cannot be read. */
async function timedReading(host: ExtractionHost, file: string): Promise<Timed | undefined> {
  const request = {
    bytes: new Uint8Array(readFileSync(file)),
    name: path.basename(file),
    limits: DEFAULT_LIMITS,
  };
  const times: number[] = [];
  let document: Document | undefined;
  // The first reading may start a process and load a reader; it does not count.
  for (let run = 0; run <= RUNS; run++) {
    const start = performance.now();
    const outcome = await host.extract(request);
    if (!outcome.ok) return undefined;
    document = outcome.value;
    if (run > 0) times.push(performance.now() - start);
  }
  return document === undefined ? undefined : { document, milliseconds: median(times) };
}

function repeated(time: () => number | undefined): number[] {
  return Array.from({ length: RUNS }, time).filter((one) => one !== undefined);
}

const filesIn = (folder: string, pattern: RegExp): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => pattern.test(name))
        .sort()
        .map((name) => path.join(folder, name))
    : [];
