/** Figures of a store as a whole. */
import type { Catalogue, CatalogueState } from "./catalogue.ts";
import type { PostingIndex } from "./posting-index.ts";
import { rootOf } from "./root.ts";
import { STORE_FORMAT, type StoreIdentity, type StoreParameters } from "./store-file.ts";

export interface StoreStatistics {
  readonly format: number;
  readonly uuid: string;
  readonly created: string;
  readonly appVersion: string;
  /** Names the state of the corpus: equal for equal documents, whatever the order in which they came. */
  readonly rootHash: string;
  readonly documents: number;
  readonly deleted: number;
  readonly paths: number;
  readonly tokens: number;
  readonly postings: number;
  readonly segments: number;
  readonly pendingDocuments: number;
  readonly originalBytes: number;
  readonly textBytes: number;
  readonly catalogueBytes: number;
  readonly indexBytes: number;
  readonly parameters: StoreParameters;
}

export function statisticsOf(
  identity: StoreIdentity,
  catalogue: Catalogue,
  index: PostingIndex,
  state: CatalogueState,
): StoreStatistics {
  const { uuid, created, appVersion, parameters } = identity;
  const { documents, deletions, currentPaths, tokens, postings, originalBytes, textBytes } = state;
  return {
    format: STORE_FORMAT,
    uuid,
    created,
    appVersion,
    rootHash: rootOf(catalogue, state),
    documents: documents - deletions,
    deleted: deletions,
    paths: currentPaths,
    tokens,
    postings,
    segments: index.entries.length,
    pendingDocuments: index.pendingDocuments,
    originalBytes,
    textBytes,
    catalogueBytes: catalogue.byteLength,
    indexBytes: index.entries.reduce((sum, { bytes }) => sum + bytes, 0),
    parameters,
  };
}
