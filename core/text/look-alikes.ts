/**
 * Letters of Latin, Greek and Cyrillic that readers cannot tell apart in ordinary fonts.
 *
 * Written by hand after the confusables of Unicode Technical Standard 39, kept to pairs that serve to disguise a word.
 * Pairs are of raw letters: capital В looks like B, small в does not look like b. Digits are left out on purpose:
 * "0" for "o" is spelling, not script mixing.
 */
export type Script = "latin" | "greek" | "cyrillic";

const CYRILLIC_TO_LATIN =
  "АA ВB СC ЕE НH ІI ЈJ КK МM ОO РP ЅS ТT ХX ҮY УY ԚQ ԜW ԌG ѴV ӀI ЁË ЇÏ аa сc ԁd еe һh іi јj ӏl оo рp ԛq гr ѕs ѵv ԝw хx уy үy кk пn ёë їï ԍg";
const GREEK_TO_LATIN =
  "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC ϳj αa εe ιi κk νv οo ρp υu χx γy ηn τt ωw ϲc άá όó ίí ύú έé ΆÁ ΌÓ ΈÉ ΊÍ";
const GREEK_TO_CYRILLIC = "ΑА ΒВ ΕЕ ΗН ΙІ ΚК ΜМ ΟО ΡР ΤТ ΥУ ΧХ ΓГ ΠП ΦФ ϹС αа εе ιі κк οо ρр χх ϲс πп φф γу";

/** For a letter, what it looks like in each other script. */
export const LOOK_ALIKES: Readonly<Record<Script, ReadonlyMap<string, string>>> = {
  latin: table([CYRILLIC_TO_LATIN, false], [GREEK_TO_LATIN, false]),
  cyrillic: table([GREEK_TO_CYRILLIC, false], [CYRILLIC_TO_LATIN, true]),
  greek: table([GREEK_TO_LATIN, true], [GREEK_TO_CYRILLIC, true]),
};

/** Letter to look-alike; where several pairs name a letter, the first counts. */
function table(...lists: readonly (readonly [pairs: string, reversed: boolean])[]): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [pairs, reversed] of lists)
    for (const pair of pairs.split(" ")) {
      const [from, to] = reversed ? [pair.charAt(1), pair.charAt(0)] : [pair.charAt(0), pair.charAt(1)];
      if (!letters.has(from)) letters.set(from, to);
    }
  return letters;
}

/** Script of a UTF-16 unit, if it is a letter of one of the three. */
export function scriptOf(unit: number): Script | undefined {
  if (unit < 0x41) return undefined;
  if (unit <= 0x7a) return unit <= 0x5a || unit >= 0x61 ? "latin" : undefined;
  if (unit < 0xc0) return undefined;
  if (unit <= 0x24f) return unit === 0xd7 || unit === 0xf7 ? undefined : "latin";
  if (unit >= 0x0370 && unit <= 0x03ff) return unit >= 0x03e2 && unit <= 0x03ef ? undefined : "greek";
  if (unit >= 0x0400 && unit <= 0x052f) return unit >= 0x0482 && unit <= 0x0489 ? undefined : "cyrillic";
  if (unit >= 0x1e00 && unit <= 0x1eff) return "latin";
  if (unit >= 0x1f00 && unit <= 0x1fff) return "greek";
  if (unit >= 0x1c80 && unit <= 0x1c8f) return "cyrillic";
  return undefined;
}
