/** Laws of the DOCX front-end over generated documents: what was written reads back, where it was written. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../core/base/limits.ts";
import { documentFault } from "../../core/protocol/untrusted-document.ts";
import {
  cell,
  documentOf,
  makeDocx,
  marked,
  paragraph,
  paragraphsOf,
  readDocx,
  row,
  run,
  table,
} from "../support/make-docx.ts";

const LAYERS = ["visible", "hidden", "deleted"] as const;

interface Piece {
  readonly xml: string;
  readonly text: string;
  readonly layer?: (typeof LAYERS)[number];
}
type Block =
  | { readonly kind: "paragraph"; readonly pieces: readonly Piece[] }
  | { readonly kind: "table"; readonly rows: readonly (readonly (readonly Piece[])[])[] };

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
/** Characters XML can carry (1.0, section 2.2), without those it changes (line ends). */
const text = fc
  .string({ unit: "binary", minLength: 1, maxLength: 12 })
  .map((string) => string.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "_"));
const t = (words: string): string => `<w:t xml:space="preserve">${escaped(words)}</w:t>`;

const piece: fc.Arbitrary<Piece> = fc.oneof(
  { weight: 5, arbitrary: text.map((words) => ({ xml: run(t(words)), text: words })) },
  text.map((words) => ({
    xml: `<w:ins w:id="1"><w:sdt><w:sdtContent>${run(t(words))}</w:sdtContent></w:sdt></w:ins>`,
    text: words,
  })),
  text.map((words) => ({
    xml: `<w:del w:id="1">${run(t(words).replaceAll("w:t", "w:delText"))}</w:del>`,
    text: words,
    layer: "deleted" as const,
  })),
  text.map((words) => ({
    xml: run(`<w:rPr><w:vanish/></w:rPr>${t(words)}`),
    text: words,
    layer: "hidden" as const,
  })),
  fc.constantFrom(
    { xml: run("<w:tab/>"), text: "\t" },
    { xml: run("<w:br/>"), text: "\n" },
    { xml: run("<w:softHyphen/>"), text: "\u00ad" },
    {
      xml: run(
        '<w:fldChar w:fldCharType="begin"/><w:instrText>X</w:instrText><w:fldChar w:fldCharType="end"/>',
      ),
      text: "",
    },
  ),
);
const pieces = fc.array(piece, { maxLength: 5 });
const block: fc.Arbitrary<Block> = fc.oneof(
  { weight: 3, arbitrary: pieces.map((list) => ({ kind: "paragraph" as const, pieces: list })) },
  fc
    .array(fc.array(pieces, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((rows) => ({ kind: "table" as const, rows })),
);

const xmlOf = (list: readonly Piece[]): string => paragraph(list.map(({ xml }) => xml).join(""));
const bodyOf = (blocks: readonly Block[]): string =>
  blocks
    .map((one) =>
      one.kind === "paragraph"
        ? xmlOf(one.pieces)
        : table(one.rows.map((cells) => row(cells.map((content) => cell(xmlOf(content))).join(""))).join("")),
    )
    .join("");
const paragraphsIn = (blocks: readonly Block[]): (readonly Piece[])[] =>
  blocks.flatMap((one) => (one.kind === "paragraph" ? [one.pieces] : one.rows.flat()));
const layerOf = (piece: Piece) => piece.layer ?? "visible";

/** The lines of a paragraph: what is seen, what is hidden, what is deleted; a space where other text was between. */
function linesOf(list: readonly Piece[]): string[] {
  const written = list.filter((one) => one.text !== "");
  return LAYERS.map((layer) =>
    written.reduce((line, one, i) => {
      if (layerOf(one) !== layer) return line;
      const gap = layer !== "visible" && line !== "" && layerOf(written[i - 1]!) !== layer ? " " : "";
      return line + gap + one.text;
    }, ""),
  );
}
const hasText = (list: readonly Piece[]): boolean =>
  list.some((one) => one.layer !== "deleted" && one.text.trim() !== "");

it("text, paragraph numbers and marks of hidden and deleted text read back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 8 }), async (blocks) => {
      const expected = paragraphsIn(blocks)
        .flatMap((list, number) => linesOf(list).map((text) => ({ number, text })))
        .filter((entry) => entry.text !== "");
      const result = await readDocx(makeDocx(bodyOf(blocks)));
      if (!paragraphsIn(blocks).some(hasText)) {
        expect(result.ok ? "ok" : result.failure.code).toBe("extract/no-text");
        return;
      }
      if (!result.ok) throw new Error(result.failure.code);
      const document = result.value;
      expect(document.text).toBe(expected.map((entry) => entry.text).join("\n"));
      const read = paragraphsOf(document).map((entry) => ({ number: entry.paragraph, text: entry.text }));
      expect(read).toEqual(expected);
      for (const [layer, kind] of [1, 2].map((number) => [number, LAYERS[number]!] as const)) {
        const apart = paragraphsIn(blocks).map((list) => linesOf(list)[layer]);
        // Two hidden lines are one mark, with the line feed between them.
        expect(marked(document, kind).join("").replaceAll("\n", "")).toBe(
          apart.join("").replaceAll("\n", ""),
        );
      }
      expect(documentFault(document, DEFAULT_LIMITS)).toBeUndefined();
    }),
    { numRuns: 150 },
  );
});

it("the place of a paragraph does not depend on the paragraphs around it", async () => {
  await fc.assert(
    fc.asyncProperty(pieces, fc.nat({ max: 5 }), fc.nat({ max: 5 }), async (list, before, after) => {
      fc.pre(hasText(list));
      const around = paragraph(run(t("x")));
      const document = await documentOf(makeDocx(around.repeat(before) + xmlOf(list) + around.repeat(after)));
      const lines = linesOf(list).filter((text) => text !== "");
      const read = paragraphsOf(document).slice(before, before + lines.length);
      expect(read).toMatchObject(lines.map((text) => ({ paragraph: before, text })));
    }),
    { numRuns: 60 },
  );
});
