/**
 * Rewording by rule, for negative instances: words are replaced by others of the same kind, exchanged with their
 * neighbour, or left out. The result keeps the subject, the function words and most of the vocabulary of its source, as
 * a paraphrase does; it need not make sense. (The paper asks a language model; a rule can be repeated by anyone.)
 */
import type { Chooser } from "./random.ts";

const SYNONYMS: readonly (readonly string[])[] = [
  ["big", "large", "great", "vast"],
  ["small", "little", "slight", "minor"],
  ["said", "told", "remarked", "replied", "answered"],
  ["good", "fine", "sound", "decent"],
  ["bad", "poor", "wrong", "ill"],
  ["old", "aged", "ancient", "former"],
  ["new", "fresh", "recent", "novel"],
  ["begin", "start", "commence", "open"],
  ["end", "finish", "close", "stop"],
  ["make", "create", "produce", "build"],
  ["use", "employ", "apply", "take"],
  ["get", "obtain", "receive", "gain"],
  ["give", "offer", "grant", "provide"],
  ["see", "notice", "observe", "perceive"],
  ["think", "believe", "suppose", "hold"],
  ["many", "several", "numerous", "various"],
  ["often", "frequently", "commonly", "regularly"],
  ["must", "should", "ought", "need"],
  ["but", "yet", "although", "however"],
  ["because", "since", "as", "for"],
  ["which", "that"],
  ["the", "a", "this", "that"],
  ["in", "within", "inside", "during"],
  ["of", "from", "about"],
  ["and", "or", "also", "plus"],
  ["with", "by", "through", "beside"],
  ["was", "is", "had been", "became"],
  ["were", "are", "had been", "became"],
  ["he", "the man", "someone"],
  ["she", "the woman", "someone"],
  ["they", "people", "these"],
  ["it", "this", "the thing"],
];

const ALTERNATIVES = new Map(
  SYNONYMS.flatMap((group) => group.map((word) => [word, group.filter((other) => other !== word)] as const)),
);

export class Rewording {
  private readonly byLength = new Map<number, string[]>();

  /** `vocabulary`: the text that replacement words are taken from. */
  constructor(vocabulary: string) {
    for (const word of new Set(vocabulary.toLowerCase().match(/[a-z]{3,14}/g) ?? [])) {
      const list = this.byLength.get(word.length);
      if (list === undefined) this.byLength.set(word.length, [word]);
      else list.push(word);
    }
  }

  /** Changes about `share` of the words. */
  reword(text: string, share: number, chooser: Chooser): string {
    const all = text.split(" ");
    for (let i = 0; i < all.length; i++) {
      if (chooser.share() >= share) continue;
      const kind = chooser.share();
      if (kind < 0.15 && i + 1 < all.length) [all[i], all[i + 1]] = [all[i + 1]!, all[i]!];
      else if (kind < 0.25) all[i] = "";
      else all[i] = this.another(all[i]!, chooser);
    }
    return all.filter((word) => word !== "").join(" ");
  }

  /** A synonym if there is one, else a word of about the same length; case and punctuation stay. */
  private another(word: string, chooser: Chooser): string {
    return word.replace(/[A-Za-z]+/, (letters) => {
      const lower = letters.toLowerCase();
      const length = Math.max(3, Math.min(14, letters.length + chooser.integer(-1, 2)));
      const found = chooser.of(ALTERNATIVES.get(lower) ?? this.byLength.get(length) ?? [lower]);
      return letters === lower ? found : found.charAt(0).toUpperCase() + found.slice(1);
    });
  }
}
