/** Running heads, page numbers and stamps: recognised beside other pages, kept, and not in the way of a sentence. */
import { describe, expect, test } from "vitest";
import { comparableText } from "../../../core/model/comparable-text.ts";
import { tokenise } from "../../../core/text/tokenise.ts";
import { TokenStream } from "../../../core/text/token-stream.ts";
import { line, makePdf } from "../../support/make-pdf.ts";
import type { MadePage } from "../../support/make-pdf.ts";
import { opened, pageText, readPdf } from "../../support/pdf-engine.ts";
import type { ReadPdf } from "../../support/pdf-engine.ts";

/** Twenty lines, different on every page. */
const body = (page: number, first = "", last = ""): string =>
  Array.from({ length: 20 }, (_, i) => {
    const text =
      (i === 0 && first) || (i === 19 && last) || `line ${i * 37 + page * 11} of the text of the book`;
    return line(text, 72, 690 - 14 * i);
  }).join("");

const read = async (pages: readonly string[], more: Partial<MadePage> = {}): Promise<ReadPdf> =>
  opened(await readPdf(makePdf({ pages: pages.map((content) => ({ content, ...more })) })));

const furnitureOf = (document: ReadPdf): string[][] =>
  document.sourceMap.pages.map(({ start, end }) =>
    document.marks
      .filter((mark) => mark.kind === "furniture" && mark.start >= start && mark.end <= end)
      .flatMap((mark) => document.text.slice(mark.start, mark.end).trim().split(/\n+/)),
  );

const ROMAN = ["i", "ii", "iii", "iv", "v", "vi"];
const six = [0, 1, 2, 3, 4, 5];

describe("recognised", () => {
  test.each<[string, (page: number) => string]>([
    ["the same head on every page", () => line("THE NAME OF THE BOOK", 200, 750, 9)],
    [
      "heads of left and right pages",
      (p) => line(p % 2 === 0 ? "THE NAME OF THE BOOK" : "The Chapter", 200, 750, 9),
    ],
    ["page numbers", (p) => line(`${p + 17}`, 300, 40, 9)],
    ["decorated page numbers", (p) => line(`- ${p + 2} -`, 300, 40, 9)],
    ["pages of pages", (p) => line(`Page ${p + 1} of 6`, 300, 40, 9)],
    ["roman page numbers", (p) => line(ROMAN[p]!, 300, 40, 9)],
    ["head and number in one row", (p) => line("A Chapter", 72, 750, 9) + line(`${p + 98}`, 500, 750, 9)],
    [
      "a line of the publisher",
      () => line("Copyright 1904 by Somebody and Sons. All rights reserved.", 72, 30, 7),
    ],
    [
      "the stamp of a court",
      (p) => line(`Case 1:19-cv-00123-AB Document 45 Filed 02/0${p + 1}/20 Page ${p + 1} of 6`, 90, 770, 9),
    ],
    ["Bates numbers", (p) => line(`ACME-000${p + 417}`, 480, 30, 9)],
  ])("%s", async (_, furniture) => {
    const document = await read(six.map((p) => body(p) + furniture(p)));
    const texts = furnitureOf(document);
    expect(texts.map((own) => own.length)).toEqual([1, 1, 1, 1, 1, 1]);
    for (const p of six)
      expect(pageText(document, p)).toContain(`line ${p * 11 + 19 * 37 - 37} of the text of the book`);
  });

  test("heads that name the section, once the place of the head is known", async () => {
    const document = await read(
      six.map((p) => line(p < 3 ? "THE BOOK" : `A section ${"abcdef".slice(p)}`, 200, 750, 9) + body(p)),
    );
    expect(furnitureOf(document).map((own) => own.length)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test("stamps and a number alone at the edge, on a single page", async () => {
    const stamp = line("Case: 20-1507 Document: 00117684624 Page: 1 Date Filed: 12/22/2020", 90, 770, 9);
    const document = await read([body(0) + line("12", 300, 40, 9) + stamp]);
    expect(furnitureOf(document)[0]).toEqual([
      "Case: 20-1507 Document: 00117684624 Page: 1 Date Filed: 12/22/2020",
      "12",
    ]);
  });

  test("a stamp along the edge of the page", async () => {
    const stamp = "BT /F1 9 Tf 0 1 -1 0 20 300 Tm (Downloaded from somewhere) Tj ET ";
    const document = await read(six.map((p) => stamp + body(p)));
    expect(furnitureOf(document)[2]).toEqual(["Downloaded from somewhere"]);
  });

  test("numbers of lines in the margin", async () => {
    const numbers = Array.from({ length: 20 }, (_, i) => line(`${i + 1}`, 50, 690 - 14 * i)).join("");
    const document = await read([body(0) + numbers, numbers + body(1)]);
    const all = Array.from({ length: 20 }, (_, i) => i + 1).join(" ");
    expect(furnitureOf(document)).toEqual([[all], [all]]);
    expect(pageText(document, 0)).toMatch(/^line 0 of the text of the book\nline 37 of the text/);
  });

  test("every fifth line numbered, in the gutter", async () => {
    const numbers = [1, 2, 3, 4, 5].map((n) => line(`${5 * n}`, 300, 690 - 14 * (4 * n - 1))).join("");
    const right = Array.from({ length: 20 }, (_, i) =>
      line(`words of the other column ${i}`, 330, 690 - 14 * i),
    ).join("");
    const document = await read([body(0) + right + numbers]);
    expect(furnitureOf(document)).toEqual([["5 10 15 20 25"]]);
  });
});

describe("left as text", () => {
  test("the first line of every page, though it begins alike", async () => {
    const document = await read(
      six.map((p) =>
        body(p, `The people of the ${["north", "south", "east", "west", "hills", "sea"][p]!} say otherwise`),
      ),
    );
    expect(furnitureOf(document).flat()).toEqual([]);
  });
  test("headings of chapters of two pages each", async () => {
    const heading = (p: number): string => (p % 2 === 0 ? line(`Chapter ${p / 2 + 1}`, 72, 720, 16) : "");
    expect(furnitureOf(await read(six.map((p) => heading(p) + body(p)))).flat()).toEqual([]);
  });
  test("pages that are copies of one another", async () => {
    const same = line("A poem", 72, 740, 14) + body(0) + line("by nobody", 72, 380);
    const document = await read([same, same, same, same]);
    expect(furnitureOf(document).flat()).toEqual([]);
  });
  test("a number that ends a table", async () => {
    const table = Array.from({ length: 20 }, (_, i) => line(`${i * 913}`, 300, 690 - 14 * i)).join("");
    expect(furnitureOf(await read([table])).flat()).toEqual([]);
  });
  test("a list that counts in the text", async () => {
    const list = Array.from({ length: 20 }, (_, i) => line(`${i + 1}. a point`, 72, 690 - 14 * i)).join("");
    expect(furnitureOf(await read([list])).flat()).toEqual([]);
  });
});

describe("a sentence that crosses a page", () => {
  const tokens = (text: string): string[] => {
    const stream = tokenise(text, new TokenStream());
    return Array.from({ length: stream.count }, (_, i) => `${stream.hashA[i]!}/${stream.hashB[i]!}`);
  };
  const crossing = async (last: string, next: string): Promise<string> => {
    const head = line("THE NAME OF THE BOOK", 200, 750, 9);
    const pages = six.map(
      (p) => head + body(p, p === 3 ? next : "", p === 2 ? last : "") + line(`${p + 5}`, 300, 40, 9),
    );
    return comparableText(await read(pages));
  };

  test("reads on", async () => {
    const text = await crossing("and then the man who had never", "been to the town went there at last");
    const words = tokens("who had never been to the town");
    expect(tokens(text).join(" ")).toContain(words.join(" "));
  });
  test("and so does a word", async () => {
    const text = await crossing("he was told of his dis-", "charges by the captain");
    expect(tokens(text).join(" ")).toContain(tokens("of his discharges by the").join(" "));
  });
  test("a hyphen of the word's own is kept in the quotation, and makes no difference", async () => {
    const text = await crossing("these were out-of-", "state banks of old");
    expect(text).toMatch(/out-of-\s+\f\s+state/);
    expect(tokens(text).join(" ")).toContain(tokens("were out-of-state banks of").join(" "));
  });
});

test("furniture of a Word document stands apart from its text and is compared", () => {
  const marks = [{ kind: "furniture", start: 0, end: 4 }] as const;
  expect(comparableText({ format: "docx", text: "head text", marks })).toBe("head text");
  expect(comparableText({ format: "pdf", text: "head text", marks })).toBe("     text");
});
