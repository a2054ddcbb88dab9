/** The part of linkedom that is used here; its own declarations need the browser's library. */
import type { DomDocument } from "./readability-dom.ts";

export function parseHTML(html: string): { readonly document: DomDocument };
