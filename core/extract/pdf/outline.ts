/**
 * The file's own table of contents (ISO 32000-2, 12.3.3), as places on pages; `chapters.ts` finds the text.
 *
 * Hostile like everything of the file: entries of the wrong form are passed over, depth and number are bounded.
 */
import { shortText } from "./facts.ts";
import type { PdfEngineDocument, PdfReference } from "./pdf-engine.ts";

export interface OutlineEntry {
  readonly title: string;
  /** 0 for entries at the top. */
  readonly level: number;
  /** In the page's user space; absent where the entry names only the page. */
  readonly x?: number;
  readonly y?: number;
}

/** Entries by the key of their page, in the order of the table. */
export type Outline = ReadonlyMap<string, readonly OutlineEntry[]>;

const MOST_ENTRIES = 5_000;
const MOST_LEVELS = 8;
const MAX_TITLE_UNITS = 300;

/** Pages are named by the number of their object, in some files by their number. */
export const keyOfPage = ({ num, gen }: PdfReference): string => `${num} ${gen}`;
export const keyOfPageNumber = (zeroBased: number): string => `page ${zeroBased}`;

export async function readOutline(file: PdfEngineDocument): Promise<Outline> {
  const untrusted = await file.getOutline().catch(() => null);
  const found = new Map<string, OutlineEntry[]>();
  const flat = flattened(untrusted);
  const named = await destinationsOf(file, flat);
  for (const { untrustedTitle, level, dest } of flat) {
    const title = shortText(untrustedTitle, MAX_TITLE_UNITS);
    const place = placeOf(typeof dest === "string" ? named.get(dest) : dest);
    if (title === undefined || place === undefined) continue;
    const { key, ...at } = place;
    const entries = found.get(key);
    if (entries === undefined) found.set(key, [{ title, level, ...at }]);
    else entries.push({ title, level, ...at });
  }
  return found;
}

/** One by one: a book made with TeX names ten places for each that its table of contents points to. */
async function destinationsOf(
  file: PdfEngineDocument,
  entries: readonly FlatEntry[],
): Promise<ReadonlyMap<string, unknown>> {
  const names = new Set(entries.flatMap(({ dest }) => (typeof dest === "string" ? [dest] : [])));
  const found = Array.from(
    names,
    async (name) => [name, await file.getDestination(name).catch(() => null)] as const,
  );
  return new Map(await Promise.all(found));
}

interface FlatEntry {
  readonly untrustedTitle: unknown;
  readonly level: number;
  readonly dest: unknown;
}

function flattened(untrustedOutline: unknown): FlatEntry[] {
  const flat: FlatEntry[] = [];
  const add = (untrustedEntries: unknown, level: number): void => {
    if (!Array.isArray(untrustedEntries) || level >= MOST_LEVELS) return;
    for (const untrusted of untrustedEntries as unknown[]) {
      if (flat.length >= MOST_ENTRIES) return;
      flat.push({ untrustedTitle: valueOf(untrusted, "title"), level, dest: valueOf(untrusted, "dest") });
      add(valueOf(untrusted, "items"), level + 1);
    }
  };
  add(untrustedOutline, 0);
  return flat;
}

function valueOf(untrusted: unknown, name: string): unknown {
  if (typeof untrusted !== "object" || untrusted === null || !Object.hasOwn(untrusted, name))
    return undefined;
  return (untrusted as Record<string, unknown>)[name];
}

/** An explicit destination: page, kind of view, numbers of the view (ISO 32000-2, table 149). */
function placeOf(untrustedDest: unknown): { key: string; x?: number; y?: number } | undefined {
  if (!Array.isArray(untrustedDest)) return undefined;
  const [page, view, ...numbers] = untrustedDest as unknown[];
  const key = keyIn(page);
  if (key === undefined) return undefined;
  const kind = valueOf(view, "name");
  const [x, y] =
    kind === "XYZ" ? numbers : kind === "FitH" || kind === "FitBH" ? [undefined, numbers[0]] : [];
  return { key, ...(isNumber(x) ? { x } : {}), ...(isNumber(y) ? { y } : {}) };
}

function keyIn(untrustedPage: unknown): string | undefined {
  if (isNumber(untrustedPage)) return keyOfPageNumber(untrustedPage);
  const [num, gen] = [valueOf(untrustedPage, "num"), valueOf(untrustedPage, "gen")];
  return isNumber(num) && isNumber(gen) ? keyOfPage({ num, gen }) : undefined;
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
