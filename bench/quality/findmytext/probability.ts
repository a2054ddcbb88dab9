/**
 * From a score to the probability that a fragment of at least L0 characters is shared (FindMyText 2026, section 4).
 *
 * Of L0 characters, L0 / 5.5 words, density x words fingerprints are expected to be selected, N0; with a Poisson number
 * of them, P = Phi((n - N0) / sqrt(N0)). The tool takes 1 / w for the density. Winnowing selects 2 / (w + 1) (Schleimer,
 * Wilkerson, Aiken 2003, section 3.1), for w = 6 1.7 times as many: with 1 / w a fragment of 0.58 L0 is given P = 0.5.
 */
export const CHARACTERS_PER_WORD = 5.5;

export const peerDensity = (window: number): number => 1 / window;
export const winnowingDensity = (window: number): number => 2 / (window + 1);

export function containmentProbability(score: number, characters: number, density: number): number {
  const expected = (characters / CHARACTERS_PER_WORD) * density;
  return normalCdf((score - expected) / Math.sqrt(expected));
}

/** Phi, by Abramowitz and Stegun 7.1.26; absolute error below 1.5e-7. */
export function normalCdf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const erf = 1 - polynomial * Math.exp(-x * x);
  return z < 0 ? (1 - erf) / 2 : (1 + erf) / 2;
}
