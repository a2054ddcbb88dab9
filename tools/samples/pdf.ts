/**
 * Two ways to a PDF: a typeset book through a browser's print engine, and a hand-written page locked with a password.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { escapeMarkup, softHyphens } from "./texts.ts";

export interface Book {
  readonly title: string;
  readonly author: string;
  readonly chapters: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}

/** A5 pages: justified, words broken at line ends, title on left pages, author on right pages, folio at the foot. */
const PAGE_STYLE = (book: Book) => `
@page { size: 148mm 210mm; margin: 20mm 17mm 18mm;
  @bottom-center { content: counter(page); font: 8pt "Liberation Serif"; } }
@page :left { @top-center { content: "${book.title.toUpperCase()}"; font: 8pt "Liberation Serif"; letter-spacing: .08em; } }
@page :right { @top-center { content: "${book.author.toUpperCase()}"; font: 8pt "Liberation Serif"; letter-spacing: .08em; } }
@page :first { @top-center { content: ""; } @bottom-center { content: ""; } }
body { font: 10pt/1.32 "Liberation Serif"; margin: 0; text-align: justify; hyphens: manual; orphans: 2; widows: 2; }
.title { padding-top: 45mm; text-align: center; } .title h1 { font-size: 20pt; font-weight: normal; }
h2 { font-size: 12pt; font-weight: normal; text-align: center; break-before: page; margin: 16mm 0 8mm; }
p { margin: 0; text-indent: 1.4em; } h2 + p { text-indent: 0; }`;

function bookHtml(book: Book): string {
  const chapters = book.chapters.map(
    (chapter) =>
      `<h2>${escapeMarkup(chapter.heading)}</h2>\n` +
      chapter.paragraphs.map((text) => `<p>${escapeMarkup(softHyphens(text))}</p>`).join("\n"),
  );
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(book.title)}</title>` +
    `<style>${PAGE_STYLE(book)}</style></head><body><div class="title"><h1>${escapeMarkup(book.title)}</h1>` +
    `<p style="text-indent:0">${escapeMarkup(book.author)}</p></div>\n${chapters.join("\n")}</body></html>`
  );
}

/** Prints the book with a headless Chromium; dates inside the file are set to a fixed one. */
export function bookPdf(book: Book, chromium: string): Uint8Array {
  const folder = mkdtempSync(path.join(tmpdir(), "pincite-samples-"));
  try {
    const html = path.join(folder, "book.html");
    const pdf = path.join(folder, "book.pdf");
    writeFileSync(html, bookHtml(book));
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-pdf-tagging", "--no-pdf-header-footer"];
    execFileSync(chromium, [...flags, `--print-to-pdf=${pdf}`, `file://${html}`], { stdio: "ignore" });
    const bytes = readFileSync(pdf).toString("latin1");
    return Buffer.from(bytes.replace(/\(D:\d{14}/g, "(D:20240101000000"), "latin1");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** ISO 32000-1, 7.6.3.3: the padding that stands in for a missing password. */
const PADDING = Buffer.from("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A", "hex");

const md5 = (...parts: readonly Uint8Array[]) => createHash("md5").update(Buffer.concat(parts)).digest();

function rc4(key: Uint8Array, input: Uint8Array): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b]!, state[a]!]);
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(
    input.map((byte) => {
      i = (i + 1) & 255;
      j = (j + state[i]!) & 255;
      swap(i, j);
      return byte ^ state[(state[i]! + state[j]!) & 255]!;
    }),
  );
}

/** The twenty rounds of revision 3: RC4 with the key xored by 0 to 19. */
const rounds = (key: Uint8Array, start: Uint8Array) => {
  let value: Buffer = Buffer.from(start);
  for (let round = 0; round < 20; round++) value = rc4(key.map((byte) => byte ^ round), value);
  return value;
};

const md5Times = (times: number, start: Buffer) => {
  let value = start;
  for (let round = 0; round < times; round++) value = md5(value);
  return value;
};

/** One page of text behind a user password: standard security handler, revision 3, 128-bit RC4. */
export function lockedPdf(lines: readonly string[], password: string): Uint8Array {
  const padded = Buffer.concat([Buffer.from(password, "latin1"), PADDING]).subarray(0, 32);
  const owner = rounds(md5Times(51, padded), padded);
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
  const id = md5(Buffer.from(lines.join("\n")));
  const key = md5Times(50, md5(padded, owner, permissions, id));
  const user = Buffer.concat([rounds(key, md5(PADDING, id)), Buffer.alloc(16)]);

  const text = lines.map((line) => `(${line.replace(/[\\()]/g, "\\$&")}) '`).join("\n");
  const content = Buffer.from(`BT /F1 11 Tf 14 TL 72 770 Td\n${text}\nET`, "latin1");
  // Objects are encrypted with the key and their own number (7.6.2, algorithm 1); the content is object 4.
  const sealed = rc4(md5(key, Buffer.from([4, 0, 0, 0, 0])), content);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${sealed.length} >>\nstream\n${sealed.toString("latin1")}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>",
    `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${owner.toString("hex")}> /U <${user.toString("hex")}> >>`,
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R /Encrypt 6 0 R /ID [<${id.toString("hex")}> <${id.toString("hex")}>] >>`;
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n${trailer}\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + xref, "latin1");
}
