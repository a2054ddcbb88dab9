/**
 * Planted works: a table says which rows of a data set hold which characters of which work. The rows become a folder
 * of text files, the works are checked against it, and each verdict is compared with what the table implies.
 *
 * Offsets count code points of the work's file after CRLF -> LF, a byte-order mark counting as one.
 */
import { parseTable } from "./expected-table.ts";
import { fails, passed, type Verdict } from "./verdict.ts";

export interface PlantedPiece {
  readonly work: string;
  readonly documentId: string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

export function parseGold(text: string): PlantedPiece[] {
  return parseTable(text).map((cells) => ({
    work: cells["work"] ?? "",
    documentId: cells["doc_id"] ?? cells["document"] ?? "",
    kind: cells["kind"] ?? "",
    start: Number(cells["start_char"] ?? 0),
    end: Number(cells["end_char"] ?? 0),
  }));
}

/** The rows of a JSONL data set as (id, text); lines that are no such object are counted, not guessed at. */
export function parseJsonl(text: string): { rows: { id: string; text: string }[]; broken: number } {
  const rows: { id: string; text: string }[] = [];
  let broken = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    try {
      const untrusted: unknown = JSON.parse(line);
      const { id, text: body } = untrusted as Record<string, unknown>;
      if (typeof body === "string" && (typeof id === "string" || typeof id === "number"))
        rows.push({ id: String(id), text: body });
      else broken++;
    } catch {
      broken++;
    }
  }
  return { rows, broken };
}

export interface MeasuredWork {
  /** Verbatim words of the work found in all documents together, as a share. */
  readonly coverage: number;
  /** Words equal in near passages, outside those. */
  readonly near: number;
  readonly extent: string;
  /** Share of the work found in each document, by id. */
  readonly byDocument: ReadonlyMap<string, number>;
}

/** Planted verbatim: chapter breaks and stray runs of nine words elsewhere cost or give this much. */
const VERBATIM_SLACK = 0.015;
/** Another edition differs in a few words of every hundred; the rest must be found. */
const EDITION_LEAST = 0.85;
/** What a work that is only quoted may have besides the quotation. */
const STRAY = 0.005;
/** A planted piece counts as found when this share of it is. */
const PIECE_LEAST = 0.8;

const covered = (pieces: readonly PlantedPiece[]): number => {
  let total = 0;
  let reached = 0;
  for (const { start, end } of [...pieces].sort((a, b) => a.start - b.start)) {
    total += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return total;
};

const percent = (share: number) => `${(100 * share).toFixed(2)} %`;

/** Judges one work: `length` is its file's, in the unit of the pieces. */
export function judgeWork(pieces: readonly PlantedPiece[], length: number, measured: MeasuredWork): Verdict {
  const kinds = pieces.map((piece) => piece.kind.toLowerCase());
  const planted = covered(pieces) / length;
  const missed = pieces.filter((piece) => {
    const least = PIECE_LEAST * ((piece.end - piece.start) / length);
    return (measured.byDocument.get(piece.documentId) ?? 0) < least;
  });
  const got = `${percent(measured.coverage)} verbatim${measured.near > 0 ? `, ${percent(measured.near)} more near` : ""}, extent ${measured.extent}`;
  const lost =
    missed.length === 0 ? [] : [`not found in ${missed.map((piece) => piece.documentId).join(", ")}`];
  if (kinds.some((kind) => kind.includes("quotation") || kind.includes("not contained"))) {
    const wanted = `a quotation only (${percent(planted)})`;
    const quiet = measured.coverage <= planted + STRAY && !["chapter", "whole"].includes(measured.extent);
    return quiet && missed.length === 0
      ? passed(`expected ${wanted}; measured ${got}`)
      : fails(`expected ${wanted}; measured ${got}`, lost);
  }
  if (kinds.some((kind) => kind.includes("other edition"))) {
    const wanted = `another edition of the whole (${percent(EDITION_LEAST)} or more)`;
    const right = measured.coverage >= EDITION_LEAST && missed.length === 0;
    return right
      ? passed(`expected ${wanted}; measured ${got}`)
      : fails(`expected ${wanted}; measured ${got}`, lost);
  }
  const wanted = `${percent(planted)} in ${new Set(pieces.map((piece) => piece.documentId)).size} document(s)`;
  const right = Math.abs(measured.coverage - planted) <= VERBATIM_SLACK && missed.length === 0;
  return right
    ? passed(`expected ${wanted}; measured ${got}`)
    : fails(`expected ${wanted}; measured ${got}`, lost);
}
