/** A corpus of plain texts in memory, enough of one for a check: no store, no records beyond what detection reads. */
import { failure } from "../../../core/base/failure.ts";
import { failed, ok } from "../../../core/base/result.ts";
import { TextIndexer } from "../../../core/fingerprint/indexed-fingerprints.ts";
import {
  type CorpusSnapshot,
  type DocumentRecord,
  KEY_A_BITS,
  KEY_A_MASK,
} from "../../../core/index/ports.ts";

export function textCorpus(texts: readonly string[]): CorpusSnapshot {
  const indexer = new TextIndexer();
  const postings = new Map<number, number[]>();
  const keyOf = (b: number, a12: number): number => b * 2 ** KEY_A_BITS + a12;
  let postingCount = 0;
  const records = texts.map((text, id): DocumentRecord => {
    const { fingerprints, tokenCount } = indexer.index(text);
    postingCount += fingerprints.count;
    for (let i = 0; i < fingerprints.count; i++) {
      const key = keyOf(fingerprints.b[i]!, fingerprints.a[i]! & KEY_A_MASK);
      const list = postings.get(key) ?? [];
      list.push(id, fingerprints.position[i]!);
      postings.set(key, list);
    }
    return {
      id,
      sha256: String(id),
      paths: [String(id)],
      byteLength: text.length,
      format: "text",
      textLength: text.length,
      tokenCount,
      textSha256: String(id),
      extractor: { name: "none", version: "0" },
      metadata: {},
      notices: [],
      template: false,
    };
  });
  return {
    documentCount: texts.length,
    postingCount,
    record: (id) => records[id]!,
    templates: () => [],
    document: (document) => failed(failure("store/document-not-found", { document })),
    text: (id) => ok(texts[id]!),
    postings: (b, a12, tag, cap, sink) => {
      const list = postings.get(keyOf(b, a12)) ?? [];
      for (let i = 0; i < Math.min(list.length, 2 * cap); i += 2) sink.push(list[i]!, list[i + 1]!, tag);
      return list.length / 2;
    },
    close: () => undefined,
  };
}
