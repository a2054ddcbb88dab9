/**
 * How HTML elements shape text: which start a line of their own, which hold no text for readers, which only stand in
 * for something else. After the HTML standard, section 15.3 (the rendering of elements), without style sheets.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Text before, inside and after never runs together. Controls are here too: side by side they are no words. */
export const BLOCK_ELEMENTS = words(
  "address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption " +
    "figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup " +
    "option p plaintext pre search section select summary table tbody td textarea tfoot th thead tr ul xmp",
);

export const CELL_ELEMENTS = words("td th");
/** After these a table cell no longer has a neighbour on its left. */
export const ROW_ELEMENTS = words("tr table thead tbody tfoot caption");

/** Line ends inside count. */
export const PREFORMATTED_ELEMENTS = words("pre listing plaintext xmp textarea");

/** Programs, styles, what is shown only when scripts or frames are off, and parentheses around ruby. */
export const SKIPPED_ELEMENTS = words(
  "head script style template noscript noembed noframes iframe title rp annotation annotation-xml metadata desc",
);

/** Shown only where a browser cannot show the element itself. */
export const FALLBACK_ELEMENTS = words("object video audio canvas datalist");

/** Readings beside the base text: they come after the paragraph, so that they do not cut its words apart. */
export const READING_ELEMENTS = words("rt rtc");
