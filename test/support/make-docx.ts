/**
 * Small Word documents made by hand: a body in WordprocessingML, and other parts with their relationships.
 */
import { strToU8, zipSync } from "fflate";
import { DEFAULT_LIMITS, type Limits } from "../../core/base/limits.ts";
import type { Result } from "../../core/base/result.ts";
import { docxFrontEnd } from "../../core/extract/docx/docx-front-end.ts";
import type { Document } from "../../core/model/document.ts";
import type { DocxParagraph, DocxSourceMap } from "../../core/model/source-map.ts";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${OFFICE}"`,
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
].join(" ");

export const paragraph = (content: string): string => `<w:p>${content}</w:p>`;
export const run = (content: string): string => `<w:r>${content}</w:r>`;
export const words = (text: string): string => run(`<w:t xml:space="preserve">${text}</w:t>`);
export const cell = (content: string): string => `<w:tc>${content}</w:tc>`;
export const row = (content: string): string => `<w:tr>${content}</w:tr>`;
export const table = (content: string): string => `<w:tbl>${content}</w:tbl>`;

export const documentXml = (body: string, prologue = ""): string =>
  `<?xml version="1.0"?>${prologue}<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`;

export interface PartToMake {
  /** Last step of the relationship's address: `footnotes`, `header`, `aFChunk` ... */
  readonly type: string;
  readonly name: string;
  readonly content: string | Uint8Array;
}

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? strToU8(content) : content;

export function relationshipsXml(
  parts: readonly { type: string; target: string; external?: boolean }[],
): string {
  const rows = parts.map(
    ({ type, target, external }, i) =>
      `<Relationship Id="r${i + 1}" Type="${OFFICE}/${type}" Target="${target}"${external === true ? ' TargetMode="External"' : ""}/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join("")}</Relationships>`;
}

/** The parts of a package; the document's relationships are `r1`, `r2` ... in the order of `parts`. */
export function packageParts(
  document: string | Uint8Array,
  parts: readonly PartToMake[] = [],
): Record<string, Uint8Array> {
  const made: Record<string, Uint8Array> = {
    "[Content_Types].xml": strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    ),
    "_rels/.rels": strToU8(relationshipsXml([{ type: "officeDocument", target: "word/document.xml" }])),
    "word/document.xml": bytesOf(document),
  };
  if (parts.length > 0) {
    const targets = parts.map(({ type, name }) => ({ type, target: `/${name}` }));
    made["word/_rels/document.xml.rels"] = strToU8(relationshipsXml(targets));
  }
  for (const part of parts) made[part.name] = bytesOf(part.content);
  return made;
}

export const makePackage = (document: string | Uint8Array, parts: readonly PartToMake[] = []): Uint8Array =>
  zipSync(packageParts(document, parts), { level: 6 });

export const makeDocx = (body: string, parts: readonly PartToMake[] = []): Uint8Array =>
  makePackage(documentXml(body), parts);

export const notesXml = (root: string, notes: string): string =>
  `<w:${root} ${NAMESPACES}>${notes}</w:${root}>`;

export const readDocx = (
  bytes: Uint8Array,
  limits: Partial<Limits> = {},
  password?: string,
): Promise<Result<Document>> =>
  docxFrontEnd(bytes, "test.docx", {
    limits: { ...DEFAULT_LIMITS, ...limits },
    progress: () => undefined,
    ...(password === undefined ? {} : { password }),
  });

/** The document, or a throw that names the failure. */
export async function documentOf(bytes: Uint8Array, limits: Partial<Limits> = {}): Promise<Document> {
  const result = await readDocx(bytes, limits);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

export const textOf = async (body: string, parts: readonly PartToMake[] = []): Promise<string> =>
  (await documentOf(makeDocx(body, parts))).text;

export function sourceMapOf(document: Document): DocxSourceMap {
  if (document.sourceMap.kind !== "docx") throw new Error("not a DOCX source map");
  return document.sourceMap;
}

export interface ReadParagraph extends DocxParagraph {
  readonly text: string;
  readonly partName: string;
}

/** The entries of the source map with the text they claim. */
export function paragraphsOf(document: Document): ReadParagraph[] {
  const { parts, paragraphs } = sourceMapOf(document);
  return paragraphs.map((entry) => ({
    ...entry,
    text: document.text.slice(entry.start, entry.end),
    partName: parts[entry.part] ?? "",
  }));
}

export const marked = (document: Document, kind: string): string[] =>
  document.marks
    .filter((mark) => mark.kind === kind)
    .map((mark) => document.text.slice(mark.start, mark.end));

export const noticesOf = (document: Document, code: string): Readonly<Record<string, unknown>>[] =>
  document.notices.filter((notice) => notice.code === code).map((notice) => notice.data ?? {});
