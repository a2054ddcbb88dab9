/**
 * Text that survives being stored: a lone surrogate has no UTF-8 form, so each becomes U+FFFD, one unit for one unit, so
 * that offsets stay. Every document passes through here on its way out; the border refuses what did not.
 */
import type { Document, DocumentMetadata } from "../../model/document.ts";

/** Longer titles and names are not names any more; where a file shows them, its text has them in full. */
export const METADATA_UNITS = 1_000;

export function storable(document: Document): Document {
  const { title, author, language } = document.metadata;
  const metadata: DocumentMetadata = {
    ...(title === undefined ? {} : { title: shortened(title) }),
    ...(author === undefined ? {} : { author: shortened(author) }),
    ...(language === undefined ? {} : { language: shortened(language) }),
  };
  return { ...document, text: document.text.toWellFormed(), metadata };
}

/** A cut shows as an ellipsis. */
function shortened(text: string): string {
  const kept = text.length <= METADATA_UNITS ? text : `${text.slice(0, METADATA_UNITS - 1)}…`;
  return kept.toWellFormed();
}
