/** Sizes of what travels between window, shell and engine. */

/** Rows of a list in one answer; longer lists are asked for page by page. */
export const MAX_PAGE_ROWS = 1_000;
/** UTF-16 units of text in one request or answer. */
export const MAX_TEXT_UNITS = 2_000_000;
/** Works of one check. */
export const CHECK_MAX_WORKS = 10_000;
/** Passages in the columns of one finding; more are counted, not drawn, and the answer says so. */
export const MAX_COLUMN_PASSAGES = 200_000;
/** Characters a page picture may have on its longer side. */
export const MAX_PICTURE_PIXELS = 8_192;
