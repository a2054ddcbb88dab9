/**
 * Fold: full case folding.
 *
 * Headings, small capitals and sentence starts change case without changing the words. Going through upper case
 * gives the *full* folding, which may be longer than the letter: ß, ẞ and SS are one, final ς is σ, ı and İ are i
 * (the dot of İ falls with the other combining marks). Source: The Unicode Standard, 3.13, "Default Case Algorithms".
 *
 * Folded letter by letter, so that a Σ cannot depend on its place in the word.
 */
export function foldCase(text: string): string {
  let folded = "";
  for (const character of text.toUpperCase()) folded += character.toLowerCase();
  return folded;
}
