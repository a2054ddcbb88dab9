/** Character references, CDATA sections and pages inside pages, as the HTML standard and XHTML have them. */
import { describe, expect, it } from "vitest";
import { document, html, read } from "../support/read-bytes.ts";

const text = async (body: string): Promise<string> => (await html(body)).text;
const xhtml = (body: string) =>
  document(
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>${body}</body></html>`,
    "a.xhtml",
  );

describe("character references", () => {
  it.each([
    ["with and without semicolon", "<p>&copy; &copy 2024 &ampx", "© © 2024 &x"],
    ["escaped twice are undone once", "<p>&amp;lt;b&amp;gt;", "&lt;b&gt;"],
    ["unknown stay", "<p>&nosuch; &notit; a&b", "&nosuch; ¬it; a&b"],
    ["of Windows-1252 controls", "<p>&#x80;&#150;&#x99;", "€–™"],
    ["of nothing and of halves", "<p>a&#0;b&#xD800;c&#x110000;d", "a�b�c�d"],
    ["of two characters", "<p>&NotEqualTilde;", "≂̸"],
    ["in pictures' texts", '<p><img alt="caf&eacute; &quot;x&quot;">', 'café "x"'],
    ["beyond the basic plane", "<p>&#x1F600;&#128512;", "😀😀"],
    [
      "not in preformatted raw text",
      "<p>a</p><textarea>&lt;i&gt;</textarea><xmp>&lt;i&gt;</xmp>",
      "a\n<i>\n&lt;i&gt;",
    ],
    ["of soft hyphens and no-break spaces", "<p>in&shy;visible&nbsp;space", "in\u00advisible\u00a0space"],
  ])("%s", async (_what, body, expected) => {
    expect(await text(body)).toBe(expected);
  });
});

describe("CDATA", () => {
  it("is a comment in HTML, text in SVG and MathML", async () => {
    expect(await text("<p>a<![CDATA[hidden]]>b</p>")).toBe("ab");
    expect(await text("<svg><text><![CDATA[a < b & c]]></text></svg>")).toBe("a < b & c");
  });

  it("is text in XHTML, with its place", async () => {
    const source = "<p>before <![CDATA[in the section & on]]> after</p>";
    const got = await xhtml(source);
    expect(got.text).toBe("before in the section & on after");
  });

  it("of scripts and styles stays out", async () => {
    expect((await xhtml("<script>//<![CDATA[\nvar a = '</p>';\n//]]></script><p>words</p>")).text).toBe(
      "words",
    );
  });
});

describe("pages inside pages", () => {
  it("in an attribute are told and not opened", async () => {
    const got = await html('<p>words</p><iframe srcdoc="<p>inside</p>"></iframe>');
    expect(got.text).toBe("words");
    expect(got.notices).toContainEqual({ code: "notice/embedded-not-read", data: { count: 1 } });
  });

  it("that are all there is leave no text", async () => {
    const frames =
      '<html><frameset><frame src="a.html"><frame src="b.html"></frameset><noframes>old</noframes>';
    expect(await read(frames, "a.html")).toEqual({
      ok: false,
      failure: { code: "extract/no-text", data: { pagesInside: 2 } },
    });
  });

  it("of other servers are not even told: nearly every page has some", async () => {
    const got = await html('<p>words</p><iframe src="https://ads.example/"></iframe><embed src="x.swf">');
    expect(got.notices.filter(({ code }) => code === "notice/embedded-not-read")).toEqual([]);
  });
});
