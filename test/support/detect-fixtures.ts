/** Small corpora in memory for the tests of detection: texts in, a snapshot out. */
import { Bug } from "../../core/base/result.ts";
import { sha256Hex } from "../../core/base/sha256.ts";
import { detect } from "../../core/detect/detect.ts";
import type { Detection, DocumentFinding } from "../../core/detect/finding.ts";
import { TextIndexer } from "../../core/fingerprint/indexed-fingerprints.ts";
import { createMemoryStore } from "../../core/index/memory-store.ts";
import type { CorpusSnapshot } from "../../core/index/ports.ts";
import { DEFAULT_SETTINGS, type DetectionSettings } from "../../core/model/settings.ts";

const indexer = new TextIndexer();

export interface FixtureDocument {
  readonly text: string;
  readonly template?: boolean;
}

/** Documents in the order given are 0, 1, 2 ...; equal texts stay different documents. */
export async function corpusOf(documents: readonly (string | FixtureDocument)[]): Promise<CorpusSnapshot> {
  const store = createMemoryStore();
  for (const [id, given] of documents.entries()) {
    const { text, template = false } = typeof given === "string" ? { text: given } : given;
    const bytes = new TextEncoder().encode(`${id}\n${text}`);
    const { tokenCount, fingerprints } = indexer.index(text);
    const added = await store.add({
      path: `document-${id}.txt`,
      bytes,
      sha256: sha256Hex(bytes),
      document: {
        format: "text",
        text,
        sourceMap: { kind: "text" },
        marks: [],
        metadata: {},
        notices: [],
        extractor: { name: "test", version: "1" },
      },
      tokenCount,
      fingerprints,
      template,
      at: "2026-01-01T00:00:00.000Z",
    });
    if (!added.ok) throw new Bug(added.failure.code);
  }
  await store.finish();
  return store.snapshot();
}

export function detected(
  work: string,
  corpus: CorpusSnapshot,
  settings: Partial<DetectionSettings> = {},
): Detection {
  const result = detect({ text: work }, corpus, { ...DEFAULT_SETTINGS, ...settings });
  if (!result.ok) throw new Bug(result.failure.code);
  return result.value;
}

/** The finding of the document with this id, if there is one. */
export function findingOf(detection: Detection, document: number): DocumentFinding | undefined {
  return detection.findings.find((finding) => finding.document.id === document);
}

/** Reproducible numbers in [0, 1) (mulberry32): test texts must not change from run to run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** `count` words over a vocabulary so large that no k-gram comes twice by chance. */
export function randomWords(count: number, seed: number, vocabulary = 1_000_000): string[] {
  const next = randomNumbers(seed);
  return Array.from({ length: count }, () => `w${Math.floor(next() * vocabulary).toString(36)}`);
}
