import { describe, expect, it } from "vitest";
import { sniff } from "../../core/extract/sniff.ts";
import { binary, bytesOf, utf8 } from "../support/read-bytes.ts";

const format = (bytes: Uint8Array | string, name = "file") => {
  const sniffed = sniff(typeof bytes === "string" ? utf8(bytes) : bytes, name);
  return sniffed.ok
    ? sniffed.value.format
    : `${sniffed.failure.code} ${String(sniffed.failure.data?.["detected"])}`;
};
const misnamed = (bytes: Uint8Array | string, name: string) => {
  const sniffed = sniff(typeof bytes === "string" ? utf8(bytes) : bytes, name);
  return sniffed.ok && sniffed.value.misnamed ? `${sniffed.value.claimed} is ${sniffed.value.detected}` : "";
};
const utf16le = (text: string) => {
  const bytes = new Uint8Array(text.length * 2);
  for (let i = 0; i < text.length; i++) {
    bytes[2 * i] = text.charCodeAt(i) & 255;
    bytes[2 * i + 1] = text.charCodeAt(i) >> 8;
  }
  return bytes;
};
/** A ZIP with empty entries of these names, with or without its central directory. */
function zipOf(names: readonly string[], withDirectory = true): Uint8Array {
  const u16 = (n: number) => String.fromCharCode(n & 255, n >> 8);
  const u32 = (n: number) => u16(n & 0xffff) + u16(n >>> 16);
  let body = "";
  let directory = "";
  for (const name of names) {
    directory += `PK\x01\x02${"\0".repeat(24)}${u16(name.length)}${"\0".repeat(16)}${name}`;
    body += `PK\x03\x04${"\0".repeat(22)}${u16(name.length)}\0\0${name}`;
  }
  const end = `PK\x05\x06${"\0".repeat(4)}${u16(names.length)}${u16(names.length)}${u32(directory.length)}${u32(body.length)}\0\0`;
  return binary(withDirectory ? body + directory + end : body);
}

describe("sniff", () => {
  it("finds a PDF by its header, also behind other text, and not in prose about PDF", () => {
    expect(format("%PDF-1.7\n1 0 obj")).toBe("pdf");
    expect(format("\n\n %PDF-1.7\n")).toBe("pdf");
    expect(format("HTTP/1.1 200 OK\r\n\r\n%PDF-1.4\n1 0 obj <<>> endobj")).toBe("pdf");
    expect(format("1 0 obj\n<< /Type /Catalog >>", "header-lost.pdf")).toBe("pdf");
    expect(format("A PDF file starts with %PDF-1.4, as everybody knows.")).toBe("text");
    expect(format(`${" ".repeat(1100)}%PDF-1.7 1 0 obj`)).toBe("text");
  });

  it("tells Word documents from other archives by their entries", () => {
    expect(format(zipOf(["[Content_Types].xml", "_rels/.rels", "word/document.xml"]))).toBe("docx");
    expect(format(zipOf(["word\\document.xml"]))).toBe("docx");
    expect(format(zipOf(["[Content_Types].xml", "word/document.xml"], false))).toBe("docx");
    expect(format(zipOf(["[Content_Types].xml", "xl/workbook.xml"]))).toBe("extract/unsupported-type xlsx");
    expect(format(zipOf(["META-INF/container.xml"]))).toBe("extract/unsupported-type epub");
    expect(format(zipOf(["a.txt"]))).toBe("extract/unsupported-type zip");
    expect(format(zipOf(["a.txt"]), "a.docx")).toBe("docx");
    expect(format('<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument>')).toBe(
      "docx",
    );
    expect(format('<?xml version="1.0"?><pkg:package xmlns:pkg="x">')).toBe("docx");
    expect(format(binary("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"))).toBe("docx");
  });

  it("names what it does not read", () => {
    expect(format("")).toBe("read/empty-file undefined");
    expect(format(binary("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"))).toBe("extract/unsupported-type png");
    expect(format(binary("\x1f\x8b\x08\0\0\0\0\0"))).toBe("extract/unsupported-type gzip");
    expect(format(binary("\x7fELF\x02\x01\x01\0"))).toBe("extract/unsupported-type elf");
    expect(
      format("From: <Saved>\nMIME-Version: 1.0\nContent-Type: multipart/related;\n boundary=x\n\n--x"),
    ).toBe("extract/unsupported-type mhtml");
    expect(format("{\\rtf1\\ansi hello}")).toBe("extract/unsupported-type rtf");
    expect(format("%!PS-Adobe-3.0\n/Times-Roman findfont")).toBe("extract/unsupported-type postscript");
    expect(format(Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919) % 256))).toBe(
      "extract/unsupported-type binary",
    );
    expect(format(bytesOf(0, 1, 2, 3, 0, 0, 0, 9))).toBe("extract/unsupported-type binary");
  });

  it("takes printable signatures for what they are only in binary files", () => {
    expect(format("BMW made this car. MZ is a signature, too.")).toBe("text");
    expect(format(binary(`MZ\x90\0\x03\0\0\0\x04\0${"\0".repeat(50)}`))).toBe("extract/unsupported-type exe");
  });

  it("takes text in any encoding for text", () => {
    expect(format("Hello there")).toBe("text");
    expect(format(binary("\xf0\xd2\xc9\xd7\xc5\xd4, \xcd\xc9\xd2"))).toBe("text");
    expect(format(utf16le("Hello there, this has no byte-order mark."))).toBe("text");
    expect(
      format(utf16le("吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。\n".repeat(3))),
    ).toBe("text");
    expect(format(binary("\x1b$B$3$l$OF|K\\8l$G$9\x1b(B"))).toBe("text");
    expect(format("page one\fpage two\x1a")).toBe("text");
    expect(format(`one stray zero\0 in a longer text ${"and so on ".repeat(100)}`)).toBe("text");
  });

  it("finds HTML as browsers do", () => {
    expect(format("<!DOCTYPE html><p>x")).toBe("html");
    expect(format("\uFEFF  <!-- made by x --><HTML lang=en>")).toBe("html");
    expect(
      format(
        '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">\n<html xmlns="http://www.w3.org/1999/xhtml">',
      ),
    ).toBe("html");
    expect(format(utf16le("\uFEFF<html><body>x"))).toBe("html");
    expect(format("<p>fragment", "fragment")).toBe("html");
    expect(format("no tag at all", "a.htm")).toBe("html");
    expect(format('<?xml version="1.0"?><TEI><text/></TEI>', "a.xml")).toBe("text");
    expect(format("<htmlish>")).toBe("text");
  });

  it("leaves Markdown and text that start with a tag what they are", () => {
    expect(format('<p align="center"><img src="x"></p>\n# Title', "README.md")).toBe("markdown");
    expect(format("<b>bold</b> claims", "a.txt")).toBe("text");
    expect(format("# Title\n\n- one\n- two\n", "README")).toBe("markdown");
    expect(format("# comment\nx = 1\n", "Makefile")).toBe("text");
  });

  it("says when the name promises something else", () => {
    expect(misnamed("<!doctype html><p>", "a.txt")).toBe("text is html");
    expect(misnamed("%PDF-1.7", "a.docx")).toBe("docx is pdf");
    expect(misnamed("plain words", "a.pdf")).toBe("pdf is text");
    expect(misnamed(zipOf(["word/document.xml"]), "a.doc")).toBe("doc is docx");
    expect(misnamed("# x", "a.md")).toBe("");
    expect(misnamed("plain words", "a.md")).toBe("");
    expect(misnamed("plain words", "a.xyz")).toBe("");
    expect(misnamed(binary("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), "a.docx")).toBe("");
  });
});
