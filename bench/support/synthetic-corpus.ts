/**
 * A generated corpus for measuring: texts of some 460 words with the repetitions of real ones.
 *
 * Words follow a Zipf law; a fifth of the text is phrases from a fixed stock; half of the documents begin with one and
 * the same notice, three in five end with one of a thousand boilerplate paragraphs; one in fifty holds an excerpt of one
 * of a hundred books, with three words in a hundred replaced. Document d is the same whatever the size of the corpus,
 * so a corpus of 10,000 is the beginning of one of 100,000.
 */
const VOCABULARY = 200_000;
const PHRASES = 1_000_000;
const TEMPLATES = 1_000;
export const BOOKS = 100;
export const BOOK_WORDS = 100_000;

type Random = () => number;

/** mulberry32, seeded so that neighbouring seeds give unlike sequences. */
export function randomOf(seed: number): Random {
  let state = (seed * 2654435761 + 12345) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 4; i++) next();
  return next;
}

/** Draws i with probability proportional to weight(i) in constant time (Walker's alias method). */
function weighted(n: number, weight: (i: number) => number): (random: Random) => number {
  const share = Float64Array.from({ length: n }, (_, i) => weight(i));
  const sum = share.reduce((total, one) => total + one, 0);
  const keep = new Float64Array(n).fill(1);
  const alias = new Uint32Array(n);
  const small: number[] = [];
  const large: number[] = [];
  for (let i = 0; i < n; i++) {
    share[i]! *= n / sum;
    (share[i]! < 1 ? small : large).push(i);
  }
  while (small.length > 0 && large.length > 0) {
    const [low, high] = [small.pop()!, large.pop()!];
    keep[low] = share[low]!;
    alias[low] = high;
    share[high]! -= 1 - share[low]!;
    (share[high]! < 1 ? small : large).push(high);
  }
  return (random) => {
    const at = random() * n;
    const i = Math.floor(at);
    return at - i < keep[i]! ? i : alias[i]!;
  };
}

const SYLLABLES = Array.from("bdfghklmnprstvz").flatMap((consonant) =>
  Array.from("aeiou", (vowel) => consonant + vowel),
);

/** Bring the mean to some six bytes a word, space included, as in English. */
const SUFFIXES = ["n", "", "st", "r"];

/** A pronounceable word for a number; common words are short. */
function wordOf(number: number): string {
  let word = "";
  for (let rest = number; ; rest = Math.floor(rest / SYLLABLES.length) - 1) {
    word = SYLLABLES[rest % SYLLABLES.length]! + word;
    if (rest < SYLLABLES.length) break;
  }
  return word + SUFFIXES[number % SUFFIXES.length]!;
}

export class SyntheticCorpus {
  private readonly words = Array.from({ length: VOCABULARY }, (_, i) => wordOf(i));
  private readonly word = weighted(VOCABULARY, (i) => 1 / (i + 2.7) ** 1.05);
  private readonly phrase = weighted(PHRASES, (i) => 1 / (i + 5));
  private readonly template = weighted(TEMPLATES, (i) => 1 / (i + 1));
  private readonly phraseStart = new Uint32Array(PHRASES + 1);
  private readonly phraseWords: Uint32Array;
  private readonly templates: readonly number[][];
  private readonly books = new Map<number, readonly number[]>();
  private readonly meanWords: number;

  constructor(meanWords = 400) {
    this.meanWords = meanWords;
    const random = randomOf(99);
    const stock = new Uint32Array(PHRASES * 8);
    let at = 0;
    for (let i = 0; i < PHRASES; i++) {
      this.phraseStart[i] = at;
      const length = 3 + Math.floor(random() * 6);
      for (let j = 0; j < length; j++) stock[at++] = this.word(random);
    }
    this.phraseStart[PHRASES] = at;
    this.phraseWords = stock.slice(0, at);
    const templateRandom = randomOf(7);
    this.templates = Array.from({ length: TEMPLATES }, (_, i) => {
      const length = i === 0 ? 40 : 15 + Math.floor(templateRandom() * 105);
      return Array.from({ length }, () => this.word(templateRandom));
    });
  }

  text(document: number): string {
    return this.written(this.documentWords(document));
  }

  /** Words [from, to) of a book, as one text. */
  bookText(book: number, from = 0, to = BOOK_WORDS): string {
    return this.written(this.bookWords(book).slice(from, to));
  }

  /** Sentences of a dozen words, paragraphs of half a dozen sentences. */
  private written(numbers: readonly number[]): string {
    let text = "";
    for (const [i, number] of numbers.entries()) {
      const word = this.words[number]!;
      const first = i % 12 === 0;
      text += first ? word[0]!.toUpperCase() + word.slice(1) : word;
      text += i % 72 === 71 ? ".\n" : i % 12 === 11 ? ". " : i % 12 === 5 ? ", " : " ";
    }
    return text;
  }

  private documentWords(document: number): number[] {
    const random = randomOf(document + 1);
    const normal = Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
    const length = Math.max(60, Math.min(20_000, Math.floor(this.meanWords * 0.8 * Math.exp(0.67 * normal))));
    const out: number[] = [];
    if (random() < 0.5) out.push(...this.templates[0]!);
    this.fill(random, out, out.length + length);
    if (random() < 0.02) {
      const book = this.bookWords(Math.floor(random() * BOOKS));
      const excerpt = 50 + Math.floor(random() * 350);
      const offset = Math.floor(random() * (BOOK_WORDS - excerpt));
      for (let j = 0; j < excerpt; j++) out.push(random() < 0.03 ? this.word(random) : book[offset + j]!);
      this.fill(random, out, out.length + 20);
    }
    if (random() < 0.6) out.push(...this.templates[this.template(random)]!);
    return out;
  }

  private bookWords(book: number): readonly number[] {
    let words = this.books.get(book);
    if (words === undefined) {
      const filled: number[] = [];
      this.fill(randomOf(1_000_000 + book), filled, BOOK_WORDS);
      words = filled;
      this.books.set(book, words);
    }
    return words;
  }

  private fill(random: Random, out: number[], until: number): void {
    while (out.length < until) {
      if (random() < 0.22) {
        const phrase = this.phrase(random);
        for (let j = this.phraseStart[phrase]!; j < this.phraseStart[phrase + 1]! && out.length < until; j++)
          out.push(this.phraseWords[j]!);
      } else for (let j = 0; j < 4 && out.length < until; j++) out.push(this.word(random));
    }
  }
}
