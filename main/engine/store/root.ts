/**
 * The root hash of a corpus (core/index/corpus-root.ts), computed from the table of hashes, which is in the order that
 * the tree needs: in one pass and without holding it in memory.
 *
 * A writer keeps the tops of the parts whose originals begin with the same 12 bits, and computes again only those in
 * which something was added or deleted since. Any earlier state of the same store has its root, too: documents that came
 * later are left out, and tombstones say what was there before it was deleted.
 */
import { FailureError } from "../../../core/base/failure.ts";
import { rootHash, TreeBuilder } from "../../../core/index/corpus-root.ts";
import type { Catalogue, CatalogueState } from "./catalogue.ts";
import { sha256Of } from "./checksum.ts";

type StateOfRoot = Pick<CatalogueState, "documents" | "deletions">;

interface KeptRoot extends StateOfRoot {
  readonly root: string;
  /** Part number (u16 little-endian) and top (32 bytes) of every part that is not empty, in order; base 64. */
  readonly parts: string;
}

const PART_BITS = 12;
const PARTS = 1 << PART_BITS;
const PART_BYTES = 34;
/** Memory that reading one entry costs: pages of the table lie scattered, and the system maps the neighbours of each. */
const ENTRY_BYTES = 2048;

const partOf = (original: Uint8Array): number => (original[0]! << 4) | (original[1]! >>> 4);

/** First key of a part. Of the part behind the last one there is none. */
const keyOfPart = (part: number): Buffer => Buffer.of(part >>> 4, (part & 0xf) << 4);

/** Root of the corpus as it was after so many documents and deletions. */
export function rootOf(catalogue: Catalogue, state: StateOfRoot): string {
  const kept = keptRoot(catalogue);
  return kept !== undefined && isOf(kept, state) ? kept.root : freshRootOf(catalogue, state);
}

/** The same, whatever root is kept. */
export function freshRootOf(catalogue: Catalogue, state: StateOfRoot): string {
  for (let attempt = 1; ; attempt++) {
    const { parts, leaves } = partsOf(catalogue, state, 0, PARTS);
    if (leaves === state.documents - state.deletions) return rootOfParts(state, parts);
    // A writer elsewhere may have deleted a document while we read.
    if (attempt === READ_ATTEMPTS)
      throw new FailureError("store/damaged", { part: "hashes", what: "number" });
    catalogue.refresh();
  }
}

const READ_ATTEMPTS = 3;

/** Inside no transaction: brings the kept root up to date; returns it. */
export function keepRoot(catalogue: Catalogue, state: StateOfRoot): string {
  const kept = keptRoot(catalogue);
  if (kept !== undefined && isOf(kept, state)) return kept.root;
  const changed = kept === undefined ? undefined : changedParts(catalogue, kept, state);
  const parts =
    kept === undefined || changed === undefined
      ? partsOf(catalogue, state, 0, PARTS).parts
      : renewed(catalogue, state, kept, changed);
  const root = rootOfParts(state, parts);
  const { documents, deletions } = state;
  const entries = [...parts].map(([part, top]) => Buffer.concat([Buffer.of(part & 0xff, part >>> 8), top]));
  const keep: KeptRoot = { documents, deletions, root, parts: Buffer.concat(entries).toString("base64") };
  catalogue.transaction(() => catalogue.putMeta("root", JSON.stringify(keep)));
  return root;
}

const isOf = (kept: KeptRoot, state: StateOfRoot): boolean =>
  kept.documents === state.documents && kept.deletions === state.deletions;

function keptRoot(catalogue: Catalogue): KeptRoot | undefined {
  const stored = catalogue.meta("root");
  return stored === undefined ? undefined : (JSON.parse(stored) as KeptRoot);
}

type Parts = ReadonlyMap<number, Uint8Array>;

/** Parts touched since; nothing when computing all is the shorter way. */
function changedParts(
  catalogue: Catalogue,
  kept: KeptRoot,
  state: StateOfRoot,
): ReadonlySet<number> | undefined {
  if (state.documents - kept.documents > PARTS / 2) return undefined;
  const changed = new Set<number>();
  for (let document = kept.documents; document < state.documents; document++)
    changed.add(partOf(Buffer.from(catalogue.record(document).sha256.slice(0, 4), "hex")));
  for (const { original } of catalogue.tombstones(kept.deletions)) changed.add(partOf(original));
  return changed;
}

function renewed(
  catalogue: Catalogue,
  state: StateOfRoot,
  kept: KeptRoot,
  changed: ReadonlySet<number>,
): Parts {
  const parts = new Map<number, Uint8Array>();
  const bytes = Buffer.from(kept.parts, "base64");
  for (let at = 0; at < bytes.length; at += PART_BYTES)
    parts.set(bytes.readUInt16LE(at), bytes.subarray(at + 2, at + PART_BYTES));
  for (const part of changed) {
    parts.delete(part);
    for (const [number, top] of partsOf(catalogue, state, part, part + 1).parts) parts.set(number, top);
  }
  return new Map([...parts].sort(([one], [other]) => one - other));
}

/** Tops of the parts [from, to) that are not empty, in order, and the number of leaves below them. */
function partsOf(
  catalogue: Catalogue,
  state: StateOfRoot,
  from: number,
  to: number,
): { readonly parts: Parts; readonly leaves: number } {
  const parts = new Map<number, Uint8Array>();
  let leaves = 0;
  const builder = new TreeBuilder(sha256Of);
  let part = -1;
  const end = (): void => {
    const top = builder.take();
    if (top !== undefined) parts.set(part, top);
  };
  for (const { original, leaf } of leavesOf(catalogue, state, from, to)) {
    if (partOf(original) !== part) end();
    part = partOf(original);
    builder.add(original, leaf);
    leaves++;
  }
  end();
  return { parts, leaves };
}

interface KeyedLeaf {
  readonly original: Uint8Array;
  readonly leaf: Uint8Array;
}

/** Leaves of the state in order of original: what the table holds of it, and what was deleted since. */
function* leavesOf(
  catalogue: Catalogue,
  { documents, deletions }: StateOfRoot,
  from: number,
  to: number,
): Generator<KeyedLeaf> {
  const gone: KeyedLeaf[] = [];
  for (const { document, original, leaf } of catalogue.tombstones(deletions)) {
    const part = partOf(original);
    if (document < documents && part >= from && part < to) gone.push({ original, leaf });
  }
  gone.sort((one, other) => Buffer.compare(one.original, other.original));
  let next = 0;
  for (const present of catalogue.leaves(keyOfPart(from), to < PARTS ? keyOfPart(to) : undefined)) {
    catalogue.touched(ENTRY_BYTES);
    if (present.document >= documents) continue;
    while (next < gone.length && Buffer.compare(gone[next]!.original, present.original) < 0)
      yield gone[next++]!;
    yield present;
  }
  while (next < gone.length) yield gone[next++]!;
}

function rootOfParts(state: StateOfRoot, parts: Parts): string {
  const builder = new TreeBuilder(sha256Of);
  for (const [part, top] of parts) builder.add(keyOfPart(part), top);
  const root = rootHash(state.documents - state.deletions, builder.take(), sha256Of);
  return Buffer.from(root).toString("hex");
}
