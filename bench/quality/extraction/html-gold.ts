/**
 * Main content of HTML pages against what people say it is (the test pages of Mozilla's Readability, with their expected
 * articles): precision and recall over words, counted with their number, so that neither a lost nor a doubled word hides.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { DEFAULT_LIMITS } from "../../../core/base/limits.ts";
import type { ExtractionHost } from "../../../core/extract/port.ts";
import type { Document } from "../../../core/model/document.ts";
import { words } from "../../../test/support/cases/shingles.ts";
import { mean } from "./figures.ts";

export interface HtmlScore {
  readonly page: string;
  readonly precision: number;
  readonly recall: number;
  /** Of the whole text of the page, navigation and all: what a search can find. */
  readonly recallOfAll: number;
}

export async function scoreHtml(host: ExtractionHost, folder: string): Promise<HtmlScore[]> {
  const scores: HtmlScore[] = [];
  if (!existsSync(folder)) return scores;
  for (const page of readdirSync(folder).sort()) {
    const [source, expected] = ["source.html", "expected.html"].map((name) => path.join(folder, page, name));
    if (!existsSync(source!) || !existsSync(expected!)) continue;
    const bytes = new Uint8Array(readFileSync(source!));
    const outcome = await host.extract({ bytes, name: "source.html", limits: DEFAULT_LIMITS });
    if (!outcome.ok) {
      scores.push({ page, precision: 0, recall: 0, recallOfAll: 0 });
      continue;
    }
    const gold = words(textOfMarkup(readFileSync(expected!, "utf8")));
    const main = words(mainTextOf(outcome.value));
    scores.push({
      page,
      precision: shared(main, gold) / Math.max(1, main.length),
      recall: shared(gold, main) / Math.max(1, gold.length),
      recallOfAll: shared(gold, words(outcome.value.text)) / Math.max(1, gold.length),
    });
  }
  return scores;
}

export function htmlTable(scores: readonly HtmlScore[]): string[] {
  if (scores.length === 0) return ["No pages with expected articles in the folder."];
  const precision = mean(scores.map((score) => score.precision));
  const recall = mean(scores.map((score) => score.recall));
  const worst = scores.filter((score) => score.precision < 0.9 || score.recall < 0.9);
  return [
    `| pages | precision | recall | F1 | recall of the whole text |`,
    `|---|---|---|---|---|`,
    `| ${scores.length} | ${precision.toFixed(3)} | ${recall.toFixed(3)} | ${((2 * precision * recall) / (precision + recall)).toFixed(3)} | ${mean(scores.map((score) => score.recallOfAll)).toFixed(3)} |`,
    "",
    ...worst.map(
      ({ page, precision: p, recall: r }) =>
        `- ${page}: precision ${p.toFixed(2)}, recall ${r.toFixed(2)} (below 0.9)`,
    ),
  ];
}

/** How many of the words `a` has, with their number, are in `b`. */
function shared(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1);
  let count = 0;
  for (const word of a) {
    const available = left.get(word) ?? 0;
    if (available === 0) continue;
    left.set(word, available - 1);
    count++;
  }
  return count;
}

function mainTextOf({ text, sourceMap }: Document): string {
  if (sourceMap.kind !== "html") return text;
  return sourceMap.blocks
    .filter(({ main }) => main)
    .map(({ start, end }) => text.slice(start, end))
    .join("\n");
}

/** Every text node, with a blank between two: the expected articles hold no scripts. */
function textOfMarkup(markup: string): string {
  const pieces: string[] = [];
  const open: DefaultTreeAdapterTypes.Node[] = [parse(markup)];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.nodeName === "#text") pieces.push((node as DefaultTreeAdapterTypes.TextNode).value);
    if ("childNodes" in node) open.push(...node.childNodes.toReversed());
  }
  return pieces.join("");
}
