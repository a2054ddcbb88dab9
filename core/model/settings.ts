/**
 * The parameters of the method, with the reason for each default. A finding carries all of them.
 *
 * METHOD_VERSION changes whenever the same inputs could give another finding.
 */
export const METHOD_VERSION = "1.0.0";
export const REPORT_FORMAT = 1;

/** Tokens per k-gram in scripts that separate words (INDEX: 4 keeps noise low and still sees 9-word runs). */
export const K_WORDS = 4;
/** Tokens per k-gram that starts on a token of an unspaced script, where a token is one character. */
export const K_UNSPACED = 8;
/** Hashes per winnowing window. */
export const WINDOW = 6;
/** Any shared run of this many words shares a fingerprint: t = w + k - 1 (Schleimer, Wilkerson, Aiken 2003, section 4.2). */
export const GUARANTEED_WORDS = WINDOW + K_WORDS - 1;
export const GUARANTEED_CHARACTERS = WINDOW + K_UNSPACED - 1;

/** Works up to this many tokens are queried with every k-gram; longer ones with their winnowed fingerprints. */
export const EVERY_KGRAM_MAX_TOKENS = 20_000;

export interface DetectionSettings {
  /** Shortest verbatim run, in words, that is reported and counted. Below GUARANTEED_WORDS detection is not guaranteed. */
  readonly minRun: number;
  /** Largest distance between two connected hits, in tokens (FindMyText 2026, section 3). */
  readonly tauPos: number;
  /** Largest difference of their offsets, in tokens. */
  readonly tauOff: number;
  /** Fewest hits in a chain. */
  readonly kappa: number;
  /** Postings of one fingerprint that are read; the exact document frequency is known all the same (INDEX, C). */
  readonly postingCap: number;
  /** Documents opened to confirm runs too short for a chain, rarest fingerprints first. Infinity searches all. */
  readonly shortRunBudget: number;
  /** `auto`: every k-gram up to EVERY_KGRAM_MAX_TOKENS, winnowed fingerprints above. */
  readonly query: "auto" | "every-kgram" | "winnowed";
}

export const DEFAULT_SETTINGS: DetectionSettings = {
  minRun: 9,
  tauPos: 30,
  tauOff: 10,
  kappa: 5,
  postingCap: 1_000,
  shortRunBudget: 2_000,
  query: "auto",
};

/** Run lengths for "coverage by minimum run", in words (DESIGN, Measure; 11: CJEU Infopaq, C-5/08). */
export const COVERAGE_RUN_LENGTHS = [9, 11, 25, 50, 100, 250] as const;
