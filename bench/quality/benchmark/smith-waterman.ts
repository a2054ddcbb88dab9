/**
 * The oracle: the best local alignment of two texts, character by character (Smith and Waterman 1981), with the costs of
 * FindMyText's tool. An equal character scores 1; leaving one out, or putting one for another, costs
 *
 *     white space 0.1    dashes 0.2    punctuation 0.3    symbols 0.5    anything else 1
 *
 * where a replacement is cheap only within one class, and between the two cases of a letter (0.2). Scores are kept in
 * tenths, so that they are exact. O(n m) time, O(m) memory.
 */
export interface Region {
  readonly score: number;
  /** The aligned stretch of the second text. */
  readonly start: number;
  readonly end: number;
}

const CLASSES: readonly (readonly [characters: string, cost: number])[] = [
  [" \t\n\r", 1],
  ["-—–", 2],
  [".,!?;:", 3],
  ["@#$%^&*()_+=/\\|<>", 5],
];
const OTHER = CLASSES.length;
const EQUAL = 10;

const classOf = (character: string): number => {
  const found = CLASSES.findIndex(([characters]) => characters.includes(character));
  return found < 0 ? OTHER : found;
};
const gapCost = (character: string): number => CLASSES[classOf(character)]?.[1] ?? 10;

function replacementCost(one: string, other: string): number {
  const group = classOf(one);
  if (group !== OTHER && group === classOf(other)) return CLASSES[group]![1];
  return one.toLowerCase() === other.toLowerCase() ? 2 : 10;
}

/** Both texts as numbers of a small alphabet, with what each character and each pair of characters comes to. */
class Alphabet {
  readonly size: number;
  readonly gap: Int32Array;
  /** [one * size + other]: what setting one under the other adds. */
  readonly pair: Int32Array;
  private readonly numbers = new Map<number, number>();

  constructor(...texts: string[]) {
    for (const text of texts) {
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        if (!this.numbers.has(unit)) this.numbers.set(unit, this.numbers.size);
      }
    }
    const characters = [...this.numbers.keys()].map((unit) => String.fromCharCode(unit));
    this.size = characters.length;
    this.gap = Int32Array.from(characters, gapCost);
    this.pair = new Int32Array(this.size ** 2);
    for (const [i, one] of characters.entries()) {
      for (const [j, other] of characters.entries()) {
        this.pair[i * this.size + j] = i === j ? EQUAL : -replacementCost(one, other);
      }
    }
  }

  encode(text: string): Int32Array {
    return Int32Array.from({ length: text.length }, (_, i) => this.numbers.get(text.charCodeAt(i))!);
  }
}

/** Score of the best local alignment. */
export function alignmentScore(one: string, other: string): number {
  const alphabet = new Alphabet(one, other);
  const rows = alphabet.encode(one);
  const columns = alphabet.encode(other);
  const { size, gap, pair } = alphabet;
  const count = columns.length;
  const above = new Int32Array(count + 1);
  const columnGap = Int32Array.from(columns, (number) => gap[number]!);
  let best = 0;
  for (const row of rows) {
    const line = row * size;
    const rowGap = gap[row]!;
    let diagonal = 0;
    let left = 0;
    for (let j = 0; j < count; j++) {
      const up = above[j + 1]!;
      let score = diagonal + pair[line + columns[j]!]!;
      if (up - rowGap > score) score = up - rowGap;
      if (left - columnGap[j]! > score) score = left - columnGap[j]!;
      if (score < 0) score = 0;
      if (score > best) best = score;
      diagonal = up;
      above[j + 1] = score;
      left = score;
    }
  }
  return best / 10;
}

export interface Regions {
  readonly score: number;
  /** Stretches of the second text that do not overlap, best first. */
  readonly regions: readonly Region[];
}

/** Score of the best local alignment, and the stretches of the second text whose alignment scores at least `least`. */
export function regionsFrom(one: string, other: string, least: number): Regions {
  const alphabet = new Alphabet(one, other);
  const rows = alphabet.encode(one);
  const columns = alphabet.encode(other);
  const { size, gap, pair } = alphabet;
  const count = columns.length;
  const bound = Math.max(1, least * 10);
  const above = new Int32Array(count + 1);
  // Where in the second text the alignment that ends in a cell begins.
  const aboveStart = Int32Array.from({ length: count + 1 }, (_, j) => j);
  const columnGap = Int32Array.from(columns, (number) => gap[number]!);
  // By start: the best score of an alignment that begins there, and its end.
  const bestScore = new Int32Array(count + 1);
  const bestEnd = new Int32Array(count + 1);
  let best = 0;
  for (const row of rows) {
    const line = row * size;
    const rowGap = gap[row]!;
    let diagonal = 0;
    let diagonalStart = 0;
    let left = 0;
    let leftStart = 0;
    for (let j = 0; j < count; j++) {
      const up = above[j + 1]!;
      const upStart = aboveStart[j + 1]!;
      let score = diagonal + pair[line + columns[j]!]!;
      let from = diagonal === 0 ? j : diagonalStart;
      if (up - rowGap > score) {
        score = up - rowGap;
        from = upStart;
      }
      if (left - columnGap[j]! > score) {
        score = left - columnGap[j]!;
        from = leftStart;
      }
      if (score <= 0) {
        score = 0;
        from = j + 1;
      } else {
        if (score > best) best = score;
        if (score >= bound && score > bestScore[from]!) {
          bestScore[from] = score;
          bestEnd[from] = j + 1;
        }
      }
      diagonal = up;
      diagonalStart = upStart;
      above[j + 1] = score;
      aboveStart[j + 1] = from;
      left = score;
      leftStart = from;
    }
  }
  return { score: best / 10, regions: apart(bestScore, bestEnd) };
}

function apart(bestScore: Int32Array, bestEnd: Int32Array): Region[] {
  const chosen: Region[] = [];
  const starts = [...bestScore.keys()].filter((start) => bestScore[start]! > 0);
  for (const start of starts.sort((x, y) => bestScore[y]! - bestScore[x]! || x - y)) {
    const end = bestEnd[start]!;
    if (chosen.every((region) => end <= region.start || start >= region.end)) {
      chosen.push({ score: bestScore[start]! / 10, start, end });
    }
  }
  return chosen;
}
