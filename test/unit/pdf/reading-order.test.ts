/** Columns, tables, side notes, in whatever order a file draws them. */
import { describe, expect, test } from "vitest";
import { line, makePdf } from "../../support/make-pdf.ts";
import { opened, pageText, readPdf } from "../../support/pdf-engine.ts";

const textOfPage = async (content: string, extra = ""): Promise<string> =>
  pageText(opened(await readPdf(makePdf({ pages: [{ content, extra }] }))), 0);

/** Lines of running text in a column of some 40 characters; `name` and the number tell them apart. */
const column = (name: string, lines: number): string[] =>
  Array.from({ length: lines }, (_, i) => `${name} ${i} runs on with words to the end`);
const drawn = (lines: readonly string[], x: number, top = 700): string[] =>
  lines.map((text, i) => line(text, x, top - 13 * i, 9, "F2"));
/** Row by row, across the columns, as some programs write. */
const rowByRow = (...columns: readonly (readonly string[])[]): string =>
  columns[0]!.map((_, i) => columns.map((own) => own[i] ?? "").join("")).join("");

describe("columns", () => {
  const [left, middle, right] = [column("left", 12), column("middle", 12), column("right", 12)];

  test("two, drawn one after the other", async () => {
    const content = [...drawn(left, 50), ...drawn(right, 310)].join("");
    expect(await textOfPage(content)).toBe([...left, ...right].join("\n"));
  });

  test("two, drawn row by row", async () => {
    expect(await textOfPage(rowByRow(drawn(left, 50), drawn(right, 310)))).toBe(
      [...left, ...right].join("\n"),
    );
  });

  test("two, row by row, on a page that is turned", async () => {
    const content = rowByRow(drawn(left, 50), drawn(right, 310));
    expect(await textOfPage(content, "/Rotate 90")).toBe([...left, ...right].join("\n"));
  });

  test("three, drawn row by row between a title and a line below", async () => {
    const [a, b, c] = [left, middle, right].map((own) => own.map((text) => text.slice(0, 30).trim()));
    const title = line("The title of it all stands over the three columns and is long", 50, 740, 14);
    const foot = line(
      "One line below runs through under all of the columns, from left to right, to their end.",
      50,
      520,
      10,
    );
    const content = title + rowByRow(drawn(a!, 40), drawn(b!, 220), drawn(c!, 400)) + foot;
    const text = await textOfPage(content);
    expect(text.split(/\n+/)).toEqual([
      "The title of it all stands over the three columns and is long",
      ...a!,
      ...b!,
      ...c!,
      "One line below runs through under all of the columns, from left to right, to their end.",
    ]);
  });

  test("drawn in no order at all", async () => {
    const lines = [...drawn(left, 50), ...drawn(right, 310)];
    const shuffled = lines.map((_, i) => lines[(i * 7) % lines.length]!);
    expect(await textOfPage(shuffled.join(""))).toBe([...left, ...right].join("\n"));
  });

  test("a note in the margin stays where it was drawn, after the text", async () => {
    const notes = [line("a side note", 480, 650, 7), line("of two lines", 480, 642, 7)];
    const text = await textOfPage([...drawn(left, 50), ...notes].join(""));
    expect(text).toBe([...left, "a side note", "of two lines"].join("\n"));
  });

  test("a caption and a note at the foot stay in the order drawn", async () => {
    const content = [
      ...drawn(left, 50),
      line("Figure 1: a caption", 60, 500, 8),
      line("* a note at the foot", 50, 80, 7),
    ];
    expect((await textOfPage(content.join(""))).split(/\n+/)).toEqual([
      ...left,
      "Figure 1: a caption",
      "* a note at the foot",
    ]);
  });
});

describe("tables", () => {
  const cells = Array.from({ length: 12 }, (_, row) =>
    ["Finland", "5.5", "Helsinki"].map((cell) => `${cell}${row}`),
  );
  const rows = cells.map((row) => row.join(" "));
  const [x, y] = [(at: number): number => 60 + 180 * at, (row: number): number => 700 - 15 * row];

  test("are read row by row", async () => {
    const content = cells.flatMap((row, r) => row.map((cell, c) => line(cell, x(c), y(r)))).join("");
    expect(await textOfPage(content)).toBe(rows.join("\n"));
  });

  test("also when their cells are drawn in no order", async () => {
    const all = cells.flatMap((row, r) => row.map((cell, c) => line(cell, x(c), y(r))));
    const shuffled = all.map((_, i) => all[(i * 7) % all.length]!);
    expect(await textOfPage(shuffled.join(""))).toBe(rows.join("\n"));
  });

  test("a table of contents keeps the page beside the title", async () => {
    const titles = Array.from({ length: 12 }, (_, i) => `${i} A chapter with a title of some words`);
    const content = titles
      .map((title, i) => line(title, 60, y(i)) + line(`${10 * i + 3}`, 500, y(i)))
      .join("");
    expect(await textOfPage(content)).toBe(titles.map((title, i) => `${title} ${10 * i + 3}`).join("\n"));
  });
});

test("nothing is lost, whatever the order", async () => {
  const lines = Array.from({ length: 40 }, (_, i) =>
    line(`word${i}`, 40 + ((i * 97) % 500), 60 + ((i * 61) % 680)),
  );
  const text = await textOfPage(lines.join(""));
  expect(text.match(/word\d+/g)!.sort()).toEqual(Array.from({ length: 40 }, (_, i) => `word${i}`).sort());
});
