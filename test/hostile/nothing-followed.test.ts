/** Documents full of addresses: a listener that would hear any of them being followed hears nothing. */
// eslint-disable-next-line no-restricted-imports -- this is the listener that nothing may reach
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MadeFile, readFile } from "../support/all-front-ends.ts";
import {
  makePackage,
  documentXml,
  paragraph as p,
  relationshipsXml,
  words,
  makeDocx,
} from "../support/make-docx.ts";
import { line, makePdf } from "../support/make-pdf.ts";
import { utf8 } from "../support/read-bytes.ts";

let connections = 0;
let server: Server;
let origin = "";

beforeAll(async () => {
  server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const page = (o: string): string => `<!doctype html><html manifest="${o}/m"><head><base href="${o}/">
<meta http-equiv="refresh" content="0;url=${o}/r"><link rel="stylesheet" href="${o}/s.css"><link rel="preload" href="${o}/p">
<style>@import url(${o}/i.css); body{background:url(${o}/b.png)}</style><script src="${o}/x.js"></script>
<script>fetch("${o}/f")</script></head><body onload="fetch('${o}/l')"><p>Words that stay.</p>
<img src="${o}/a.png" srcset="${o}/b.png 2x"><picture><source srcset="${o}/c.webp"></picture>
<iframe src="${o}/f"></iframe><iframe srcdoc="<img src=${o}/d>"></iframe><object data="${o}/o"></object>
<embed src="${o}/e"><video src="${o}/v" poster="${o}/w"></video><audio src="${o}/u"></audio><track src="${o}/t">
<svg><image href="${o}/g"/><use xlink:href="${o}/h#x"/></svg><form action="${o}/post"><input type="image" src="${o}/j"></form>
<table background="${o}/k"></table><a href="${o}/n" ping="${o}/q">link</a></body></html>`;

const xhtml = (o: string): string =>
  `<?xml version="1.0"?><?xml-stylesheet href="${o}/s.xsl"?><!DOCTYPE html SYSTEM "${o}/x.dtd" [<!ENTITY e SYSTEM "${o}/e">]>` +
  `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Words that stay. &e;</p></body></html>`;

function word(o: string): Uint8Array {
  const relationships = relationshipsXml(
    ["attachedTemplate", "image", "aFChunk", "subDocument", "header", "oleObject", "hyperlink"].map(
      (type) => ({
        type,
        target: `${o}/${type}`,
        external: true,
      }),
    ),
  );
  const body =
    p(words("Words that stay.")) +
    p('<w:r><w:instrText>INCLUDETEXT "' + o + '/t"</w:instrText></w:r>') +
    '<w:altChunk r:id="r3"/><w:subDoc r:id="r4"/>';
  return makePackage(documentXml(body), [
    { type: "unused", name: "word/_rels/document.xml.rels", content: relationships },
  ]);
}

const wordWithDoctype = (o: string): Uint8Array =>
  makePackage(documentXml(p(words("&e;")), `<!DOCTYPE w:document [<!ENTITY e SYSTEM "${o}/e">]>`));

const pdf = (o: string): Uint8Array =>
  makePdf({
    pages: [
      {
        content: line("Words that stay.", 50, 700),
        extra:
          `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(${o}/a)>>>>` +
          `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoToR/F<</FS/URL/F(${o}/g)>>>>>>]` +
          `/AA<</O<</S/SubmitForm/F<</FS/URL/F(${o}/f)>>>>>>`,
      },
    ],
    catalog: `/OpenAction<</S/URI/URI(${o}/o)>>/URI<</Base(${o}/)>>`,
    extra: [
      `<</Type/Action/S/JavaScript/JS(app.launchURL("${o}/j"))>>`,
      `<</Length 0/F<</FS/URL/F(${o}/external)>>>>stream\n\nendstream`,
    ],
  });

describe("nothing that a document names is followed", () => {
  it.each<readonly [string, (o: string) => MadeFile]>([
    ["an HTML page", (o) => ({ name: "a.html", bytes: utf8(page(o)) })],
    ["an XHTML page with external entities", (o) => ({ name: "a.xhtml", bytes: utf8(xhtml(o)) })],
    ["a Word document", (o) => ({ name: "a.docx", bytes: word(o) })],
    ["a Word document with an external entity", (o) => ({ name: "b.docx", bytes: wordWithDoctype(o) })],
    ["a PDF", (o) => ({ name: "a.pdf", bytes: pdf(o) })],
    [
      "a Word document with a page in it",
      (o) => ({
        name: "c.docx",
        bytes: makeDocx(`${p(words("Words that stay."))}<w:altChunk r:id="r1"/>`, [
          { type: "aFChunk", name: "word/c.html", content: page(o) },
        ]),
      }),
    ],
  ])("in %s", async (_what, make) => {
    const outcome = await readFile(make(origin));
    if (outcome.ok) expect(outcome.value.text).toContain("Words that stay.");
    else expect(outcome.failure.code).toBe("extract/doctype-forbidden");
    // Connections are made later, if at all.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(connections).toBe(0);
  });

  it("the listener would hear it", async () => {
    await fetch(`${origin}/canary`).catch(() => undefined);
    expect(connections).toBe(1);
  });
});
