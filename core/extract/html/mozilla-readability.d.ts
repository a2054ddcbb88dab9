/** The part of @mozilla/readability 0.6.0 that is used here; its own declarations need the browser's library. */
import type { DomDocument, DomNode } from "./readability-dom.ts";

export class Readability {
  constructor(
    document: DomDocument,
    options: { readonly serializer: (node: DomNode) => DomNode; readonly keepClasses: boolean },
  );
  parse(): { readonly content: DomNode | null | undefined } | null;
}
