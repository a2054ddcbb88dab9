/**
 * The edits of positive instances (FindMyText 2026, section 5.1): what happens to a text on its way through a PDF or a
 * web page. Hyphens inside words, with or without a line break; changed case; boilerplate set between two words;
 * exchanged quotation marks, dashes, ligatures. White space becomes single spaces, as in the original.
 */
import type { Chooser } from "./random.ts";

type Edit = (text: string, chooser: Chooser) => string;

const BOILERPLATE: readonly string[] = [
  "Subscribe to our newsletter for the latest news.",
  "Follow us for more stories like this one.",
  "See also: [first link], [second link].",
  ...Array.from({ length: 8 }, (_, i) => `© 20${String(18 + i)} The Publisher. All rights reserved.`),
  "Privacy | Terms of use | Contact",
  "Start your free trial today!",
  ...Array.from({ length: 8 }, (_, i) => `${String(i + 1)}/${String(i + 2)}`),
  "Next page >",
  "< Previous page",
  ...Array.from({ length: 6 }, (_, i) => `Page ${String(i + 1)} of ${String(i + 3)}`),
  "Share this page: [mail] [print]",
  "Advertisement",
  "About us | Careers | Press",
  "This content may be protected by copyright.",
  "For more information visit our website.",
  "Continue reading >",
  "Comments are closed.",
  "Back to top.",
  "You may also like:",
  "Sign in to read on.",
  "Source: [link]",
  "Last updated recently.",
];

/** One occurrence of the first is replaced by the second, either way round. */
const EXCHANGES: readonly (readonly [string, string])[] = [
  ['"', "“"],
  ['"', "”"],
  ["'", "’"],
  ["'", "‘"],
  ["--", "—"],
  ["-", "–"],
  ["...", "…"],
  ["fi", "ﬁ"],
  ["fl", "ﬂ"],
  ["(c)", "©"],
];

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

/** Between a vowel and a consonant that a vowel follows, or between two consonants: near enough to syllables. */
const SYLLABLE_BORDERS = [
  /(?<=[a-z][aeiouy])(?=[b-df-hj-np-tv-xz][aeiouy][a-z])/g,
  /(?<=[aeiouy][b-df-hj-np-tv-xz])(?=[b-df-hj-np-tv-xz][aeiouy][a-z]*)/g,
];

export const hyphenate: Edit = (text, chooser) => {
  const all = words(text);
  let left = 2;
  for (const i of chooser.shuffled([...all.keys()])) {
    const word = all[i]!;
    if (word.length < 5 || word.includes("-")) continue;
    const borders = SYLLABLE_BORDERS.flatMap((border) =>
      [...word.matchAll(border)].map(({ index }) => index),
    );
    if (borders.length === 0) continue;
    const at = chooser.of(borders);
    all[i] = `${word.slice(0, at)}${chooser.share() < 0.5 ? "-" : "-\n"}${word.slice(at)}`;
    if (--left === 0) break;
  }
  return all.join(" ");
};

export const changeCase: Edit = (text, chooser) => {
  const all = words(text);
  const titled = [...all.keys()].filter((i) => /^[A-Z][a-z]+/.test(all[i]!));
  const lower = [...all.keys()].filter((i) => /^[a-z]/.test(all[i]!));
  for (let change = 0; change < 3; change++) {
    if (chooser.share() < 0.5 && titled.length > 0) {
      const i = chooser.of(titled);
      all[i] = all[i]!.toLowerCase();
    } else if (lower.length > 0) {
      const i = chooser.of(lower);
      all[i] =
        chooser.share() < 0.5 ? all[i]!.toUpperCase() : all[i]!.charAt(0).toUpperCase() + all[i]!.slice(1);
    }
  }
  return all.join(" ");
};

export const addBoilerplate: Edit = (text, chooser) => {
  const all = words(text);
  all.splice(chooser.integer(0, all.length + 1), 0, chooser.of(BOILERPLATE));
  return all.join(" ");
};

export const exchangeCharacters: Edit = (text, chooser) => {
  for (const [one, other] of chooser.shuffled(EXCHANGES)) {
    const [from, to] = chooser.share() < 0.5 ? [one, other] : [other, one];
    const places: number[] = [];
    for (let at = text.indexOf(from); at >= 0; at = text.indexOf(from, at + 1)) places.push(at);
    if (places.length === 0) continue;
    const at = chooser.of(places);
    return text.slice(0, at) + to + text.slice(at + from.length);
  }
  return text;
};

export const EDITS: readonly Edit[] = [hyphenate, changeCase, addBoilerplate, exchangeCharacters];
