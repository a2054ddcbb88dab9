/**
 * Patches that tell whether a reader of the page sees the text: colours, what is painted over and under it, clipping,
 * layers that are switched off, glyphs outside the page.
 *
 * pdf.js skips all of this when it reads text. Here the operators are followed just far enough: colours of fills,
 * boxes of what is painted (a rectangle is certain, any other path, shading or stencil only a possibility), the box
 * of the clipping path, optional content. What it means for the text is decided in `core/extract/pdf/visibility.ts`.
 *
 * The stream of items gains `{ type: "pagePaints", paints }` when anything was painted: six numbers each, kind (0
 * opaque rectangle, 1 something there, 2 opaque picture), box in user space, colour (0xRRGGBB, or -1 when unknown).
 */
import type { Replacement } from "./pdfjs-patches.ts";

/** Colours are kept as 0xRRGGBB, -1 when the file says them in a way that is not followed. */
export const VISIBILITY_FUNCTIONS = `
const PINCITE_MOST_PAINTS = 2000;
const PINCITE_LEAST_PAINT = 4;
function pinciteIsWhite(colour) {
  return colour >= 0 && (colour >> 16) >= 250 && (colour >> 8 & 255) >= 250 && (colour & 255) >= 250;
}
function pinciteRgb(r, g, b) {
  const byte = n => Math.round(255 * Math.min(1, Math.max(0, n)));
  return byte(r) << 16 | byte(g) << 8 | byte(b);
}
function pinciteColour(space, operands) {
  const n = operands.filter(operand => typeof operand === "number");
  switch (n.length) {
    case 1:
      return space === "DeviceGray" || space === "CalGray" || space === "G" ? pinciteRgb(n[0], n[0], n[0]) : -1;
    case 3:
      return space === "Lab" ? -1 : pinciteRgb(n[0], n[1], n[2]);
    case 4:
      return pinciteRgb((1 - n[0]) * (1 - n[3]), (1 - n[1]) * (1 - n[3]), (1 - n[2]) * (1 - n[3]));
  }
  return -1;
}
class PincitePage {
  paints = [];
  layersOff = 0;
  off = null;
  clipping = false;
  constructor() {
    this.newPath();
  }
  newPath() {
    this.box = [Infinity, Infinity, -Infinity, -Infinity];
    this.rects = [];
    this.other = false;
    this.clipping = false;
  }
  point(m, x, y) {
    const { box } = this;
    const px = m[0] * x + m[2] * y + m[4];
    const py = m[1] * x + m[3] * y + m[5];
    box[0] = Math.min(box[0], px);
    box[1] = Math.min(box[1], py);
    box[2] = Math.max(box[2], px);
    box[3] = Math.max(box[3], py);
  }
  points(m, args) {
    for (let i = 0; i + 1 < args.length; i += 2) {
      this.point(m, args[i], args[i + 1]);
    }
    this.other = true;
  }
  rectangle(m, [x, y, width, height]) {
    const rect = pinciteBoxOf(m, x, y, x + width, y + height);
    this.point(m, x, y);
    this.point(m, x + width, y + height);
    this.point(m, x + width, y);
    this.point(m, x, y + height);
    if (pinciteIsUpright(m) && this.rects.length < 64) {
      this.rects.push(rect);
    } else {
      this.other = true;
    }
  }
  endPath(state, filled) {
    if (filled) {
      const certain = !state.pinciteBlended && state.pinciteSpace !== "Pattern" && !this.other;
      for (const box of certain ? this.rects : [this.box]) {
        this.record(certain ? 0 : 1, box, state, state.pinciteFill);
      }
    }
    if (this.clipping) {
      state.pinciteClipSure &&= !this.other && this.rects.length === 1;
      state.pinciteClip = pinciteShared(state.pinciteClip, this.box);
    }
    this.newPath();
  }
  image(state, sure) {
    const box = pinciteBoxOf(state.ctm, 0, 0, 1, 1);
    this.record(sure && !state.pinciteBlended && pinciteIsUpright(state.ctm) ? 2 : 1, box, state, -1);
  }
  record(kind, whole, state, colour) {
    const box = pinciteShared(state.pinciteClip, whole);
    if (!(box[2] - box[0] >= PINCITE_LEAST_PAINT && box[3] - box[1] >= PINCITE_LEAST_PAINT)) {
      return;
    }
    if (this.layersOff === 0 && this.paints.length < 6 * PINCITE_MOST_PAINTS) {
      this.paints.push(state.pinciteClipSure ? kind : 1, ...box, colour);
    }
  }
}
function pincitePageOf(evaluator) {
  return evaluator.pincitePage ??= new PincitePage();
}
function pinciteBoxOf(m, x0, y0, x1, y1) {
  const xs = [x0, x1].flatMap(x => [y0, y1].map(y => m[0] * x + m[2] * y + m[4]));
  const ys = [x0, x1].flatMap(x => [y0, y1].map(y => m[1] * x + m[3] * y + m[5]));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
function pinciteIsUpright(m) {
  return m[1] === 0 && m[2] === 0 || m[0] === 0 && m[3] === 0;
}
function pinciteShared(clip, box) {
  if (!clip) {
    return box;
  }
  return [Math.max(clip[0], box[0]), Math.max(clip[1], box[1]), Math.min(clip[2], box[2]), Math.min(clip[3], box[3])];
}
function pinciteIsClipped(clip, transform, advance) {
  if (!clip) {
    return false;
  }
  const size = Math.hypot(transform[2], transform[3]);
  const reach = Math.max(size, advance * Math.hypot(transform[0], transform[1]));
  const [, , , , x, y] = transform;
  return !(x + reach >= clip[0] && x - reach <= clip[2] && y + size >= clip[1] && y - size <= clip[3]);
}
function pinciteImageSurety(xobjs, name) {
  try {
    const dict = xobjs.get(name)?.dict;
    if (dict?.get("Subtype")?.name !== "Image") {
      return null;
    }
    return !dict.get("ImageMask") && !dict.has("SMask") && !dict.has("Mask");
  } catch {
    return null;
  }
}
function pinciteOffLayers(config) {
  if (!config) {
    return null;
  }
  const off = new Set(config.off);
  if (config.baseState === "OFF") {
    for (const group of config.groups) {
      const id = Array.isArray(group) ? group[1]?.id : group?.id;
      if (typeof id === "string" && !config.on.includes(id)) {
        off.add(id);
      }
    }
  }
  return off.size > 0 ? off : null;
}
function pinciteIsLayerOff(off, xref, properties, resources) {
  if (!off || properties === undefined) {
    return false;
  }
  try {
    const content = parseMarkedContentProps(xref, properties, resources);
    if (typeof content?.id === "string") {
      return off.has(content.id);
    }
    if (!Array.isArray(content?.ids) || content.ids.length === 0) {
      return false;
    }
    const { ids } = content;
    switch (content.policy) {
      case "AllOn":
        return ids.some(id => off.has(id));
      case "AnyOff":
        return !ids.some(id => off.has(id));
      case "AllOff":
        return !ids.every(id => off.has(id));
    }
    return ids.every(id => off.has(id));
  } catch {
    return false;
  }
}
function pinciteIsNewPaint(item, state, page, clipped, offPage) {
  if (item.mode !== state.pinciteMode || item.transparent !== state.pinciteTransparent) {
    return true;
  }
  if (item.clipped !== clipped || item.offPage !== offPage || item.under !== page.paints.length / 6) {
    return true;
  }
  const { fill } = item;
  const next = state.pinciteFill;
  return fill !== next && (item.under > 0 || pinciteIsWhite(fill) || pinciteIsWhite(next));
}
`;

const STATE: readonly Replacement[] = [
  {
    why: "text state: how glyphs are painted",
    from: `class TextState {\n`,
    to: `class TextState {
  pinciteMode = 0;
  pinciteSpace = "DeviceGray";
  pinciteFill = 0;
  pinciteTransparent = false;
  pinciteBlended = false;
  pinciteClip = null;
  pinciteClipSure = true;\n`,
  },
  {
    why: "text state: follow the operators that change it, and what is painted",
    from: `          case OPS.setTextRise:\n            textState.textRise = args[0];`,
    to: `          case OPS.setTextRenderingMode:
            textState.pinciteMode = args[0] | 0;
            break;
          case OPS.setFillGray:
            textState.pinciteSpace = "DeviceGray";
            textState.pinciteFill = pinciteColour("DeviceGray", args);
            break;
          case OPS.setFillRGBColor:
          case OPS.setFillCMYKColor:
            textState.pinciteSpace = null;
            textState.pinciteFill = pinciteColour(null, args);
            break;
          case OPS.setFillColorSpace:
            textState.pinciteSpace = args[0] instanceof Name ? args[0].name : null;
            textState.pinciteFill = textState.pinciteSpace === "Pattern" ? -1 : 0;
            break;
          case OPS.setFillColor:
          case OPS.setFillColorN:
            textState.pinciteFill = pinciteColour(textState.pinciteSpace, args);
            break;
          case OPS.moveTo:
            pincitePath.point(textState.ctm, args[0], args[1]);
            break;
          case OPS.lineTo:
          case OPS.curveTo:
          case OPS.curveTo2:
          case OPS.curveTo3:
            pincitePath.points(textState.ctm, args);
            break;
          case OPS.rectangle:
            pincitePath.rectangle(textState.ctm, args);
            break;
          case OPS.clip:
          case OPS.eoClip:
            pincitePath.clipping = true;
            break;
          case OPS.fill:
          case OPS.eoFill:
          case OPS.fillStroke:
          case OPS.eoFillStroke:
          case OPS.closeFillStroke:
          case OPS.closeEOFillStroke:
            pincitePath.endPath(textState, true);
            break;
          case OPS.stroke:
          case OPS.closeStroke:
          case OPS.endPath:
            pincitePath.endPath(textState, false);
            break;
          case OPS.shadingFill:
            pincitePath.record(1, textState.pinciteClip ?? viewBox, textState, -1);
            break;
          case OPS.endInlineImage:
            pincitePath.image(textState, false);
            break;
          case OPS.setTextRise:
            textState.textRise = args[0];`,
  },
  {
    why: "text state: opacity and blending from a graphics state dictionary",
    from: `              const gStateFont = gState.get("Font");
              if (!gStateFont) {
                emptyGStateCache.set(name, gState.objId, true);
                resolveGState();`,
    to: `              const gStateFont = gState.get("Font");
              const opacity = gState.get("ca");
              const blending = gState.get("BM");
              const mask = gState.get("SMask");
              if (typeof opacity === "number") {
                textState.pinciteTransparent = opacity === 0;
              }
              const plain = (opacity ?? 1) === 1 && (blending?.name ?? "Normal") === "Normal" && (mask?.name ?? "None") === "None";
              if (opacity !== undefined || blending !== undefined || mask !== undefined) {
                textState.pinciteBlended = !plain;
              }
              if (!gStateFont) {
                if (opacity === undefined && blending === undefined && mask === undefined) {
                  emptyGStateCache.set(name, gState.objId, true);
                }
                resolveGState();`,
  },
];

const LAYERS: readonly Replacement[] = [
  {
    why: "layers: where the reading of a content stream begins",
    from: `    const preprocessor = new EvaluatorPreprocessor(stream, xref, stateManager);
    let textState, currentTextState;`,
    to: `    const preprocessor = new EvaluatorPreprocessor(stream, xref, stateManager);
    const pincitePath = pincitePageOf(self);
    const pinciteLayersAbove = pincitePath.layersOff;
    const pinciteLayers = [];
    const pinciteImages = new Map();
    let pinciteOffPage = false;
    let textState, currentTextState;`,
  },
  {
    why: "layers: marked content without properties",
    from: `          case OPS.beginMarkedContent:
            flushTextContentItem();
            if (includeMarkedContent) {`,
    to: `          case OPS.beginMarkedContent:
            flushTextContentItem();
            pinciteLayers.push(0);
            if (includeMarkedContent) {`,
  },
  {
    why: "layers: marked content that may be a layer",
    from: `          case OPS.beginMarkedContentProps:
            flushTextContentItem();
            if (includeMarkedContent) {`,
    to: `          case OPS.beginMarkedContentProps:
            flushTextContentItem();
            pinciteLayers.push(args[0] instanceof Name && args[0].name === "OC" && pinciteIsLayerOff(pincitePath.off, xref, args[1], resources) ? 1 : 0);
            pincitePath.layersOff += pinciteLayers.at(-1);
            if (includeMarkedContent) {`,
  },
  {
    why: "layers: the end of marked content",
    from: `          case OPS.endMarkedContent:
            flushTextContentItem();
            if (includeMarkedContent) {`,
    to: `          case OPS.endMarkedContent:
            flushTextContentItem();
            pincitePath.layersOff -= pinciteLayers.pop() ?? 0;
            if (includeMarkedContent) {`,
  },
  {
    why: "layers: form objects and pictures",
    from: `            isValidName = args[0] instanceof Name;
            name = args[0].name;
            if (isValidName && emptyXObjectCache.getByName(name)) {
              break;
            }`,
    to: `            isValidName = args[0] instanceof Name;
            name = args[0].name;
            if (isValidName) {
              if (!pinciteImages.has(name)) {
                pinciteImages.set(name, pinciteImageSurety(xobjs, name));
              }
              if (pinciteImages.get(name) !== null) {
                pincitePath.image(textState, pinciteImages.get(name));
              }
            }
            if (isValidName && emptyXObjectCache.getByName(name)) {
              break;
            }`,
  },
  {
    why: "layers: a form object may be a layer, and is clipped by its box",
    from: `              const localResources = dict.get("Resources");
              enqueueChunk();
              const sinkWrapper = textSinkWrapper(sink);`,
    to: `              const localResources = dict.get("Resources");
              enqueueChunk();
              const formBox = lookupNormalRect(dict.getArray("BBox"), null);
              if (formBox) {
                currentState.pinciteClip = pinciteShared(currentState.pinciteClip, pinciteBoxOf(xObjStateManager.state.ctm, ...formBox));
              }
              if (dict.get("Group") instanceof Dict && currentState.pinciteBlended) {
                currentState.pinciteClipSure = false;
              }
              pincitePath.newPath();
              pincitePath.layersOff += pinciteIsLayerOff(pincitePath.off, xref, dict.get("OC"), resources) ? 1 : 0;
              const layersHere = pincitePath.layersOff;
              const sinkWrapper = textSinkWrapper(sink);`,
  },
  {
    why: "layers: behind a form object the layer of before goes on",
    from: `                prevRefs: seenRefs
              }).then(function () {
                if (!sinkWrapper.enqueueInvoked) {`,
    to: `                prevRefs: seenRefs
              }).finally(function () {
                pincitePath.layersOff = pinciteLayersAbove + pinciteLayers.reduce((sum, one) => sum + one, 0);
                pincitePath.newPath();
              }).then(function () {
                if (!sinkWrapper.enqueueInvoked) {`,
  },
];

const ITEM: readonly Replacement[] = [
  {
    why: "item: starts with the state's paint",
    from: `      textContentItem.hasEOL = false;\n      textContentItem.initialized = true;\n`,
    to: `      textContentItem.hasEOL = false;
      textContentItem.initialized = true;
      textContentItem.direction = !font.vertical && textState.fontSize * textState.textHScale < 0 ? -1 : 1;
      textContentItem.mode = textState.pinciteMode;
      textContentItem.fill = textState.pinciteFill;
      textContentItem.transparent = textState.pinciteTransparent;
      textContentItem.under = pincitePath.paints.length / 6;
      textContentItem.clipped = pinciteClipped;
      textContentItem.offPage = pinciteOffPage;\n`,
  },
  {
    why: "item: glyphs outside the page are text all the same",
    from: `      if (textState.font?.vertical) {
        if (posX < viewBox[0] || posX > viewBox[2] || posY + glyphWidth < viewBox[1] || posY > viewBox[3]) {
          return false;
        }
      } else if (posX + glyphWidth < viewBox[0] || posX > viewBox[2] || posY < viewBox[1] || posY > viewBox[3]) {
        return false;
      }`,
    to: `      if (textState.font?.vertical) {
        pinciteOffPage = posX < viewBox[0] || posX > viewBox[2] || posY + glyphWidth < viewBox[1] || posY > viewBox[3];
      } else {
        pinciteOffPage = posX + glyphWidth < viewBox[0] || posX > viewBox[2] || posY < viewBox[1] || posY > viewBox[3];
      }`,
  },
  {
    why: "item: another paint starts another item",
    from: `        const textChunk = ensureTextContentItem();\n        if (category.isZeroWidthDiacritic) {`,
    to: `        pinciteClipped = pinciteIsClipped(textState.pinciteClip, getCurrentTextTransform(), glyphWidth * textState.fontMatrix[0]);
        if (textContentItem.initialized && pinciteIsNewPaint(textContentItem, textState, pincitePath, pinciteClipped, pinciteOffPage)) {
          flushTextContentItem();
        }
        const textChunk = ensureTextContentItem();
        const glyphStart = pinciteAdvance(textChunk);
        if (category.isZeroWidthDiacritic) {`,
  },
];

const PAGE: readonly Replacement[] = [
  {
    why: "page: layers before, paints after the text",
    from: `    return partialEvaluator.getTextContent({
      stream: contentStream,`,
    to: `    pincitePageOf(partialEvaluator).off = pinciteOffLayers(await this.pdfManager.ensureCatalog("optionalContentConfig"));
    await partialEvaluator.getTextContent({
      stream: contentStream,`,
  },
  {
    why: "page: hand the paints out",
    from: `      sink,
      viewBox: this.view,
      lang,
      intersector
    });`,
    to: `      sink,
      viewBox: this.view,
      lang,
      intersector
    });
    const { paints } = pincitePageOf(partialEvaluator);
    if (paints.length > 0) {
      sink?.enqueue({ items: [{ type: "pagePaints", paints: Float32Array.from(paints) }], styles: Object.create(null), lang }, 1);
    }`,
  },
];

export const VISIBILITY: readonly Replacement[] = [...STATE, ...LAYERS, ...ITEM, ...PAGE];
