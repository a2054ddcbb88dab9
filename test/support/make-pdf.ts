/**
 * Writes small PDFs for tests: pages with a content stream each, fonts F1 (Helvetica), F2 (Courier) and F3 (a
 * composite font without any map to Unicode), F4 where a page uses it (a composite font that maps any character to
 * itself), and whatever objects a test adds.
 */
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff);

export interface MadePage {
  readonly content: string;
  readonly width?: number;
  readonly height?: number;
  /** Entries of the page dictionary, for example `/Rotate 90`. */
  readonly extra?: string;
}

export interface MadePdf {
  readonly pages: readonly MadePage[];
  /** Entries of the catalog. */
  readonly catalog?: string;
  /** Entries of the trailer. */
  readonly trailer?: string;
  /** What /Count says, when not the truth. */
  readonly count?: number;
  /** Further indirect objects, numbered from {@link FIRST_EXTRA}. */
  readonly extra?: readonly string[];
}

/** Object number of the first of `extra`. */
export const FIRST_EXTRA = 100;

export const stream = (body: string, entries = ""): string =>
  `<</Length ${latin1(body).length}${entries}>>stream\n${body}\nendstream`;

export function makePdf({ pages, catalog = "", trailer = "", count, extra = [] }: MadePdf): Uint8Array {
  const objects = new Map<number, string>();
  const pageNumber = (i: number): number => 20 + 2 * i;
  const kids = pages.map((_, i) => `${pageNumber(i)} 0 R`).join(" ");
  objects.set(1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`);
  objects.set(2, `<</Type/Pages/Kids[${kids}]/Count ${count ?? pages.length}>>`);
  objects.set(3, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>");
  objects.set(4, "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>");
  objects.set(5, "<</Type/Font/Subtype/Type0/BaseFont/Nothing/Encoding/Identity-H/DescendantFonts[6 0 R]>>");
  objects.set(
    6,
    "<</Type/Font/Subtype/CIDFontType2/BaseFont/Nothing/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>",
  );
  objects.set(7, "<</ca 0>>");
  const anyText = pages.some(({ content }) => content.includes("/F4 "));
  if (anyText) addUnicodeFont(objects);
  const resources = `/Resources<</Font<</F1 3 0 R/F2 4 0 R/F3 5 0 R${anyText ? "/F4 8 0 R" : ""}>>/ExtGState<</Clear 7 0 R>>>>`;
  pages.forEach(({ content, width = 612, height = 792, extra: entries = "" }, i) => {
    const box = entries.includes("/MediaBox") ? "" : `/MediaBox[0 0 ${width} ${height}]`;
    objects.set(
      pageNumber(i),
      `<</Type/Page/Parent 2 0 R${box}${resources}/Contents ${pageNumber(i) + 1} 0 R${entries}>>`,
    );
    objects.set(pageNumber(i) + 1, stream(content));
  });
  extra.forEach((object, i) => objects.set(FIRST_EXTRA + i, object));
  return assemble(objects, trailer);
}

/** Width of every character of F4 in thousandths of the font size; combining marks have none. */
export const UNICODE_WIDTH = 500;

function addUnicodeFont(objects: Map<number, string>): void {
  objects.set(
    8,
    "<</Type/Font/Subtype/Type0/BaseFont/Any/Encoding/Identity-H/DescendantFonts[9 0 R]/ToUnicode 10 0 R>>",
  );
  objects.set(
    9,
    "<</Type/Font/Subtype/CIDFontType2/BaseFont/Any/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>" +
      `/DW ${UNICODE_WIDTH}/W[768 879 0 8203 8207 0 8234 8238 0 8288 8303 0 65279 65279 0]>>`,
  );
  // A range may not cross the last byte, and a block holds at most 100 ranges (ISO 32000-2, 9.10.3).
  const ranges = Array.from({ length: 256 }, (_, high) => {
    const code = high.toString(16).padStart(2, "0");
    return `<${code}00> <${code}ff> <${code}00>`;
  });
  const blocks = [0, 100, 200].map((at) => {
    const block = ranges.slice(at, at + 100);
    return `${block.length} beginbfrange\n${block.join("\n")}\nendbfrange`;
  });
  const map =
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Any def " +
    `1 begincodespacerange <0000> <ffff> endcodespacerange\n${blocks.join("\n")}\nendcmap end end`;
  objects.set(10, stream(map));
}

function assemble(objects: ReadonlyMap<number, string>, trailer: string): Uint8Array {
  let body = "%PDF-1.7\n";
  const offsets = new Map<number, number>();
  for (const [number, object] of objects) {
    offsets.set(number, body.length);
    body += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const size = Math.max(...objects.keys()) + 1;
  const xref = body.length;
  body += `xref\n0 ${size}\n0000000000 65535 f \n`;
  for (let i = 1; i < size; i++) {
    const offset = offsets.get(i);
    body += offset === undefined ? "0000000000 65535 f \n" : `${String(offset).padStart(10, "0")} 00000 n \n`;
  }
  return latin1(`${body}trailer<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${xref}\n%%EOF`);
}

/** A line of text at a place, in PDF coordinates. */
export const line = (text: string, x: number, y: number, size = 12, font = "F1"): string =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, "\\$&")}) Tj ET\n`;

/** A piece of text of the basic plane for F4, as the operand of `Tj`. */
export const unicodeOperand = (text: string): string =>
  `<${Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, "0")).join("")}>`;
