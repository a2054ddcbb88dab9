/** What each feature of a Word document means for its text, one hand-made document each. */
import { describe, expect, it } from "vitest";
import { comparableText } from "../../../core/model/comparable-text.ts";
import {
  cell,
  documentOf,
  makeDocx,
  makePackage,
  marked,
  NAMESPACES,
  noticesOf,
  paragraph as p,
  paragraphsOf,
  readDocx,
  row,
  run,
  table,
  textOf,
  words,
} from "../../support/make-docx.ts";

const field = (code: string, result: string): string =>
  run('<w:fldChar w:fldCharType="begin"/>') +
  code +
  run('<w:fldChar w:fldCharType="separate"/>') +
  result +
  run('<w:fldChar w:fldCharType="end"/>');
const code = (text: string): string => run(`<w:instrText>${text}</w:instrText>`);
const deleted = (text: string): string => `<w:del w:id="1">${run(`<w:delText>${text}</w:delText>`)}</w:del>`;
const boxOf = (content: string): string =>
  `<w:drawing><wp:inline><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>`;
const vmlBoxOf = (content: string): string =>
  `<w:pict><v:shape><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict>`;
const choiceOf = (content: string, fallback: string): string =>
  run(
    `<mc:AlternateContent><mc:Choice Requires="wps">${content}</mc:Choice>${fallback}</mc:AlternateContent>`,
  );
const runBetween = (between: string): string => p(run(`<w:t>a</w:t>${between}<w:t>TOK</w:t>`));
const joinedMark = '<w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>';

const FEATURES: readonly (readonly [feature: string, body: string, text: string])[] = [
  ["insertion", p(`<w:ins w:id="1">${words("TOK")}</w:ins>`), "TOK"],
  ["deletion", p(words("A") + deleted("TOK") + words("x")), "Ax\nTOK"],
  ["moved here", p(`<w:moveTo w:id="1">${words("TOK")}</w:moveTo>`), "TOK"],
  ["moved away", p(`<w:moveFrom w:id="1">${words("TOK")}</w:moveFrom>${words("x")}`), "x\nTOK"],
  ["deleted paragraph mark joins", p(joinedMark + words("TO")) + p(words("K")), "TOK"],
  [
    "deleted mark at the end of a cell joins nothing",
    table(row(cell(p(joinedMark + words("a"))) + cell(p(words("b"))))),
    "a\nb",
  ],
  [
    "deleted row",
    table(
      `<w:tr><w:trPr><w:del w:id="1"/></w:trPr>${cell(p(words("TOK")))}</w:tr>${row(cell(p(words("x"))))}`,
    ),
    "TOK\nx",
  ],
  [
    "deleted cell",
    table(row(`<w:tc><w:tcPr><w:cellDel w:id="1"/></w:tcPr>${p(words("TOK"))}</w:tc>${cell(p(words("x")))}`)),
    "TOK\nx",
  ],
  ["simple field", p(`<w:fldSimple w:instr="DATE">${words("TOK")}</w:fldSimple>`), "TOK"],
  ["field result", p(field(code("REF x"), words("TOK"))), "TOK"],
  ["field code", p(field(code("TOK"), words("x"))), "x"],
  [
    "field inside a field's code",
    p(field(code("IF ") + field(code("MERGE"), words("TOK")), words("x"))),
    "x",
  ],
  [
    "field over two paragraphs",
    p(
      run('<w:fldChar w:fldCharType="begin"/>') +
        code("TOC") +
        run('<w:fldChar w:fldCharType="separate"/>') +
        words("a"),
    ) +
      p(words("b") + run('<w:fldChar w:fldCharType="end"/>')) +
      p(words("c")),
    "a\nb\nc",
  ],
  [
    "content control around a paragraph",
    `<w:sdt><w:sdtPr/><w:sdtContent>${p(words("TOK"))}</w:sdtContent></w:sdt>`,
    "TOK",
  ],
  ["content control in a paragraph", p(`<w:sdt><w:sdtContent>${words("TOK")}</w:sdtContent></w:sdt>`), "TOK"],
  [
    "checkbox",
    p(
      `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>${words("\u2612")}</w:sdtContent></w:sdt>${words("yes")}`,
    ),
    "\u2612yes",
  ],
  [
    "content control around a cell",
    table(row(`<w:sdt><w:sdtContent>${cell(p(words("TOK")))}</w:sdtContent></w:sdt>`)),
    "TOK",
  ],
  ["custom XML", p(`<w:customXml w:element="a">${words("TOK")}</w:customXml>`), "TOK"],
  ["smart tag", p(`<w:smartTag w:element="a">${words("TOK")}</w:smartTag>`), "TOK"],
  ["direction override", p(`<w:bdo w:val="rtl"><w:dir w:val="rtl">${words("TOK")}</w:dir></w:bdo>`), "TOK"],
  [
    "ruby",
    p(run(`<w:ruby><w:rt>${words("yomi")}</w:rt><w:rubyBase>${words("TOK")}</w:rubyBase></w:ruby>`)),
    "TOK",
  ],
  ["equation", p("<m:oMath><m:r><m:t>TOK</m:t></m:r></m:oMath>"), "TOK"],
  [
    "equation outside paragraphs",
    p(words("a")) + "<m:oMathPara><m:oMath><m:r><m:t>b</m:t></m:r></m:oMath></m:oMathPara>" + p(words("c")),
    "a\nb\nc",
  ],
  ["VML text box", p(run(vmlBoxOf(p(words("TOK"))))), "TOK"],
  ["text box without a fallback", p(choiceOf(boxOf(p(words("TOK"))), "")), "TOK"],
  [
    "text box with a fallback comes once",
    p(choiceOf(boxOf(p(words("TOK"))), `<mc:Fallback>${vmlBoxOf(p(words("TOK")))}</mc:Fallback>`)),
    "TOK",
  ],
  [
    "unknown alternative takes the fallback",
    p(
      run(
        `<mc:AlternateContent><mc:Choice xmlns:x="urn:other" Requires="x"><w:t>no</w:t></mc:Choice><mc:Fallback><w:t>yes</w:t></mc:Fallback></mc:AlternateContent>`,
      ),
    ),
    "yes",
  ],
  [
    "text box after its paragraph",
    p(words("a") + choiceOf(boxOf(p(words("box"))), "") + words("b")) + p(words("c")),
    "ab\nbox\nc",
  ],
  [
    "word art",
    p(words("a") + run('<w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict>')),
    "a\nDRAFT",
  ],
  ["carriage return", runBetween("<w:cr/>"), "a\nTOK"],
  ["break", runBetween("<w:br/>"), "a\nTOK"],
  ["tab", runBetween("<w:tab/>"), "a\tTOK"],
  [
    "tab stops are no tabs",
    p('<w:pPr><w:tabs><w:tab w:val="left" w:pos="10"/></w:tabs></w:pPr>' + words("TOK")),
    "TOK",
  ],
  ["position tab", runBetween("<w:ptab/>"), "a\tTOK"],
  ["non-breaking hyphen", runBetween("<w:noBreakHyphen/>"), "a\u2011TOK"],
  ["soft hyphen", runBetween("<w:softHyphen/>"), "a\u00adTOK"],
  ["Wingdings symbol", p(run('<w:sym w:font="Wingdings" w:char="F0FC"/>') + words("TOK")), "\u2713TOK"],
  ["Symbol symbol", p(run('<w:sym w:font="Symbol" w:char="F061"/>') + words("TOK")), "\u03b1TOK"],
  ["symbol of an unknown font", p(run('<w:sym w:font="MyFont" w:char="F061"/>') + words("TOK")), "\uf061TOK"],
  [
    "symbol that is no character",
    p(run('<w:sym w:font="MyFont" w:char="D800"/>') + words("TOK")),
    "\ufffdTOK",
  ],
  ["hyperlink", p(`<w:hyperlink w:anchor="q">${words("TOK")}</w:hyperlink>`), "TOK"],
  ["nested table", table(row(cell(table(row(cell(p(words("in"))))) + p(words("out"))))), "in\nout"],
  [
    "rows and cells in order",
    table(row(cell(p(words("a"))) + cell(p(words("b")))) + row(cell(p(words("c"))))),
    "a\nb\nc",
  ],
  ["spaces kept", p(words(" a ") + words("TOK")), " a TOK"],
  [
    "former properties are no properties",
    p(`<w:pPr><w:pPrChange><w:pPr><w:rPr><w:del/></w:rPr></w:pPr></w:pPrChange></w:pPr>${words("a")}`) +
      p(words("b")),
    "a\nb",
  ],
  ["empty paragraphs give no line", p(words("a")) + p("") + p(words("b")), "a\nb"],
];

describe("text of a Word document", () => {
  it.each(FEATURES)("%s", async (_feature, body, text) => {
    expect(await textOf(body)).toBe(text);
  });

  it("says that phonetic guides are left out", async () => {
    const ruby = run(`<w:ruby><w:rt>${words("yomi")}</w:rt><w:rubyBase>${words("b")}</w:rubyBase></w:ruby>`);
    const document = await documentOf(makeDocx(p(words("a") + ruby)));
    expect(noticesOf(document, "notice/part-not-read")).toEqual([{ part: "phonetic guides", characters: 4 }]);
  });

  it("keeps tracked deletions apart, marked, uncompared, with a notice that counts them", async () => {
    const document = await documentOf(
      makeDocx(
        p(words("The final ") + deleted("struck ") + words("text") + deleted("out")) + p(words("Next.")),
      ),
    );
    expect(document.text).toBe("The final text\nstruck  out\nNext.");
    expect(marked(document, "deleted")).toEqual(["struck  out"]);
    expect(comparableText(document)).toBe("The final text\n           \nNext.");
    expect(noticesOf(document, "notice/deleted-text")).toEqual([{ characters: 10 }]);
    expect(paragraphsOf(document).map(({ paragraph: number }) => number)).toEqual([0, 0, 1]);
  });

  it("does not call a document read that holds nothing but deletions", async () => {
    const result = await readDocx(makeDocx(p(deleted("gone"))));
    expect(result).toMatchObject({ failure: { code: "extract/no-text", data: { deletedCharacters: 4 } } });
  });

  it("keeps an alternative text as a line of its own", async () => {
    const document = await documentOf(
      makeDocx(
        p(
          words("a") +
            run('<w:drawing><wp:inline><wp:docPr id="1" name="p" descr="A cat"/></wp:inline></w:drawing>') +
            words("b"),
        ),
      ),
    );
    expect(document.text).toBe("ab\nA cat");
    expect(marked(document, "alternative")).toEqual(["A cat"]);
  });

  it("takes a field beginning without an end as absent", async () => {
    const document = await documentOf(
      makeDocx(p(run('<w:fldChar w:fldCharType="begin"/>') + words("a")) + p(words("b"))),
    );
    expect(document.text).toBe("a\nb");
    expect(noticesOf(document, "notice/markup-errors")).toEqual([
      { part: "word/document.xml", errors: 1, first: "field without end" },
    ]);
  });
});

describe("hidden text is kept and marked", () => {
  const styles = (content: string) => [
    { type: "styles", name: "word/styles.xml", content: `<w:styles ${NAMESPACES}>${content}</w:styles>` },
  ];
  const hiding = (type: string, id: string, base = ""): string =>
    `<w:style w:type="${type}" w:styleId="${id}">${base}<w:rPr><w:vanish/></w:rPr></w:style>`;
  const styled = (property: string, text: string): string =>
    run(`<w:rPr>${property}</w:rPr><w:t>${text}</w:t>`);

  it("directly on a run, with a notice that counts it", async () => {
    const document = await documentOf(
      makeDocx(p(words("a") + styled("<w:vanish/>", "hid") + styled("<w:vanish/>", "den") + words("b"))),
    );
    expect(document.text).toBe("ab\nhidden");
    expect(marked(document, "hidden")).toEqual(["hidden"]);
    expect(noticesOf(document, "notice/hidden-text")).toEqual([{ characters: 6 }]);
  });

  it("by a character style, also one based on a hiding style", async () => {
    const body = p(
      styled('<w:rStyle w:val="S"/>', "one") + words("-") + styled('<w:rStyle w:val="T"/>', "two"),
    );
    const based = '<w:style w:type="character" w:styleId="T"><w:basedOn w:val="S"/></w:style>';
    const document = await documentOf(makeDocx(body, styles(hiding("character", "S") + based)));
    expect(document.text).toBe("-\none two");
    expect(marked(document, "hidden")).toEqual(["one two"]);
  });

  it("by a paragraph style, unless the run says otherwise or its style cancels it", async () => {
    const body = p(
      `<w:pPr><w:pStyle w:val="P"/></w:pPr>${words("hidden")}${styled('<w:vanish w:val="0"/>', " shown")}${styled('<w:rStyle w:val="S"/>', " cancelled")}`,
    );
    const document = await documentOf(
      makeDocx(body, styles(hiding("paragraph", "P") + hiding("character", "S"))),
    );
    expect(marked(document, "hidden")).toEqual(["hidden"]);
  });

  it("survives styles based on each other in a circle", async () => {
    const circle =
      '<w:style w:type="character" w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:type="character" w:styleId="B"><w:basedOn w:val="A"/></w:style>';
    const document = await documentOf(makeDocx(p(styled('<w:rStyle w:val="A"/>', "a")), styles(circle)));
    expect(marked(document, "hidden")).toEqual([]);
  });
});

describe("encodings and namespaces", () => {
  const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
  const xml = (declaration: string): string =>
    `${declaration}<w:document ${NAMESPACES}><w:body>${p(words("caf\u00e9"))}</w:body></w:document>`;
  const utf16 = (text: string, bigEndian: boolean): Uint8Array => {
    const bytes = new Uint8Array(2 * text.length);
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), !bigEndian);
    return bytes;
  };
  it.each([
    ["ISO-8859-1", latin1(xml('<?xml version="1.0" encoding="ISO-8859-1"?>'))],
    ["UTF-16 little-endian", utf16(`\ufeff${xml('<?xml version="1.0" encoding="UTF-16"?>')}`, false)],
    ["UTF-16 big-endian", utf16(`\ufeff${xml('<?xml version="1.0" encoding="UTF-16"?>')}`, true)],
    ["UTF-16 without a mark", utf16(xml('<?xml version="1.0" encoding="UTF-16"?>'), false)],
    ["UTF-8 with a mark", new TextEncoder().encode(`\ufeff${xml("")}`)],
    [
      "UTF-8 that calls itself UTF-16",
      new TextEncoder().encode(xml('<?xml version="1.0" encoding="UTF-16"?>')),
    ],
  ])("%s", async (_name, bytes) => {
    const document = await documentOf(makePackage(bytes));
    expect(document.text).toBe("caf\u00e9");
    expect(document.notices).toEqual([]);
  });

  it("says that bytes were not valid in the encoding", async () => {
    const document = await documentOf(makePackage(latin1(xml(""))));
    expect(document.text).toBe("caf\ufffd");
    expect(noticesOf(document, "notice/encoding-errors")).toEqual([{ part: "word/document.xml" }]);
  });

  it("reads strict OOXML and any prefix", async () => {
    const body = "<x:body><x:p><x:r><x:t>strict</x:t></x:r></x:p></x:body>";
    const bytes = makePackage(
      `<x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main">${body}</x:document>`,
    );
    expect((await documentOf(bytes)).text).toBe("strict");
  });
});
