/**
 * What pdf.js computes while it reads a page's text and then throws away, and what we need to cite it.
 *
 * pdf.js knows where every glyph stands, but `getTextContent` tells only where a stretch of glyphs starts and how
 * long it is: half a word wrong in proportional type, useless in Arabic. Each replacement below must fit the given
 * release exactly once; {@link patchWorker} throws when one does not, so a new pdf.js can never be half patched.
 *
 * Added to every text item: `edges`, `mode`, `white`, `transparent`, `glyphs`, `unmapped` (see `PdfTextItem` in
 * `core/extract/pdf/pdf-engine.ts`); added to the stream of items: `{ type: "pageReading", lost, offPage }` when
 * pdf.js gave up on a part of the page or left glyphs out because they lie outside it, and `{ type: "pageUnread",
 * annotations, files }` when the page carries notes, filled fields or files.
 */

export interface Replacement {
  readonly why: string;
  readonly from: string;
  readonly to: string;
}

/** Applies every replacement; each must occur exactly once in what the ones before it made. */
export function applyReplacements(source: string, replacements: readonly Replacement[]): string {
  let patched = source;
  for (const { why, from, to } of replacements) {
    const parts = patched.split(from);
    if (parts.length !== 2) {
      throw new Error(`pdf.js has changed: ${parts.length - 1} places instead of one for "${why}"`);
    }
    patched = parts.join(to);
  }
  return patched;
}

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
function pinciteIsWhite(space, operands) {
  const numbers = operands.filter(operand => typeof operand === "number");
  switch (numbers.length) {
    case 1:
      return (space === "DeviceGray" || space === "CalGray" || space === "G") && numbers[0] > 0.98;
    case 3:
      return space !== "Lab" && numbers.every(n => n > 0.98);
    case 4:
      return numbers.every(n => n < 0.02);
  }
  return false;
}
function pinciteUnread(page) {
  let annotations = 0;
  let files = 0;
  for (const entry of page.annotations) {
    try {
      const dict = page.xref.fetchIfRef(entry);
      const subtype = dict.get("Subtype")?.name;
      if (subtype === "FileAttachment") {
        files++;
      } else if (subtype !== "Link" && subtype !== "Popup") {
        const value = subtype === "Widget" ? getInheritableProperty({ dict, key: "V" }) : dict.get("Contents");
        if (typeof value === "string" && value !== "") {
          annotations++;
        }
      }
    } catch {}
  }
  return { type: "pageUnread", annotations, files };
}
`;

const BIDI: readonly Replacement[] = [
  {
    why: "bidi: a permutation beside the characters",
    from: `const chars = [];\nconst types = [];\nfunction bidi(`,
    to: `const chars = [];\nconst types = [];\nconst order = [];${NEW_FUNCTIONS}function bidi(`,
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
    why: "text state: how glyphs are painted",
    from: `class TextState {\n`,
    to: `class TextState {\n  pinciteMode = 0;\n  pinciteSpace = "DeviceGray";\n  pinciteWhite = false;\n  pinciteTransparent = false;\n`,
  },
  {
    why: "text state: follow the operators that change it",
    from: `          case OPS.setTextRise:\n            textState.textRise = args[0];`,
    to: `          case OPS.setTextRenderingMode:
            textState.pinciteMode = args[0] | 0;
            break;
          case OPS.setFillGray:
            textState.pinciteSpace = "DeviceGray";
            textState.pinciteWhite = pinciteIsWhite("DeviceGray", args);
            break;
          case OPS.setFillRGBColor:
          case OPS.setFillCMYKColor:
            textState.pinciteSpace = null;
            textState.pinciteWhite = pinciteIsWhite(null, args);
            break;
          case OPS.setFillColorSpace:
            textState.pinciteSpace = args[0] instanceof Name ? args[0].name : null;
            textState.pinciteWhite = false;
            break;
          case OPS.setFillColor:
          case OPS.setFillColorN:
            textState.pinciteWhite = pinciteIsWhite(textState.pinciteSpace, args);
            break;
          case OPS.setTextRise:
            textState.textRise = args[0];`,
  },
  {
    why: "text state: fill opacity from a graphics state dictionary",
    from: `              const gStateFont = gState.get("Font");
              if (!gStateFont) {
                emptyGStateCache.set(name, gState.objId, true);
                resolveGState();`,
    to: `              const gStateFont = gState.get("Font");
              const opacity = gState.get("ca");
              if (typeof opacity === "number") {
                textState.pinciteTransparent = opacity === 0;
              }
              if (!gStateFont) {
                if (opacity === undefined) {
                  emptyGStateCache.set(name, gState.objId, true);
                }
                resolveGState();`,
  },
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
    let offPage = 0;
    const textContentItem = {
      initialized: false,
      advances: [],
      direction: 1,
      unmapped: 0,
      glyphs: 0,
      mode: 0,
      white: false,
      transparent: false,
      str: [],`,
  },
  {
    why: "item: starts with the state's paint",
    from: `      textContentItem.hasEOL = false;\n      textContentItem.initialized = true;\n`,
    to: `      textContentItem.hasEOL = false;
      textContentItem.initialized = true;
      textContentItem.direction = !font.vertical && textState.fontSize * textState.textHScale < 0 ? -1 : 1;
      textContentItem.mode = textState.pinciteMode;
      textContentItem.white = textState.pinciteWhite;
      textContentItem.transparent = textState.pinciteTransparent;\n`,
  },
  {
    why: "item: the soft hyphen is part of the text, other format characters are not drawn",
    from: `        if (category.isInvisibleFormatMark) {\n          continue;`,
    to: `        if (category.isInvisibleFormatMark && glyph.unicode !== "\\u00ad") {\n          continue;`,
  },
  {
    why: "item: count glyphs outside the page",
    from: `        if (!category.isZeroWidthDiacritic && !compareWithLastPosition(scaledDim)) {\n`,
    to: `        if (!category.isZeroWidthDiacritic && !compareWithLastPosition(scaledDim)) {\n          offPage++;\n`,
  },
  {
    why: "item: a font that could not be read gives no glyphs",
    from: `      const glyphs = font.charsToGlyphs(chars);\n      const scale = textState.fontMatrix[0]`,
    to: `      const glyphs = font.charsToGlyphs(chars);\n      if (font.error) {\n        lost = true;\n      }\n      const scale = textState.fontMatrix[0]`,
  },
  {
    why: "item: another paint starts another item",
    from: `        const textChunk = ensureTextContentItem();\n        if (category.isZeroWidthDiacritic) {`,
    to: `        if (textContentItem.initialized && (textContentItem.mode !== textState.pinciteMode || textContentItem.white !== textState.pinciteWhite || textContentItem.transparent !== textState.pinciteTransparent)) {
          flushTextContentItem();
        }
        const textChunk = ensureTextContentItem();
        const glyphStart = pinciteAdvance(textChunk);
        if (category.isZeroWidthDiacritic) {`,
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
        white: textChunk.white,
        transparent: textChunk.transparent,
        glyphs: textChunk.glyphs,
        unmapped: textChunk.unmapped
      };`,
  },
];

/** Pages are read one after another: what broke since the last report belongs to this page. */
const REPORT = `lost ||= pinciteDamagedStreams > 0;
    pinciteDamagedStreams = 0;
    if (lost || offPage) {
      textContent.items.push({ type: "pageReading", lost, offPage });
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

const UNREAD: readonly Replacement[] = [
  {
    why: "count what the page carries besides its text (getAnnotations would build every link: a fifth of the time)",
    from: `    return partialEvaluator.getTextContent({
      stream: contentStream,`,
    to: `    const unread = pinciteUnread(this);
    if (unread.annotations || unread.files) {
      sink?.enqueue({ items: [unread], styles: Object.create(null), lang }, 1);
    }
    return partialEvaluator.getTextContent({
      stream: contentStream,`,
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
  return applyReplacements(source, [...BIDI, ...STATE, ...ITEM, ...LOSSES, ...UNREAD, ...ENCRYPTION]);
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
