import { describe, expect, it } from "vitest";
import type { Document } from "../../core/model/document.ts";
import type { HtmlSourceMap } from "../../core/model/source-map.ts";
import { binary, document, html, read } from "../support/read-bytes.ts";

const text = async (body: string) => (await html(body)).text;
const marked = (got: Document, kind: string) =>
  got.marks.filter((mark) => mark.kind === kind).map((mark) => got.text.slice(mark.start, mark.end));
const blocksOf = (got: Document) => (got.sourceMap as HtmlSourceMap).blocks;

describe("text by block and inline rules", () => {
  it("neither merges nor splits words", async () => {
    expect(await text("<p>One</p><p>Two</p>three<div>four</div>")).toBe("One\nTwo\nthree\nfour");
    expect(await text("<p>in<b>sep</b>ar<i>able</i>, <a>two</a>\n<a>words</a>")).toBe(
      "inseparable, two words",
    );
    expect(await text("<ul><li>a<li>b</ul><h1>c</h1><button>d</button><button>e</button>")).toBe(
      "a\nb\nc\nd\ne",
    );
    expect(await text("<select><option>x</option><option>y</option></select>")).toBe("x\ny");
  });

  it("collapses white space outside preformatted text and keeps it inside", async () => {
    expect(await text("<p>  a \n\t b  <i> c </i> d </p>")).toBe("a b c d");
    expect(await text("<p>a&nbsp; b</p>")).toBe("a\u00A0 b");
    expect(await text("<pre>\n  x = 1\n\n  y\t= 2</pre>")).toBe("  x = 1\n\n  y\t= 2");
  });

  it("breaks lines at br, at most one empty line in a row", async () => {
    expect(await text("<p>Shall I compare thee<br>to a summer's day?<br><br><br>Thou<br></p><p>x")).toBe(
      "Shall I compare thee\nto a summer's day?\n\nThou\nx",
    );
  });

  it("separates the cells of a row by tabs and rows by line ends", async () => {
    expect(
      await text("<table><caption>T</caption><tr><th>a<th>b<tr><td><p>1</p><p>2</p><td><td>3</table>x"),
    ).toBe("T\na\tb\n1\n2\t3\nx");
    expect(await text("<table><tr><td>a<table><tr><td>b<td>c</table><td>d</table>")).toBe("a\nb\tc\td");
  });

  it("leaves out programs, styles and what shows only without scripts", async () => {
    const body =
      "<script>var a</script><style>p{}</style><noscript>ns</noscript><template>t</template><iframe>f</iframe><!--c-->x" +
      "<svg><style>s</style><title>st</title><path/></svg>";
    expect(await text(body)).toBe("x");
    expect(await text("<svg><text>drawn words</text></svg>")).toBe("drawn words");
  });

  it("keeps alternative texts, marked, and joins an initial drawn as a picture to its word", async () => {
    const got = await html(
      '<p>See<img alt="a map">here.</p><p><img alt="O">nce upon a time</p><img alt=""><img>',
    );
    expect(got.text).toBe("See a map here.\nOnce upon a time");
    expect(marked(got, "alternative")).toEqual(["a map", "O"]);
  });

  it("keeps hidden text, marked", async () => {
    const got = await html(
      `<p>seen <span hidden>one</span> <span style="display:none">two</span> <span style="VISIBILITY : hidden !important">
      three <b style="visibility:visible">back</b></span> <i style="font-size:0px">four</i> <i style="font-size:0.5em">small</i></p>
      <dialog>five</dialog><dialog open>six</dialog><video>seven</video><div style="display:none"><p>eight</p><p>nine</p></div>`,
    );
    expect(got.text).toBe("seen back small\none two three four\nfive\nsix\nseven\neight\nnine");
    expect(marked(got, "hidden")).toEqual(["one two three four", "five", "seven", "eight", "nine"]);
    expect(got.notices).toContainEqual({ code: "notice/hidden-text", data: { characters: 36 } });
  });

  it.each([
    ["moved away", "position:absolute; left:-9999px"],
    ["indented away", "text-indent: -9999px"],
    ["cut down to nothing", "height:0; overflow:hidden"],
    ["clipped", "position:absolute;clip: rect(0 0 0 0)"],
    ["scaled to nothing", "transform:scale(0)"],
    ["in no colour", "color: rgba(0, 0, 0, 0.0)"],
    ["in a transparent colour", "color:#fff0"],
  ])("tells text %s", async (_what, style) => {
    expect(marked(await html(`<p>seen <span style="${style}">unseen</span></p>`), "hidden")).toEqual([
      "unseen",
    ]);
  });

  it.each([
    "left:-9999px",
    "height:0",
    "color:#ff0",
    "color:#ffff00",
    "position:relative;left:-2px",
    "opacity:0.5",
  ])("does not take %s for hiding", async (style) => {
    expect(marked(await html(`<p>seen <span style="${style}">seen</span></p>`), "hidden")).toEqual([]);
  });

  it("keeps hidden text out of the words and sentences it stands in, with its own place", async () => {
    const got = await html(
      '<div>One wo<i hidden>x y</i>rd and<b style="display:none"> junk </b> another' +
        '<span hidden><div>first</div><br><div>second</div></span>.</div><p>Next <img hidden alt="pic">one.</p>',
    );
    expect(got.text).toBe("One word and another.\nx y junk\nfirst\nsecond\nNext one.\npic");
    const blocks = blocksOf(got).map((b) => got.text.slice(b.start, b.end));
    expect(blocks).toEqual(got.text.split("\n"));
  });

  it("puts ruby readings after the paragraph, marked, so that they do not cut its words", async () => {
    const got = await html("<p><ruby>今<rp>(</rp><rt>きょ</rt><rp>)</rp>日<rt>う</rt></ruby>は</p><p>次</p>");
    expect(got.text).toBe("今日は\nきょ う\n次");
    expect(marked(got, "alternative")).toEqual(["きょ う"]);
  });

  it("keeps a note's raised number apart from the word before it", async () => {
    expect(
      await text('<p>word<sup><a href="#1">1</a></sup>. x<a href="#2"><sup>2</sup></a>y E = mc<sup>2</sup>'),
    ).toBe("word 1. x 2 y E = mc2");
  });

  it("reads XHTML with empty raw elements", async () => {
    const page =
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/></head>' +
      "<body><p>all of it</p></body></html>";
    const got = await document(page, "a.xhtml");
    expect(got.text).toBe("all of it");
    expect(page.slice(blocksOf(got)[0]!.sourceStart, blocksOf(got)[0]!.sourceEnd)).toBe("all of it");
  });

  it("fails with a code when there is no text", async () => {
    expect(await read("<!DOCTYPE html><script>1</script>", "a.html")).toEqual({
      ok: false,
      failure: { code: "extract/no-text" },
    });
  });
});

describe("source map", () => {
  it("spans, in the decoded source, what gave the text", async () => {
    const source =
      "<!DOCTYPE html>\r\n<p>  First &amp;\r\n last </p>\r\n<div>Second <b>bold</b><p>Third</p>tail</div>";
    const got = await document(source, "a.html");
    expect(
      blocksOf(got).map((b) => [
        b.block,
        b.element,
        got.text.slice(b.start, b.end),
        source.slice(b.sourceStart, b.sourceEnd),
      ]),
    ).toEqual([
      [0, "p", "First & last", "First &amp;\r\n last"],
      [1, "div", "Second bold", "Second <b>bold"],
      [2, "p", "Third", "Third"],
      [3, "div", "tail", "tail"],
    ]);
  });
});

describe("metadata and encoding", () => {
  it("takes title, author and language", async () => {
    const got = await document(
      '<!DOCTYPE html><html lang="de"><meta name=Author content="A. B."><title> A \n title</title><p>x',
      "a.html",
    );
    expect(got.metadata).toEqual({ title: "A title", author: "A. B.", language: "de" });
    expect(got.text).toBe("x");
  });

  it("decodes by the page's declaration", async () => {
    const got = await document(
      binary('<!DOCTYPE html><meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0'),
      "a.html",
    );
    expect(got.text).toBe("Привет, мир");
    expect(got.encoding?.label).toBe("windows-1251");
  });
});

describe("main content", () => {
  const sentence =
    "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness. ";
  const page = `<!DOCTYPE html><title>A Tale</title><body><nav><ul><li><a href=/>Home</a><li><a href=/b>Books</a></ul></nav>
    <article><h1>A Tale</h1>${`<p>${sentence.repeat(4)}</p>`.repeat(6)}</article>
    <footer><p>All rights reserved.</p></footer>`;

  it("is told from the rest, and nothing is dropped", async () => {
    const got = await document(page, "a.html");
    expect(marked(got, "boilerplate")).toEqual(["Home\nBooks", "All rights reserved."]);
    expect(got.text).toContain("Home\nBooks\nA Tale\nIt was");
    expect(
      blocksOf(got)
        .filter((block) => block.main)
        .map((block) => block.element),
    ).toEqual(["h1", "p", "p", "p", "p", "p", "p"]);
    expect(got.notices).toEqual([]);
  });

  it("is not decided on pages too large for it, which is told", async () => {
    const got = await html(`<nav>Home</nav>${"<p>x</p>".repeat(31_000)}`);
    expect(got.notices).toEqual([{ code: "notice/main-content-unknown", data: { why: "too-large" } }]);
    expect(got.marks).toEqual([]);
    expect(blocksOf(got).every((block) => block.main)).toBe(true);
  });
});
