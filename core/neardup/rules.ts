/**
 * When two documents are near-duplicates (Henzinger 2006).
 *
 * - `shingles`: at least 2 of 6 supershingles are equal
 * - `projection`: at least 372 of 384 bits agree
 * - `combined`: 2 supershingles and 355 bits. The two err on different pairs, which is why together they err less:
 *   shingles take pages for copies that share a long template, projection those that differ in few but telling words
 * - `by-site`: combined within one site, projection across sites. Within a site the template is what pages share, so
 *   that both must agree; across sites, rewrapped copies are what is looked for
 */
import { B_SIMILAR } from "./min-values.ts";
import { C_SIMILAR, C_SIMILAR_COMBINED } from "./projection.ts";
import { bSimilarity, cSimilarity, type Sketch } from "./sketch.ts";

export type CopyRule = "shingles" | "projection" | "combined" | "by-site";

export interface Sketched {
  readonly sketch: Sketch;
  /** Where the document comes from (`siteOf`); read by the rule `by-site` only. */
  readonly site: string;
}

export function areCopies(one: Sketched, other: Sketched, rule: CopyRule): boolean {
  switch (rule) {
    case "shingles":
      return bSimilarity(one.sketch, other.sketch) >= B_SIMILAR;
    case "projection":
      return cSimilarity(one.sketch, other.sketch) >= C_SIMILAR;
    case "combined":
      return (
        bSimilarity(one.sketch, other.sketch) >= B_SIMILAR &&
        cSimilarity(one.sketch, other.sketch) >= C_SIMILAR_COMBINED
      );
    case "by-site":
      return areCopies(one, other, one.site === other.site ? "combined" : "projection");
  }
}

/**
 * The site of a document: of a URL its host, without `www.`; of a file its folder. Two documents of one site may share
 * a template that says nothing about copying.
 */
export function siteOf(place: string): string {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(place)?.[1];
  if (host !== undefined) return host.toLowerCase().replace(/^www\./, "");
  const end = Math.max(place.lastIndexOf("/"), place.lastIndexOf("\\"));
  return end < 0 ? "" : place.slice(0, end);
}
