/**
 * Makes samples/ from public-domain texts. Run by hand; what it writes is committed, and nothing else runs it.
 *
 *     node tools/make-samples.ts <folder with the source texts> [path of a Chromium]
 *
 * samples/LICENCE.md names each source file, where it comes from and at which version. Words, order and page breaks
 * are reproducible; PDFs made with another Chromium may differ in bytes. samples/GOLD.tsv is written by hand.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { docx, type DocxBlock } from "./samples/docx.ts";
import {
  DEPOSIT_NOTICE,
  LETTERS,
  MEMO,
  READING_LIST,
  review,
  SHORT_FOOTER,
  webPage,
} from "./samples/own-words.ts";
import { bookPdf, lockedPdf } from "./samples/pdf.ts";
import { between, chapters, paragraphs, plain, withoutPoints, type Chapter } from "./samples/texts.ts";

const SAMPLES = path.resolve(import.meta.dirname, "../samples");
const [sources, chromium = "chromium"] = process.argv.slice(2);
if (sources === undefined)
  throw new Error("usage: node tools/make-samples.ts <folder with the source texts> [chromium]");

const source = (name: string) => readFileSync(path.join(sources, name));
const text = (name: string) => plain(source(name).toString("utf8"));
const write = (name: string, content: string | Uint8Array) => {
  const file = path.join(SAMPLES, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
};

const novel = (name: string) => text(`books/novels_txt/${name}.txt`);
const kipling = novel("Kipling_Captains_1896");
const morris = novel("Morris_Wood_1894");
const doyle = novel("Doyle_Hound_1902");
const lee = novel("Lee_Penelope_1903");
const schreiner = novel("Schreiner_Trooper_1897");
const haggard = novel("Haggard_Mines_1885");
const stevenson = novel("Stevenson_Treasure_1883");
const warden = novel("Trollope_Warden_1855");
const napoleon = novel("Chesterton_Napoleon_1904");
const jonah = text("books/hebrew_bible/Jonah.txt").replace(/^\S+\t/gm, "");

const prose = (chapter: Chapter): DocxBlock[] => [
  { kind: "heading", text: chapter.heading },
  ...paragraphs(chapter.text).map((content): DocxBlock => ({ kind: "paragraph", text: content })),
];
const bookChapters = (list: readonly Chapter[]) =>
  list.map((chapter) => ({ heading: chapter.heading, paragraphs: paragraphs(chapter.text) }));

/** A valid 64 x 64 grey PNG: a picture under a Word document's name. */
function greyPicture(): Uint8Array {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c;
  });
  const chunk = (type: string, body: Uint8Array) => {
    const typed = Buffer.concat([Buffer.from(type), body]);
    let crc = -1;
    for (const byte of typed) crc = crcTable[(crc ^ byte) & 255]! ^ (crc >>> 8);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(body.length, 0);
    frame.writeInt32BE(~crc, 4);
    return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
  };
  const rows = Buffer.concat(
    Array.from({ length: 64 }, (_, y) => Buffer.concat([Buffer.of(0), Buffer.alloc(64, 96 + y)])),
  );
  const header = Buffer.from([0, 0, 0, 64, 0, 0, 0, 64, 8, 0, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

for (const folder of ["works", "corpus", "templates"])
  rmSync(path.join(SAMPLES, folder), { recursive: true, force: true });

// The works to check.
write("works/Lee - Penelope Brandling.txt", `${lee.trimEnd()}\n\n${DEPOSIT_NOTICE}\n`);
write("works/Schreiner - Trooper Peter Halket.txt", schreiner);
write("works/Kipling - Captains Courageous.txt", kipling);
write("works/Morris - The Wood Beyond the World.txt", morris);
write("works/Doyle - The Hound of the Baskervilles.txt", `${doyle.trimEnd()}\n\n${DEPOSIT_NOTICE}\n`);
write("works/Palmer - Remember Me (scan A).txt", text("reuse/textreuse/ats/remember00palm.txt"));
write("works/California Practice Act 1851.txt", text("reuse/textreuse/legal/ca1851-match.txt"));
write("works/Jonah (pointed).txt", jonah);
write("works/Ruth (pointed).txt", text("books/hebrew_bible/Ruth.txt").replace(/^\S+\t/gm, ""));
write("works/White - The Gospel Truth.txt", text("reuse/textreuse/ats/gospeltruth00whit.txt"));
write("templates/deposit-notice.txt", `${DEPOSIT_NOTICE}\n`);

// Books.
write("corpus/books/penelope-brandling.txt", `${lee.trimEnd()}\n\n${DEPOSIT_NOTICE}\n`);
write("corpus/misc/penelope brandling (2).txt", `${lee.trimEnd()}\n\n${DEPOSIT_NOTICE}\n`);
write("corpus/books/captains-courageous.md", text("books/novels_md/Rudyard_Kipling__Captains_Courageous.md"));
write("corpus/books/remember-me-scan-b.txt", text("reuse/textreuse/ats/remembermeorholy00palm.txt"));
write(
  "corpus/books/napoleon-of-notting-hill-book-1.txt",
  napoleon.slice(0, napoleon.indexOf("CHAPTER I--_The Charter")),
);
write("corpus/books/the-warden-chapters-1-4.txt", warden.slice(0, warden.indexOf("Chapter V\n")));
write("corpus/books/yonah.txt", withoutPoints(jonah));
const halket = chapters(
  schreiner.slice(schreiner.indexOf("TROOPER PETER HALKET OF MASHONALAND.")),
  /^I{1,2}\.$/,
);
write(
  "corpus/books/trooper-peter-halket-a5.pdf",
  bookPdf(
    {
      title: "Trooper Peter Halket of Mashonaland",
      author: "Olive Schreiner",
      chapters: bookChapters(halket),
    },
    chromium,
  ),
);
const mines = chapters(haggard, /^CHAPTER [IVX]+$/).slice(0, 3);
const mineChapters = [...bookChapters(mines), { heading: "Notice", paragraphs: paragraphs(DEPOSIT_NOTICE) }];
write(
  "corpus/books/king-solomons-mines-1-3.pdf",
  bookPdf({ title: "King Solomon's Mines", author: "H. Rider Haggard", chapters: mineChapters }, chromium),
);

// The chapters of one work in another order: every odd one backwards, then every even one of the second half.
const wood = chapters(`\n${morris}`, /^CHAPTER [IVX]+:/);
const rearranged = [
  ...wood.filter((_, n) => n % 2 === 0).reverse(),
  ...wood.filter((_, n) => n % 2 === 1 && n >= 18),
];
write("corpus/books/wood-rearranged.txt", rearranged.map((one) => `${one.heading}\n${one.text}`).join("\n"));

// Office.
write(
  "corpus/office/wood-chapters-6-to-11.docx",
  docx({
    title: "Reading copy",
    author: "E. Quillfeather",
    runningHead: "The Wood Beyond the World: reading copy for the Tuesday circle",
    blocks: wood.slice(5, 11).flatMap(prose),
  }),
);
const treasure = between(stevenson, "SQUIRE TRELAWNEY", "\n3\n").replace(/\n\d\n$/, "");
const treasureParagraphs = paragraphs(treasure);
write(
  "corpus/office/treasure-island-annotated.docx",
  docx({
    title: "Treasure Island, chapters 1 and 2, with notes",
    author: "M. Ferrar",
    runningHead: "For the school",
    blocks: [
      { kind: "heading", text: "Treasure Island, the first two chapters" },
      ...treasureParagraphs.map((content, n): DocxBlock =>
        n === 0
          ? {
              kind: "paragraph",
              text: content,
              footnote: "The narrator writes at the request of his friends; ask the class why.",
            }
          : n === 9
            ? {
                kind: "paragraph",
                text: content,
                footnote: "A hand-barrow has no wheel. Draw one on the board.",
              }
            : { kind: "paragraph", text: content },
      ),
    ],
  }),
);
const memoBlocks = [...MEMO, ...paragraphs(DEPOSIT_NOTICE)].map((content): DocxBlock => ({
  kind: "paragraph",
  text: content,
}));
const office = { author: "E. Quillfeather", runningHead: "Harbour Reading Room" };
write("corpus/office/memo-deposit-notice.docx", docx({ ...office, title: "Memo", blocks: memoBlocks }));
write(
  "corpus/office/shelf-list.docx",
  docx({
    ...office,
    title: "Shelf list",
    blocks: [
      { kind: "heading", text: "Shelf list, spring" },
      { kind: "table", rows: READING_LIST },
    ],
  }),
);
write("corpus/office/hotshot-crew-preparedness-review.docx", source("docx/tika__014760.docx"));
for (const [name, letter] of LETTERS) write(`corpus/office/letters/${name}`, letter);

// Web pages.
const cheyne = paragraphs(between(kipling, "Whatever his private sorrows may be", "not the\nbulls."));
write(
  "corpus/web/sea-stories/the-millionaires-journey.html",
  webPage("The millionaire's journey", cheyne, SHORT_FOOTER),
);
const admiralBenbow = treasureParagraphs.slice(0, 30);
write(
  "corpus/web/sea-stories/the-admiral-benbow.html",
  webPage("At the Admiral Benbow", admiralBenbow, DEPOSIT_NOTICE),
);
const tale = between(doyle, "Such is the tale, my sons", "infinite goodness of Providence");
write(
  "corpus/web/reviews/the-page-one-remembers.html",
  webPage("The page one remembers", review(tale), SHORT_FOOTER),
);
write(
  "corpus/web/index.html",
  webPage("Welcome", [SHORT_FOOTER, "Readers are asked to wipe their boots."], DEPOSIT_NOTICE),
);

// Court and government.
write("corpus/court/calvary-chapel-v-mills.pdf", source("pdf/doctor__ca1_00117684624.pdf"));
write("corpus/court/federal-register-47698.pdf", source("pdf/pdfminer__pr-00530-ml-lines.pdf"));
write("corpus/court/new-york-code-1850.txt", text("reuse/textreuse/legal/ny1850-match.txt"));
write("corpus/court/california-practice-act-313-315.txt", text("reuse/textreuse/legal/ca1851-nomatch.txt"));

// Scans: one with an invisible text layer, one without any.
write("corpus/scans/siege-of-vicksburg.pdf", source("pdf/pypdf__Seige_of_Vicksburg_Sample_OCR.pdf"));
write("corpus/scans/huckleberry-finn-page-22.pdf", source("pdf/ocrmypdf__c02-22.pdf"));

// What cannot be read, or is not what its name says.
const minutes = [
  "Minutes of the deposit desk, spring quarter.",
  "Present: E. Quillfeather, M. Ferrar.",
  "The notice was read and agreed.",
];
write("corpus/misc/minutes-locked.pdf", lockedPdf(minutes, "harbour"));
write("corpus/misc/empty.txt", "");
write("corpus/misc/photograph-of-the-room.docx", greyPicture());
write(
  "corpus/misc/saved-page.pdf",
  webPage("Friends of the room", ["Tea is at four, and cake when there is cake."], SHORT_FOOTER),
);
const whole = docx({ ...office, title: "Cut short", blocks: wood.slice(20, 22).flatMap(prose) });
write("corpus/misc/cut-short-in-transfer.docx", whole.subarray(0, Math.floor(whole.length / 3)));
