/** BM25 as the baseline that knows words only: MiniSearch with delta = 0, which makes its BM25+ plain BM25. */
import MiniSearch from "minisearch";

export function bm25Of(texts: readonly string[]): (query: string) => number {
  const search = new MiniSearch<{ id: number; text: string }>({ fields: ["text"] });
  search.addAll(texts.map((text, id) => ({ id, text })));
  // Every word once: MiniSearch scores a repeated word of the query again each time.
  return (query) =>
    search.search([...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu))].join(" "), {
      bm25: { k: 1.2, b: 0.75, d: 0 },
      combineWith: "OR",
    })[0]?.score ?? 0;
}
