/**
 * Containment of one text in another by sets of k-word shingles (Broder 1997), measured the way the right answers
 * were: lower-cased words after NFKC, no other folds, words broken at line ends left broken.
 */
export function words(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []
  );
}

export function shingles(text: string, k: number): Set<string> {
  const list = words(text);
  const found = new Set<string>();
  for (let start = 0; start + k <= list.length; start++) found.add(list.slice(start, start + k).join(" "));
  return found;
}

/** Share of the shingles of `a` that `b` has too; 0 when `a` has none. */
export function containment(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0) return 0;
  let shared = 0;
  for (const shingle of a) if (b.has(shingle)) shared++;
  return shared / a.size;
}

export interface PairAnswer {
  /** What stands before the first colon, bracket or blank: the other file. Most likely reading first. */
  readonly otherFile: readonly string[];
  readonly k: number;
  /** Share of the shingles of the row's file in the other file, and the other way round, where the answer says. */
  readonly forward?: number;
  readonly backward?: number;
  /** Files named as ones that must not share text with the other file. */
  readonly unrelated: readonly string[];
}

/** Reads answers such as `b.txt : 82 % of its 8-word shingles (OCR noise); reverse 27 %`. */
export function parsePairAnswer(answer: string): PairAnswer {
  const otherFile = [
    answer.split(" : ")[0]!,
    answer.split(" (")[0]!,
    answer.split(/[\s;]/)[0]!.replace(/[,:]$/, ""),
  ];
  const rest = answer.slice(otherFile[2]!.length);
  const shares = [...rest.matchAll(/(\d+(?:\.\d+)?)\s*%|\b([01]\.\d+)\b/g)].map((found) =>
    found[1] === undefined ? Number(found[2]) : Number(found[1]) / 100,
  );
  const [forward, second] = shares;
  const backward = /each way/.test(rest) ? forward : second;
  return {
    otherFile: [...new Set(otherFile.map((name) => name.trim()))],
    k: Number(/(\d+)-word/.exec(rest)?.[1] ?? 8),
    ...(forward === undefined ? {} : { forward }),
    ...(backward === undefined ? {} : { backward }),
    unrelated: [...rest.matchAll(/(\S+\.\w+)\s+must not\b/gi)].map((found) => found[1]!),
  };
}
