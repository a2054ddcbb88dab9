/**
 * Word lint: a report states facts; it does not accuse, jest or advertise. Refuses words that do, in what people read.
 *
 *   node tools/check-words.ts [files or folders ...]     (default: core/evidence, docs, README.md)
 *
 * A line that must name such a word (a glossary of refused words, the title of a law) says `words-allow` in a comment.
 * Exit code 1 when a word is found.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

interface Refusal {
  readonly pattern: RegExp;
  readonly why: string;
}

const REFUSED: readonly Refusal[] = [
  ...[
    "plagiari\\w*",
    "infring\\w*",
    "guilt\\w*",
    "culprit\\w*",
    "offender\\w*",
    "wrongdo\\w*",
    "illegal\\w*",
  ].map((word) => refusal(word, "accuses: a finding is a fact")),
  ...[
    "stolen",
    "steal\\w*",
    "stole",
    "theft\\w*",
    "thie(?:f|ves)",
    "pira(?:cy|ted)",
    "rip(?:ped)?-?offs?",
    "copycats?",
    "cheat\\w*",
  ].map((word) => refusal(word, "accuses: a finding is a fact")),
  ...["oops", "whoops", "uh-oh", "sorry", "yikes"].map((word) => refusal(word, "jests: say what happened")),
  ...[
    "AI[- ](?:powered|driven|based|assisted|generated)",
    "artificial intelligence",
    "smart(?:er|est)?",
    "magic(?:al|ally)?",
    "revolutionary",
    "cutting-edge",
    "military-grade",
  ].map((word) => refusal(word, "advertises: say what it does")),
];

function refusal(word: string, why: string): Refusal {
  return { pattern: new RegExp(`\\b${word}\\b`, "giu"), why };
}

const ALLOWED = "words-allow";
const EXTENSIONS: ReadonlySet<string> = new Set([".ts", ".md", ".json", ".html", ".txt", ".svelte"]);
const DEFAULT_PLACES = ["core/evidence", "docs", "README.md"];

export interface RefusedWord {
  /** From 1. */
  readonly line: number;
  readonly word: string;
  readonly why: string;
}

export function findRefusedWords(text: string): RefusedWord[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.includes(ALLOWED)) return [];
    return REFUSED.flatMap(({ pattern, why }) =>
      [...line.matchAll(pattern)].map(([word]) => ({ line: index + 1, word, why })),
    );
  });
}

function filesUnder(place: string): string[] {
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && EXTENSIONS.has(path.extname(entry.name)))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

function main(): void {
  const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
  const places = argv.length > 2 ? argv.slice(2) : DEFAULT_PLACES.map((place) => path.join(root, place));
  let found = 0;
  for (const file of places.flatMap(filesUnder)) {
    for (const { line, word, why } of findRefusedWords(readFileSync(file, "utf8"))) {
      console.error(`${path.relative(root, file)}:${line}: "${word}" ${why}`);
      found++;
    }
  }
  if (found > 0) process.exitCode = 1;
  else console.log("words: nothing refused");
}

if (import.meta.main) main();
