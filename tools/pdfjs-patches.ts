/**
 * What pdf.js computes while it reads a page's text and then throws away, and what we need to cite it.
 *
 * pdf.js knows where every glyph stands, but `getTextContent` tells only where a stretch of glyphs starts and how
 * long it is: half a word wrong in proportional type, useless in Arabic. Each replacement below must fit the given
 * release exactly once, so that a new pdf.js can never be half patched.
 *
 * Added to every text item: `edges`, `glyphs`, `unmapped` and what `pdfjs-visibility.ts` tells (see `PdfTextItem` in
 * `core/extract/pdf/pdf-engine.ts`); added to the stream of items: `{ type: "pageReading", lost }` when pdf.js gave
 * up on a part of the page, and `{ type: "pageExtras", notes, files }` when the page carries notes, filled fields or
 * files.
 */
import { applyReplacements, type Replacement } from "./pdfjs-replacements.ts";
import { VISIBILITY } from "./pdfjs-visibility.ts";
import { VISIBILITY_FUNCTIONS } from "./pdfjs-visibility-functions.ts";

const NEW_FUNCTIONS = `
let pinciteDamagedStreams = 0;
const PINCITE_RTL = /^[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff]{2,}$/;
function pinciteVisual(unicode) {
  return unicode.length > 1 && PINCITE_RTL.test(unicode) ? Array.from(unicode).reverse().join("") : unicode;
}
function pinciteAdvance(chunk) {
  return chunk.vertical
    ? chunk.totalHeight + chunk.height * chunk.textAdvanceScale
    : chunk.totalWidth + chunk.width * chunk.textAdvanceScale;
}
function pinciteEdges(chunk, length, order) {
  const { str, advances, direction } = chunk;
  const edges = new Float32Array(2 * length);
  let unit = 0;
  for (let glyph = 0; glyph < str.length; glyph++) {
    for (let rest = str[glyph].length; rest > 0; rest--, unit++) {
      edges[2 * unit] = direction * advances[2 * glyph];
      edges[2 * unit + 1] = direction * advances[2 * glyph + 1];
    }
  }
  if (unit !== length) {
    return null;
  }
  if (!order) {
    return edges;
  }
  const logical = new Float32Array(2 * length);
  for (let i = 0; i < length; i++) {
    logical[2 * i] = edges[2 * order[i]];
    logical[2 * i + 1] = edges[2 * order[i] + 1];
  }
  return logical;
}
function pinciteExtras(page) {
  const notes = [];
  let files = 0;
  for (const entry of page.annotations) {
    try {
      const dict = page.xref.fetchIfRef(entry);
      const subtype = dict.get("Subtype")?.name;
      if (subtype === "FileAttachment") {
        files++;
      } else if (subtype !== "Link" && subtype !== "Popup") {
        const text = pinciteNote(subtype === "Widget" ? getInheritableProperty({ dict, key: "V", getArray: true }) : dict.get("Contents"));
        if (text) {
          notes.push(text);
        }
      }
    } catch {}
  }
  return { type: "pageExtras", notes, files };
}
function pinciteNote(value) {
  if (typeof value === "string") {
    return stringToPDFString(value);
  }
  if (Array.isArray(value)) {
    return value.filter(one => typeof one === "string").map(one => stringToPDFString(one)).join("\\n");
  }
  return value instanceof BaseStream ? stringToPDFString(value.getString()) : "";
}
`;

const BIDI: readonly Replacement[] = [
  {
    why: "item: U+FEFF is a format character, not a space that cuts a word in two",
    from: `const SpecialCharRegExp = /^(?:(\\s+)|`,
    to: `const SpecialCharRegExp = /^(?:((?:(?!\\ufeff)\\s)+)|`,
  },
  {
    why: "bidi: a permutation beside the characters",
    from: `const chars = [];\nconst types = [];\nfunction bidi(`,
    to: `const chars = [];\nconst types = [];\nconst order = [];${NEW_FUNCTIONS}${VISIBILITY_FUNCTIONS}function bidi(`,
  },
  {
    why: "bidi: start from the identity",
    from: `    chars[i] = str.charAt(i);\n    const charCode = str.charCodeAt(i);`,
    to: `    chars[i] = str.charAt(i);\n    order[i] = i;\n    const charCode = str.charCodeAt(i);`,
  },
  {
    why: "bidi: reverse both",
    from: `          reverseValues(chars, start, i);\n`,
    to: `          reverseValues(chars, start, i);\n          reverseValues(order, start, i);\n`,
  },
  {
    why: "bidi: reverse both at the end of the text",
    from: `      reverseValues(chars, start, levels.length);\n`,
    to: `      reverseValues(chars, start, levels.length);\n      reverseValues(order, start, levels.length);\n`,
  },
  {
    why: 'bidi: keep "<" and ">", which are part of the text, and hand the permutation out',
    from: `  for (i = 0, ii = chars.length; i < ii; ++i) {
    const ch = chars[i];
    if (ch === "<" || ch === ">") {
      chars[i] = "";
    }
  }
  return createBidiText(chars.join(""), isLTR);`,
    to: `  const result = createBidiText(chars.join(""), isLTR);
  result.order = Uint32Array.from(order.slice(0, strLength));
  return result;`,
  },
];

const STATE: readonly Replacement[] = [
  {
    why: "glyph: has the file a Unicode value for it",
    from: `    this.#glyphCache.set(charcode, glyph);`,
    to: `    glyph.mapped = this.toUnicode.has(charcode) && !(this.toUnicode instanceof IdentityToUnicodeMap);\n    this.#glyphCache.set(charcode, glyph);`,
  },
];

const ITEM: readonly Replacement[] = [
  {
    why: "item: new fields",
    from: `    const textContentItem = {\n      initialized: false,\n      str: [],`,
    to: `    let lost = false;
    let pinciteClipped = false;
    const textContentItem = {
      initialized: false,
      advances: [],
      direction: 1,
      unmapped: 0,
      glyphs: 0,
      mode: 0,
      fill: 0,
      transparent: false,
      under: 0,
      clipped: false,
      offPage: false,
      str: [],`,
  },
  {
    why: "item: the soft hyphen is part of the text, other format characters are not drawn",
    from: `        if (category.isInvisibleFormatMark) {\n          continue;`,
    to: `        if (category.isInvisibleFormatMark && glyph.unicode !== "\\u00ad") {\n          continue;`,
  },
  {
    why: "item: a font that could not be read gives no glyphs",
    from: `      const glyphs = font.charsToGlyphs(chars);\n      const scale = textState.fontMatrix[0]`,
    to: `      const glyphs = font.charsToGlyphs(chars);\n      if (font.error) {\n        lost = true;\n      }\n      const scale = textState.fontMatrix[0]`,
  },
  {
    why: "item: a space before a glyph has no width",
    from: `          textChunk.str.push(" ");\n`,
    to: `          textChunk.str.push(" ");\n          textChunk.advances.push(glyphStart, glyphStart);\n`,
  },
  {
    why: "item: edges of a glyph",
    from: `          textChunk.str.push(glyphUnicode);\n`,
    to: `          textChunk.str.push(pinciteVisual(glyphUnicode));
          textChunk.advances.push(glyphStart, pinciteAdvance(textChunk));
          textChunk.glyphs++;
          if (!glyph.mapped) {
            textChunk.unmapped++;
          }\n`,
  },
  {
    why: "item: a space in the flow has no width",
    from: `          textContentItem.str.push(" ");\n`,
    to: `          textContentItem.str.push(" ");\n          textContentItem.advances.push(pinciteAdvance(textContentItem), pinciteAdvance(textContentItem));\n`,
  },
  {
    why: "item: forget the advances with the characters",
    from: `      textContentItem.str.length = 0;\n`,
    to: `      textContentItem.str.length = 0;
      textContentItem.advances.length = 0;
      textContentItem.unmapped = 0;
      textContentItem.glyphs = 0;\n`,
  },
  {
    why: "item: hand everything out",
    from: `        fontName: textChunk.fontName,\n        hasEOL: textChunk.hasEOL\n      };`,
    to: `        fontName: textChunk.fontName,
        hasEOL: textChunk.hasEOL,
        edges: pinciteEdges(textChunk, text.length, bidiResult.order),
        mode: textChunk.mode,
        fill: textChunk.fill,
        transparent: textChunk.transparent,
        under: textChunk.under,
        clipped: textChunk.clipped,
        offPage: textChunk.offPage,
        layerOff: pincitePath.layersOff > 0,
        glyphs: textChunk.glyphs,
        unmapped: textChunk.unmapped
      };`,
  },
];

/** Pages are read one after another: what broke since the last report belongs to this page. */
const REPORT = `lost ||= pinciteDamagedStreams > 0;
    pinciteDamagedStreams = 0;
    if (lost) {
      textContent.items.push({ type: "pageReading", lost });
    }`;

const LOSSES: readonly Replacement[] = [
  {
    why: "loss: a form object",
    from: '                warn(`getTextContent - ignoring XObject: "${reason}".`);',
    to: '                lost = true;\n                warn(`getTextContent - ignoring XObject: "${reason}".`);',
  },
  {
    why: "loss: a graphics state",
    from: '                warn(`getTextContent - ignoring ExtGState: "${reason}".`);',
    to: '                lost = true;\n                warn(`getTextContent - ignoring ExtGState: "${reason}".`);',
  },
  {
    why: "loss: the rest of the page",
    from: `        flushTextContentItem();\n        closePendingMarkedContentItems();\n        enqueueChunk();\n        return;`,
    to: `        flushTextContentItem();
        closePendingMarkedContentItems();
        lost = true;
        ${REPORT}
        enqueueChunk();
        return;`,
  },
  {
    why: "loss: compressed data that breaks off",
    from: `      info(ex.message);\n      this.eof = true;`,
    to: `      info(ex.message);\n      pinciteDamagedStreams++;\n      this.eof = true;`,
  },
  {
    why: "loss: a stream that cannot be decoded at all",
    from: '      warn(`Invalid stream: "${ex}"`);',
    to: '      pinciteDamagedStreams++;\n      warn(`Invalid stream: "${ex}"`);',
  },
  ...[
    "Page dictionary kid reference points to wrong type of object.",
    "Pages tree contains circular reference.",
  ].map((message) => ({
    why: `loss: the pages after a broken one (${message})`,
    from: `addPageError(new FormatError("${message}"));`,
    to: `addPageError(new FormatError("${message}"));\n        queueItem.posInKids++;\n        continue;`,
  })),
  {
    why: "loss: say so at the end",
    from: `      flushTextContentItem();\n      closePendingMarkedContentItems();\n      enqueueChunk();\n      resolve();`,
    to: `      flushTextContentItem();
      closePendingMarkedContentItems();
      ${REPORT}
      enqueueChunk();
      resolve();`,
  },
];

const EXTRAS: readonly Replacement[] = [
  {
    why: "read what the page carries besides its text (getAnnotations would build every link: a fifth of the time)",
    from: `    const partialEvaluator = this._createPartialEvaluator(handler);
    pincitePageOf(partialEvaluator)`,
    to: `    const partialEvaluator = this._createPartialEvaluator(handler);
    const extras = pinciteExtras(this);
    if (extras.notes.length > 0 || extras.files > 0) {
      sink?.enqueue({ items: [extras], styles: Object.create(null), lang }, 1);
    }
    pincitePageOf(partialEvaluator)`,
  },
];

/** A password cannot open these: the code 3 beside pdf.js's own 1 (needed) and 2 (wrong) tells them apart. */
const ENCRYPTION: readonly Replacement[] = [
  ["unknown encryption method", "another security handler"],
  ["unsupported encryption algorithm", "an unknown algorithm"],
  ["invalid key length", "an impossible key"],
  ["Unknown crypto method", "an unknown crypt filter"],
].map(([message, why]) => ({
  why: `encryption: ${why}`,
  from: `throw new FormatError("${message}")`,
  to: `throw new PasswordException("${message}", 3)`,
}));

export function patchWorker(source: string): string {
  return applyReplacements(source, [
    ...BIDI,
    ...STATE,
    ...VISIBILITY,
    ...ITEM,
    ...LOSSES,
    ...EXTRAS,
    ...ENCRYPTION,
  ]);
}

/**
 * Takes the start-up block out of the main file that tries to load a native canvas: we draw nothing in Node, and
 * the block warns on standard error when the canvas is absent.
 */
export function patchMain(source: string): string {
  const start = source.indexOf("if (isNodeJS) {\n  let canvas;\n  try {");
  const end = source.indexOf("async function node_utils_fetchData(url) {");
  if (start < 0 || end < start || end - start > 2_000) {
    throw new Error("pdf.js has changed: the block that loads a native canvas is not where it was");
  }
  return source.slice(0, start) + source.slice(end);
}
