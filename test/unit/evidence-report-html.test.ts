import { parse, type DefaultTreeAdapterTypes } from "parse5";
import { describe, expect, it } from "vitest";
import type { DocumentFinding } from "../../core/detect/finding.ts";
import { reportHtml } from "../../core/evidence/report-html.ts";
import { attribute, markup } from "../../core/evidence/html-text.ts";
import { DARK, LIGHT } from "../../core/evidence/html-style.ts";
import { planQuotes, QUOTE_BUDGET } from "../../core/evidence/quote-plan.ts";
import { buildReport, type Report, type ReportInput } from "../../core/evidence/report-model.ts";
import { ok } from "../../core/base/result.ts";
import {
  align,
  documents,
  emptyReport,
  sampleDetection,
  sampleInput,
  sampleReport,
  sampleWork,
  work,
} from "../golden/report-sample.ts";

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

function* elementsOf(node: Node): Generator<Element> {
  if ("tagName" in node) yield node;
  if ("childNodes" in node) for (const child of node.childNodes) yield* elementsOf(child);
}

const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

const byClass = (html: string, name: string): Element[] =>
  [...elementsOf(parse(html))].filter((element) => attributeOf(element, "class")?.split(" ").includes(name));

function textOf(node: Node): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

const ELEMENTS = new Set(
  "html head meta title style body main header nav section article details summary div p span b small br a bdi h1 h2 h3 h4 ul li dl dt dd table thead tbody tr th td code svg defs pattern rect path".split(
    " ",
  ),
);
const ATTRIBUTES = new Set(
  "lang charset http-equiv content name class id dir href scope title aria-label aria-hidden role viewBox preserveAspectRatio width height x y d fill style patternUnits".split(
    " ",
  ),
);

/** Everything a page from hostile files must not have. */
function expectSafe(html: string): void {
  for (const element of elementsOf(parse(html))) {
    expect(ELEMENTS).toContain(element.tagName);
    for (const { name, value } of element.attrs) {
      expect(ATTRIBUTES).toContain(name);
      if (name === "href") expect(value).toMatch(/^#[\w.-]+$/);
      if (name === "style") expect(value).toBe("position:absolute");
      if (name === "http-equiv") expect(value).toBe("Content-Security-Policy");
    }
  }
  expect([...elementsOf(parse(html))].filter(({ tagName }) => tagName === "style")).toHaveLength(1);
  // No character that a reader cannot see, or that reorders what is seen.
  expect(html).not.toMatch(UNSEEN);
}

const UNSEEN = /(?![\n\t])[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

const HOSTILE = [
  `</bdi></td></style></script><script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `' onmouseover='alert(1)`,
  `\u202egpj.exe\u202c\u2066\u200b\u00ad\ufeff\u0000\u001b[31m`,
  `<!--<svg/onload=alert(1)>--><![CDATA[<a href="javascript:alert(1)">]]>&lt;b&gt;&#60;i&#62;`,
  `\ud800 lone, \u{e0041} tag, \r\n, \u2028`,
].join(" ");

/** The sample with every string replaced or followed by hostile ones. */
function hostileReport(): Report {
  const dirty = (text: string) => `${text} ${HOSTILE}`;
  const detection = sampleDetection();
  const findings: DocumentFinding[] = detection.findings.map((finding) => ({
    ...finding,
    document: {
      ...finding.document,
      paths: finding.document.paths.map(dirty),
      extractor: { name: dirty("x"), version: dirty("1") },
      metadata: { title: HOSTILE, author: HOSTILE, language: HOSTILE },
      encoding: { label: HOSTILE, reason: HOSTILE, confidence: 0.5 },
      notices: [
        { code: "notice/misnamed", data: { detected: HOSTILE } },
        { code: "notice/page-failed", page: 3, data: { reason: HOSTILE } },
      ],
    },
  }));
  const sample = sampleInput([
    { ...sampleWork({ ...detection, findings }), path: dirty("works/w"), name: dirty("w") },
    {
      path: HOSTILE,
      name: HOSTILE,
      sha256: "",
      byteLength: 0,
      outcome: { kind: "failed", failure: { code: "extract/corrupt", data: { detail: HOSTILE } } },
    },
  ]);
  const input: ReportInput = {
    ...sample,
    provenance: {
      ...sample.provenance,
      toolVersion: HOSTILE,
      createdUtc: HOSTILE,
      environment: { [HOSTILE]: HOSTILE },
    },
    corpus: {
      ...sample.corpus,
      path: HOSTILE,
      storeId: HOSTILE,
      rootHash: HOSTILE,
      partlyRead: [
        {
          path: HOSTILE,
          sha256: HOSTILE,
          notices: [{ code: "notice/part-not-read", data: { part: HOSTILE } }],
        },
      ],
    },
    ledger: [
      {
        path: HOSTILE,
        state: "failed",
        failure: { code: "read/io-error", data: { code: HOSTILE } },
        at: HOSTILE,
      },
    ],
    openDocument: (id) => {
      const document = documents[id]!;
      const map = document.sourceMap;
      if (map.kind === "pdf")
        return ok({
          ...document,
          sourceMap: { ...map, pages: map.pages.map((page) => ({ ...page, label: dirty(page.label) })) },
        });
      if (map.kind === "docx") return ok({ ...document, sourceMap: { ...map, parts: map.parts.map(dirty) } });
      if (map.kind === "html")
        return ok({
          ...document,
          sourceMap: { ...map, blocks: map.blocks.map((block) => ({ ...block, element: HOSTILE })) },
        });
      return ok(document);
    },
  };
  return buildReport(input);
}

/** A check whose document and work are this one text. */
function reportOn(text: string): string {
  const document = { ...documents[1]!, text };
  const detection = sampleDetection();
  const passage = align(text, text, text.trim(), text.trim());
  const finding = { ...detection.findings[1]!, passages: [passage] };
  const outcome = {
    kind: "checked" as const,
    document: { ...work, text },
    detection: { ...detection, findings: [finding] },
  };
  const input = sampleInput([{ ...sampleWork(detection), outcome }]);
  return reportHtml(buildReport({ ...input, openDocument: () => ok(document) }));
}

describe("report.html", () => {
  it("stands alone: no scripts, no outside references, a policy that says so", () => {
    const html = reportHtml(sampleReport());
    expectSafe(html);
    expect(html).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`,
    );
    expect(html).not.toMatch(/https?:|url\((?!#)|@import|<script/i);
  });

  it("is not broken out of by hostile strings in any field", () => {
    const html = reportHtml(hostileReport());
    expectSafe(html);
    expect(html).toContain(
      "[U+202E]gpj.exe[U+202C]".replaceAll(/\[(.*?)\]/g, '<span class="ctl">[$1]</span>'),
    );
  });

  it("is not broken out of by a hostile text, and quotes it whole", () => {
    const text = `one ${HOSTILE} two`;
    const html = reportOn(text);
    expectSafe(html);
    const shown = (raw: string) =>
      raw.replaceAll(
        /(?![\n\t\r])[\p{Cc}\p{Cs}\u00ad\u200b\u2028\u202c\u202e\u2066\ufeff\u{e0041}]/gu,
        (character) => {
          const point = character.codePointAt(0)!;
          return point === 0xad
            ? "[soft hyphen]"
            : `[U+${point.toString(16).toUpperCase().padStart(4, "0")}]`;
        },
      );
    expect(byClass(html, "quote").map(textOf)).toEqual([shown(text), shown(text)]);
  });

  it("leaves joiners where a script needs them and shows them elsewhere", () => {
    const html = reportOn("می\u200cخواهم a\u200cb क्\u200dष 👩\u200d💻 end");
    expect(byClass(html, "quote").map(textOf)[0]).toBe("می\u200cخواهم a[U+200C]b क्\u200dष 👩\u200d💻 end");
  });

  it("sets right-to-left text from the right", () => {
    const direction = (text: string) =>
      byClass(reportOn(text), "text").map((element) => attributeOf(element, "dir"));
    expect(direction("« ויהי דבר יהוה אל יונה")).toEqual(["rtl", "rtl"]);
    expect(direction("1. And the word came, ויהי")).toEqual(["ltr", "ltr"]);
  });

  it("refuses a report id that could leave the style sheet", () => {
    const input = sampleInput([]);
    const report = buildReport({ ...input, provenance: { ...input.provenance, reportId: 'x";}</style>' } });
    expect(() => reportHtml(report)).toThrow("report id");
  });

  it("quotes every passage of the sample in full, folded or not", () => {
    const html = reportHtml(sampleReport());
    const articles = byClass(html, "passage");
    expect(articles.map((article) => attributeOf(article, "id"))).toEqual([
      "p1.1.1",
      "p1.1.2",
      "p1.2.1",
      "p1.2.2",
      "p1.3.1",
    ]);
    const passages = sampleDetection().findings.flatMap((finding) =>
      finding.passages.map((passage) => ({ id: finding.document.id, passage })),
    );
    for (const [index, article] of articles.entries()) {
      const { id, passage } = passages[index]!;
      const quotes = [...elementsOf(article)]
        .filter((element) => attributeOf(element, "class") === "quote")
        .map(textOf);
      const left = quotes.filter((_, i) => i % 2 === 0).join("");
      const right = quotes.filter((_, i) => i % 2 === 1).join("");
      expect(left).toBe(work.text.slice(passage.work.start, passage.work.end));
      expect(right).toBe(documents[id]!.text.slice(passage.document.start, passage.document.end));
    }
    expect(
      articles.map(
        (article) => [...elementsOf(article)].filter(({ tagName }) => tagName === "details").length,
      ),
    ).toEqual([0, 1, 0, 0, 0]);
  });

  it("marks differing words, and places where words are missing, on both sides", () => {
    const html = reportHtml(sampleReport());
    const near = byClass(html, "passage")[2]!;
    const marked = (name: string) =>
      [...elementsOf(near)].filter((element) => attributeOf(element, "class") === name).map(textOf);
    expect(marked("other")).toEqual(["him", "hand", "soiled", "the old man", "only", "up"]);
    expect(marked("gap")).toHaveLength(4);
  });

  it("keeps what stands between two differences", () => {
    const [left, right] = ["Alpha beta gamma delta end", "ALPHA zeta gamma DELTA end"];
    const detection = sampleDetection();
    const finding = { ...detection.findings[1]!, passages: [align(left, right, left, right)] };
    const outcome = {
      kind: "checked" as const,
      document: { ...work, text: left },
      detection: { ...detection, findings: [finding] },
    };
    const input = sampleInput([{ ...sampleWork(detection), outcome }]);
    const html = reportHtml(
      buildReport({ ...input, openDocument: () => ok({ ...documents[1]!, text: right }) }),
    );
    expect(byClass(html, "quote").map(textOf)).toEqual([left, right]);
    expect(
      byClass(html, "passage")
        .flatMap((article) => [...elementsOf(article)])
        .filter((element) => attributeOf(element, "class") === "form")
        .map(textOf),
    ).toEqual(["Alpha", "delta", "ALPHA", "DELTA"]);
  });

  it("escapes attribute values", () => {
    const source = markup`<p title="${attribute(`"><b onclick='x'>\u202e`)}"></p>`.source;
    expect(source).toBe('<p title="&quot;&gt;&lt;b onclick=&#39;x&#39;&gt;[U+202E]"></p>');
  });

  it("describes every strip in words", () => {
    const strips = [...elementsOf(parse(reportHtml(sampleReport())))].filter(
      (element) => attributeOf(element, "role") === "img",
    );
    expect(strips).toHaveLength(4);
    for (const picture of strips) expect(attributeOf(picture, "aria-label")).toMatch(/words word for word/);
  });

  it("has a target for every link", () => {
    const elements = [...elementsOf(parse(reportHtml(sampleReport())))];
    const ids = new Set(elements.map((element) => attributeOf(element, "id")));
    for (const element of elements) {
      const target = attributeOf(element, "href");
      if (target !== undefined) expect(ids).toContain(target.slice(1));
    }
  });

  it("says what was searched when nothing was found", () => {
    const text = textOf(parse(reportHtml(emptyReport())));
    expect(text).toContain(
      "No passage of 9 words or more was found in the 2 documents that could be read (43.5 % of bytes).",
    );
    expect(text).toContain("Similarity is not a legal conclusion.");
  });
});

describe("quote budget", () => {
  /** The sample's passages, as if they were so long and so many that a page cannot hold them. */
  function largeReport(passages: number): Report {
    const detection = sampleDetection();
    const finding = detection.findings[1]!;
    const long = finding.passages[0]!;
    const many = Array.from({ length: passages }, () => ({ ...long }));
    return buildReport(
      sampleInput([
        sampleWork({ ...detection, findings: [{ ...finding, passages: many }, detection.findings[2]!] }),
      ]),
    );
  }

  it("names exactly what is not quoted", () => {
    const report = largeReport(4_000);
    const plan = planQuotes(report);
    const [first, second] = report.works[0]!.findings;
    const shown = first!.finding.passages.filter((passage) => plan.has(passage)).length;
    expect(shown).toBeGreaterThan(100);
    expect(shown).toBeLessThan(4_000);
    const html = reportHtml(report);
    expect(byClass(html, "passage")).toHaveLength(shown + 1);
    const hidden = String(4_000 - shown).replace(/\B(?=(\d{3})+$)/g, ",");
    expect(textOf(parse(html))).toContain(`${hidden} passages of this document`);
    // One document does not crowd out the next.
    expect(second!.finding.passages.every((passage) => plan.has(passage))).toBe(true);
  });

  it("keeps within the budget", () => {
    const report = largeReport(4_000);
    let units = 0;
    for (const { work: a, document: b } of planQuotes(report).keys())
      units += a.end - a.start + b.end - b.start;
    expect(units).toBeLessThanOrEqual(QUOTE_BUDGET);
  });

  it("shows both ends of a passage whose middle it cannot hold", () => {
    const text = `${"once upon a time there was ".repeat(50_000)}end`;
    const document = { ...documents[1]!, text };
    const detection = sampleDetection();
    const tokens = 50_000 * 6 + 1;
    const side = { tokenStart: 0, tokenEnd: tokens, start: 0, end: text.length };
    const edit = {
      kind: "equal" as const,
      workStart: 0,
      workEnd: tokens,
      documentStart: 0,
      documentEnd: tokens,
    };
    const passage = {
      class: "verbatim-raw" as const,
      words: tokens,
      longestRun: tokens,
      work: side,
      document: side,
      edits: [edit],
      flags: [],
    };
    const outcome = {
      kind: "checked" as const,
      document: { ...work, text },
      detection: { ...detection, findings: [{ ...detection.findings[1]!, passages: [passage] }] },
    };
    const input = sampleInput([{ ...sampleWork(detection), outcome }]);
    const html = reportHtml(buildReport({ ...input, openDocument: () => ok(document) }));
    expect(html.length).toBeLessThan(100_000);
    expect(textOf(parse(html)).replace(/\s+/g, " ")).toContain(
      "299,821 words of the work and 299,821 of the document are left out here",
    );
  });
});

describe("colours", () => {
  const luminance = (colour: string): number => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const value = parseInt(colour.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const contrast = (one: string, other: string): number => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light! + 0.05) / (dark! + 0.05);
  };

  it.each([
    ["light", LIGHT],
    ["dark", DARK],
  ] as const)("keep text readable: %s", (_, colours) => {
    for (const ground of [colours.paper, colours.surface]) {
      for (const text of [colours.ink, colours.muted, colours.action, colours.danger]) {
        expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
      }
      for (const graphic of [colours.verbatim, colours.near, colours.hatch]) {
        expect(contrast(graphic, ground)).toBeGreaterThanOrEqual(3);
      }
    }
    for (const tint of [colours["near-tint"], colours["verbatim-tint"]]) {
      expect(contrast(colours.ink, tint)).toBeGreaterThanOrEqual(4.5);
    }
  });
});
