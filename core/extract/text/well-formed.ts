/**
 * Text that survives being stored: a lone surrogate has no UTF-8 form, so each becomes U+FFFD (one unit for one unit,
 * offsets stay). Every front-end passes its text through here; the border refuses what did not.
 */
export const wellFormed = (text: string): string => text.toWellFormed();
