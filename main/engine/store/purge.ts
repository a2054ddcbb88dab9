/**
 * Giving back what deleted documents take. Their postings go when a segment is merged, or rewritten because they are
 * many; their original, text and columns go once no segment has postings of them. Record and tombstone stay.
 */
import { numberKey } from "./catalogue-keys.ts";
import type { Catalogue, CatalogueState, SegmentEntry } from "./catalogue.ts";
import { encodeTombstone, type Tombstone } from "./tombstone-codec.ts";

/** Segments of whose postings more than `share` are of deleted documents. */
export function segmentsToPurge(
  catalogue: Catalogue,
  segments: readonly SegmentEntry[],
  { deletions }: CatalogueState,
  share: number,
): readonly SegmentEntry[] {
  const oldest = segments.reduce((least, { purged }) => Math.min(least, purged), deletions);
  const dead = new Map<SegmentEntry, number>();
  for (const { number, document } of numbered(catalogue, oldest)) {
    const segment = segments.find((one) => holds(one, document));
    if (segment === undefined || segment.purged > number) continue;
    dead.set(segment, (dead.get(segment) ?? 0) + catalogue.record(document).fingerprints);
  }
  return [...dead].filter(([{ postings }, gone]) => gone >= share * postings).map(([segment]) => segment);
}

/** Inside no transaction: empties the documents whose postings are gone. One transaction each, whatever their size. */
export function emptyPurged(catalogue: Catalogue, segments: readonly SegmentEntry[]): void {
  const purged: { readonly number: number; readonly tombstone: Tombstone }[] = [];
  for (const tombstone of numbered(catalogue, 0)) {
    const { number, document, emptied } = tombstone;
    const segment = segments.find((one) => holds(one, document));
    if (!emptied && segment !== undefined && segment.purged > number) purged.push({ number, tombstone });
  }
  for (const { number, tombstone } of purged) {
    catalogue.transaction(() => {
      catalogue.dropBlobs(tombstone.document, catalogue.record(tombstone.document));
      catalogue.table("deleted").put(numberKey(number), encodeTombstone({ ...tombstone, emptied: true }));
    });
  }
}

const holds = ({ firstDocument, documents }: SegmentEntry, document: number): boolean =>
  document >= firstDocument && document < firstDocument + documents;

function* numbered(catalogue: Catalogue, from: number): Generator<Tombstone & { readonly number: number }> {
  let number = from;
  for (const tombstone of catalogue.tombstones(from)) yield { ...tombstone, number: number++ };
}
