/**
 * Copies among documents: which of the documents of a finding are the same text, and which nearly the same, so that
 * "found in 214 documents" can also say how many texts that are.
 *
 * Exact copies are known by the hash of their text; one document of each distinct text is read and sketched, and near
 * copies are joined by the combined rule. The work is bounded: texts beyond the bound are not compared, stand in the
 * result as groups of their own and are named in `notCompared`. Sketches are made on demand and kept by nobody.
 */
import type { CorpusSnapshot, DocumentRecord } from "../index/ports.ts";
import { TokenStream } from "../text/token-stream.ts";
import { tokenise } from "../text/tokenise.ts";
import { type CopyRule, siteOf, type Sketched } from "./rules.ts";
import { copySets } from "./similar.ts";
import { sketchOf } from "./sketch.ts";

/** Documents that are copies of one another; what is joined through a third belongs together. */
export interface CopyGroup {
  /** Ids, ascending. */
  readonly documents: readonly number[];
  /** Distinct texts among them; 1 when all are equal. */
  readonly texts: number;
}

export interface Copies {
  /** Largest first; ties by the least id. Every document stands in exactly one group. */
  readonly groups: readonly CopyGroup[];
  readonly distinctTexts: number;
  /** Ids, ascending, of documents that were compared by their text hash only: beyond the bound, or not readable. */
  readonly notCompared: readonly number[];
}

export interface CopyBounds {
  /** Distinct texts that are sketched. */
  readonly texts: number;
  /** Tokens that are sketched, over all texts. */
  readonly tokens: number;
}

/** Some seconds of work; half a minute on a slow machine. */
export const COPY_BOUNDS: CopyBounds = { texts: 5_000, tokens: 5_000_000 };

/** A document, its text hash and its sketch, if it has one. */
export interface CopyCandidate {
  readonly id: number;
  readonly textSha256: string;
  readonly sketched?: Sketched;
}

/** Groups the documents `records` names, in whose order the bound is used up. */
export function findCopies(
  corpus: CorpusSnapshot,
  records: readonly DocumentRecord[],
  rule: CopyRule = "combined",
  bounds: CopyBounds = COPY_BOUNDS,
): Copies {
  const tokens = new TokenStream();
  const seen = new Set<string>();
  let texts = 0;
  let tokensLeft = bounds.tokens;
  const candidates = records.map(({ id, textSha256, tokenCount, paths }): CopyCandidate => {
    if (seen.has(textSha256)) return { id, textSha256 };
    if (texts >= bounds.texts || tokenCount > tokensLeft) return { id, textSha256 };
    const text = corpus.text(id);
    // Another document of the same text may still be readable.
    if (!text.ok) return { id, textSha256 };
    seen.add(textSha256);
    texts++;
    tokensLeft -= tokenCount;
    const sketch = sketchOf(tokenise(text.value, tokens));
    return { id, textSha256, sketched: { sketch, site: siteOf(paths[0] ?? "") } };
  });
  return groupCopies(candidates, rule);
}

/** Groups candidates: equal text hashes first, then the texts whose sketches are copies by `rule`. */
export function groupCopies(candidates: readonly CopyCandidate[], rule: CopyRule = "combined"): Copies {
  const byText = new Map<string, { ids: number[]; sketched?: Sketched }>();
  for (const { id, textSha256, sketched } of candidates) {
    const text = byText.get(textSha256) ?? { ids: [] };
    text.ids.push(id);
    if (sketched !== undefined) text.sketched ??= sketched;
    byText.set(textSha256, text);
  }
  const texts = [...byText.values()];
  const sketched = texts.filter((text) => text.sketched !== undefined);
  const others = texts.filter((text) => text.sketched === undefined);
  const joined = copySets(
    sketched.map((text) => text.sketched!),
    rule,
  ).sets();
  const groups = [
    ...joined.map((numbers) => numbers.map((number) => sketched[number]!.ids)),
    ...others.map(({ ids }) => [ids]),
  ].map((members): CopyGroup => ({ documents: members.flat().sort(ascending), texts: members.length }));
  return {
    groups: groups.sort(
      (x, y) => y.documents.length - x.documents.length || x.documents[0]! - y.documents[0]!,
    ),
    distinctTexts: texts.length,
    notCompared: others.flatMap(({ ids }) => ids).sort(ascending),
  };
}

const ascending = (x: number, y: number): number => x - y;
