/** What verifying a store takes and gives. */
import type { Failure } from "../../../core/base/failure.ts";
import type { Catalogue, CatalogueState } from "./catalogue.ts";
import type { PostingIndex } from "./posting-index.ts";
import type { StoreIdentity } from "./store-file.ts";

export interface Damage {
  /** Part of the store: a file, a table, a segment. */
  readonly where: string;
  readonly what: string;
  /** The document that is touched, where it is one. */
  readonly document?: number;
}

export interface VerifyReport {
  readonly documents: number;
  /** As computed from what was read; empty when it could not be. */
  readonly rootHash: string;
  readonly postings: number;
  /** Stored records and blocks that were read. */
  readonly records: number;
  readonly damages: readonly Damage[];
}

export interface VerifyParts {
  readonly folder: string;
  readonly identity: StoreIdentity;
  readonly catalogue: Catalogue;
  readonly index: PostingIndex;
  readonly state: CatalogueState;
}

export const wordsOf = ({ code, data }: Failure): string =>
  [code, ...Object.entries(data ?? {}).map(([name, value]) => `${name} ${value}`)].join(", ");
