/**
 * A small check made by hand: one work, three documents, every class of passage, a folded passage, a template, files
 * that could not be read. Alignments come from a plain table of longest common subsequences, tokens from a plain rule,
 * so that the sample owes nothing to the code that detects.
 */
import { readFileSync } from "node:fs";
import { ok } from "../../core/base/result.ts";
import type {
  Detection,
  DocumentFinding,
  Edit,
  Measures,
  Passage,
  PassageFlag,
} from "../../core/detect/finding.ts";
import { corpusFactsOf } from "../../core/evidence/corpus-facts.ts";
import type { TokenPositions } from "../../core/evidence/quote.ts";
import {
  buildReport,
  type CheckedWork,
  type Report,
  type ReportInput,
} from "../../core/evidence/report-model.ts";
import type { CorpusSnapshot, DocumentRecord, LedgerEntry } from "../../core/index/ports.ts";
import type { Document } from "../../core/model/document.ts";
import { DEFAULT_SETTINGS } from "../../core/model/settings.ts";

const folder = new URL("../fixtures/report/", import.meta.url);
const opening = readFileSync(new URL("treasure-opening.txt", folder), "utf8");

export function tokenise(text: string): TokenPositions {
  const words = [...text.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu)];
  return {
    count: words.length,
    start: Uint32Array.from(words, (word) => word.index),
    end: Uint32Array.from(words, (word) => word.index + word[0].length),
  };
}

const wordsOf = (text: string, tokens: TokenPositions, from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) =>
    text
      .slice(tokens.start[from + i], tokens.end[from + i])
      .toLowerCase()
      .replace(/['’]/gu, ""),
  );

/** Aligns two stretches of raw text; each must begin and end with a word. */
export function align(
  work: string,
  document: string,
  inWork: string,
  inDocument: string,
  flags: PassageFlag[] = [],
): Passage {
  const locate = (text: string, part: string) => {
    const start = text.indexOf(part);
    if (start < 0) throw new Error(`not in the text: ${part.slice(0, 40)}`);
    const tokens = tokenise(text);
    const end = start + part.length;
    const tokenStart = tokens.start.findIndex((at) => at >= start);
    let tokenEnd = tokenStart;
    while (tokenEnd < tokens.count && tokens.end[tokenEnd]! <= end) tokenEnd++;
    return { side: { tokenStart, tokenEnd, start, end }, words: wordsOf(text, tokens, tokenStart, tokenEnd) };
  };
  const a = locate(work, inWork);
  const b = locate(document, inDocument);
  const edits = editsOf(a.words, b.words).map((edit) => ({
    kind: edit.kind,
    workStart: edit.workStart + a.side.tokenStart,
    workEnd: edit.workEnd + a.side.tokenStart,
    documentStart: edit.documentStart + b.side.tokenStart,
    documentEnd: edit.documentEnd + b.side.tokenStart,
  }));
  const runs = edits.filter(({ kind }) => kind === "equal").map((edit) => edit.workEnd - edit.workStart);
  return {
    class: inWork === inDocument ? "verbatim-raw" : edits.length === 1 ? "verbatim-normalised" : "near",
    words: runs.reduce((sum, run) => sum + run, 0),
    longestRun: Math.max(...runs),
    work: a.side,
    document: b.side,
    edits,
    flags,
  };
}

function editsOf(a: readonly string[], b: readonly string[]): Edit[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i]![j] =
        a[i] === b[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
    }
  }
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [workStart, documentStart] = [i, j];
    if (i < a.length && j < b.length && a[i] === b[j]) {
      while (i < a.length && j < b.length && a[i] === b[j]) [i, j] = [i + 1, j + 1];
      edits.push({ kind: "equal", workStart, workEnd: i, documentStart, documentEnd: j });
      continue;
    }
    while ((i < a.length || j < b.length) && !(i < a.length && j < b.length && a[i] === b[j])) {
      if (j >= b.length || (i < a.length && table[i + 1]![j]! >= table[i]![j + 1]!)) i++;
      else j++;
    }
    const kind = i === workStart ? "insert" : j === documentStart ? "delete" : "replace";
    edits.push({ kind, workStart, workEnd: i, documentStart, documentEnd: j });
  }
  return edits;
}

const lines = opening.trimEnd().split("\n");

const pdfPages = [
  "A READER FOR SCHOOLS\n\nThe following chapters are printed from the first edition.\n\n" +
    lines.slice(0, 4).join("\n"),
  lines.slice(8, 12).join("\n") + "\n\nQuestions. 1. Who is the captain? 2. What does he fear?",
];
const pdfText = pdfPages.join("\f");
const pdf: Document = {
  format: "pdf",
  text: pdfText,
  sourceMap: {
    kind: "pdf",
    pages: pdfPages.map((page, index) => {
      const start = pdfText.indexOf(page);
      return {
        label: String(index + 12),
        width: 595,
        height: 842,
        start,
        end: start + page.length,
        usability: "text",
      };
    }),
    runs: {
      start: new Uint32Array(),
      end: new Uint32Array(),
      page: new Uint32Array(),
      x: new Float32Array(),
      y: new Float32Array(),
      dx: new Float32Array(),
      dy: new Float32Array(),
      ascent: new Float32Array(),
      descent: new Float32Array(),
      edgeStart: new Uint32Array(),
      edges: new Float32Array(),
    },
  },
  marks: [{ kind: "ocr", start: 0, end: pdfText.length }],
  metadata: { title: "A Reader for Schools" },
  notices: [
    { code: "notice/ocr-layer", page: 0 },
    { code: "notice/ocr-layer", page: 1 },
    { code: "notice/page-no-text", page: 2 },
  ],
  extractor: { name: "pdfjs-dist", version: "6.5.438" },
};

const docxParagraphs = [
  "Notes on a coastal inn",
  "I remember the old man as if it were only yesterday, as he came plodding up to the inn door, his sea-chest following behind him in a barrow—a tall, strong, heavy, nut-brown man, his tarry pigtail falling over the shoulder of his blue coat.",
  "THIS IS A HANDY COVE, says he at length; and a pleasant sittyated grog-shop. Much company, mate?",
];
const docxText = docxParagraphs.join("\n");
const docx: Document = {
  format: "docx",
  text: docxText,
  sourceMap: {
    kind: "docx",
    parts: ["word/document.xml"],
    paragraphs: docxParagraphs.map((paragraph, index) => {
      const start = docxText.indexOf(paragraph);
      return { start, end: start + paragraph.length, part: 0, paragraph: index, story: "body" };
    }),
  },
  marks: [],
  metadata: {},
  notices: [],
  extractor: { name: "pincite-docx", version: "1" },
};

const noticeText =
  "Catalogue\nFifteen men on the dead man's chest—\nYo-ho-ho, and a bottle of rum!\nAll volumes in stock.";
const page: Document = {
  format: "html",
  text: noticeText,
  sourceMap: {
    kind: "html",
    blocks: noticeText.split("\n").map((block, index) => {
      const start = noticeText.indexOf(block);
      return {
        start,
        end: start + block.length,
        element: "p",
        block: index,
        sourceStart: start + 80,
        sourceEnd: start + 80 + block.length,
        main: true,
      };
    }),
  },
  marks: [],
  metadata: {},
  notices: [{ code: "notice/encoding-guessed", data: { label: "windows-1252" } }],
  extractor: { name: "parse5", version: "8.1.1" },
  encoding: { label: "windows-1252", confidence: 0.62, reason: "guess" },
};

export const documents: readonly Document[] = [pdf, docx, page];

const digest = (letter: string) => letter.repeat(64);

const records: DocumentRecord[] = documents.map((document, id) => ({
  id,
  sha256: digest("abc"[id]!),
  paths: [
    ["corpus/school/reader.pdf", "corpus/copies/reader (2).pdf"],
    ["corpus/notes/inn.docx"],
    ["corpus/web/catalogue.html"],
  ][id]!,
  byteLength: [48_213, 9_120, 2_044][id]!,
  format: document.format,
  textLength: document.text.length,
  tokenCount: tokenise(document.text).count,
  textSha256: digest("def"[id]!),
  extractor: document.extractor,
  metadata: document.metadata,
  ...(document.encoding && { encoding: document.encoding }),
  notices: document.notices,
  template: id === 2,
}));

export const work: Document = {
  format: "text",
  text: opening,
  sourceMap: { kind: "text" },
  marks: [],
  metadata: {},
  notices: [],
  extractor: { name: "pincite-text", version: "1" },
  encoding: { label: "utf-8", confidence: 1, reason: "valid utf-8" },
};

const workTokens = tokenise(opening).count;

/** Numbers of the sample; the report prints what it is given. */
function measuresOf(passages: readonly Passage[], minRun = DEFAULT_SETTINGS.minRun): Measures {
  const covered = (least: number) => {
    const words = new Uint8Array(workTokens);
    for (const { edits } of passages)
      for (const { kind, workStart, workEnd } of edits)
        if (kind === "equal" && workEnd - workStart >= least) words.fill(1, workStart, workEnd);
    return words.reduce((sum, word) => sum + word, 0);
  };
  const equal = covered(1);
  const verbatim = covered(minRun);
  return {
    coverage: { num: verbatim, den: workTokens },
    near: { num: equal - verbatim, den: workTokens },
    coverageByMinRun: [9, 11, 25, 50, 100, 250].map((least) => ({
      minRun: least,
      coverage: { num: covered(least), den: workTokens },
    })),
    longestRunWords: Math.max(0, ...passages.map(({ longestRun }) => longestRun)),
    longestRawCharacters: Math.max(
      0,
      ...passages
        .filter((each) => each.class === "verbatim-raw")
        .map(({ work: side }) => side.end - side.start),
    ),
    passages: passages.length,
    contiguous: { num: covered(50), den: verbatim },
    inOrder: { num: verbatim, den: verbatim },
    extent: verbatim > 250 ? "page" : verbatim > 0 ? "sentence" : "none",
  };
}

function findingOf(id: number, passages: readonly Passage[]): DocumentFinding {
  return {
    document: records[id]!,
    passages,
    measures: measuresOf(passages),
    measuresWithoutTemplates: measuresOf(passages.filter(({ flags }) => !flags.includes("template"))),
    sets: {
      containmentOfWorkInDocument: { num: 610, den: 1240 },
      containmentOfDocumentInWork: { num: 610, den: 700 },
      resemblance: { num: 610, den: 1330 },
    },
  };
}

const NOTHING_LEFT_OUT = {
  cappedFingerprints: 0,
  cappedPostings: 0,
  largestPostings: 0,
  unconfirmedDocuments: 0,
  unreadableDocuments: [],
};

function detectionOf(findings: readonly DocumentFinding[]): Detection {
  const passages = findings.flatMap((finding) => finding.passages);
  return {
    settings: DEFAULT_SETTINGS,
    workTokens,
    query: "every-kgram",
    queryFingerprints: workTokens - 3,
    guaranteedWords: 9,
    guaranteedCharacters: 13,
    documentsSearched: documents.length,
    candidates: findings.length,
    findings,
    union: measuresOf(passages),
    unionWithoutTemplates: measuresOf(passages.filter(({ flags }) => !flags.includes("template"))),
    documentsWithPassages: findings.length,
    distinctTexts: findings.length,
    notFollowed: {
      ...NOTHING_LEFT_OUT,
      cappedFingerprints: 2,
      cappedPostings: 3_410,
      largestPostings: 2_705,
    },
  };
}

const between = (text: string, from: string, to: string): string => {
  const start = text.indexOf(from);
  return text.slice(start, text.indexOf(to, start) + to.length);
};

export const sampleDetection = (): Detection =>
  detectionOf([
    findingOf(0, [
      align(
        opening,
        pdfText,
        between(opening, "SQUIRE", lines[3]!.slice(-20, -1)),
        between(pdfText, "SQUIRE", lines[3]!.slice(-20, -1)),
      ),
      align(
        opening,
        pdfText,
        lines.slice(8, 12).join("\n").slice(0, -1),
        lines.slice(8, 12).join("\n").slice(0, -1),
      ),
    ]),
    findingOf(1, [
      align(
        opening,
        docxText,
        between(opening, "I remember him", "soiled blue coat"),
        between(docxText, "I remember the", "his blue coat"),
      ),
      align(
        opening,
        docxText,
        between(opening, "This is a handy", "grog-shop"),
        between(docxText, "THIS IS A HANDY", "grog-shop"),
      ),
    ]),
    findingOf(2, [
      align(
        opening,
        noticeText,
        between(opening, "Fifteen men", "bottle of rum"),
        between(noticeText, "Fifteen men", "bottle of rum"),
        ["template"],
      ),
    ]),
  ]);

export const emptyDetection = (): Detection => ({ ...detectionOf([]), notFollowed: NOTHING_LEFT_OUT });

const at = "2026-01-05T09:30:00Z";

export const sampleLedger: readonly LedgerEntry[] = [
  {
    path: "corpus/copies/reader (2).pdf",
    state: "duplicate",
    byteLength: 48_213,
    sha256: digest("a"),
    document: 0,
    at,
  },
  {
    path: "corpus/notes/inn.docx",
    state: "ingested",
    byteLength: 9_120,
    sha256: digest("b"),
    document: 1,
    at,
  },
  {
    path: "corpus/notes/locked.pdf",
    state: "failed",
    byteLength: 20_771,
    sha256: digest("1"),
    failure: { code: "extract/needs-password" },
    at,
  },
  {
    path: "corpus/notes/old.doc",
    state: "skipped",
    byteLength: 31_232,
    sha256: digest("2"),
    failure: { code: "extract/legacy-office" },
    at,
  },
  { path: "corpus/private", state: "failed", failure: { code: "read/permission-denied" }, at },
  {
    path: "corpus/school/reader.pdf",
    state: "ingested",
    byteLength: 48_213,
    sha256: digest("a"),
    document: 0,
    at,
  },
  {
    path: "corpus/school/scan.pdf",
    state: "failed",
    byteLength: 88_004,
    sha256: digest("3"),
    failure: { code: "extract/no-text", data: { pages: 4 } },
    at,
  },
  {
    path: "corpus/web/catalogue.html",
    state: "ingested",
    byteLength: 2_044,
    sha256: digest("c"),
    document: 2,
    at,
  },
];

export function snapshotOf(all: readonly DocumentRecord[]): CorpusSnapshot {
  return {
    documentCount: all.length,
    postingCount: 0,
    record: (id) => all[id]!,
    document: (id) => ok(documents[id]!),
    text: (id) => ok(documents[id]!.text),
    postings: () => 0,
    close: () => undefined,
  };
}

export const sampleWork = (detection: Detection, name = "treasure-opening.txt"): CheckedWork => ({
  path: `works/${name}`,
  name,
  sha256: digest("9"),
  byteLength: Buffer.byteLength(opening),
  outcome: { kind: "checked", document: work, detection },
});

export function sampleInput(works: readonly CheckedWork[]): ReportInput {
  return {
    provenance: {
      toolVersion: "0.1.0",
      reportId: "00000000-0000-4000-8000-000000000001",
      createdUtc: "2026-01-05T10:00:00Z",
      environment: { system: "linux x64", runtime: "node 24.0.0", "Unicode table": "17.0.0" },
    },
    works,
    settings: DEFAULT_SETTINGS,
    corpus: corpusFactsOf(
      { path: "stores/sample", storeId: "5f0c", storeFormat: 1, rootHash: digest("7") },
      snapshotOf(records),
    ),
    ledger: sampleLedger,
    openDocument: (id) => ok(documents[id]!),
    tokenise,
  };
}

/** One work with findings; the same with none; one that could not be read. */
export const sampleReport = (): Report => buildReport(sampleInput([sampleWork(sampleDetection())]));
export const emptyReport = (): Report => buildReport(sampleInput([sampleWork(emptyDetection())]));
export const failedReport = (): Report =>
  buildReport(
    sampleInput([
      {
        path: "works/shut.pdf",
        name: "shut.pdf",
        sha256: digest("8"),
        byteLength: 10,
        outcome: { kind: "failed", failure: { code: "extract/needs-password" } },
      },
      sampleWork(sampleDetection()),
    ]),
  );
