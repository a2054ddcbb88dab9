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
import type { Replacement } from "./pdfjs-replacements.ts";

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

/** Text of no size still has words: at a hundredth of a point pdf.js finds them, and nobody sees them either. */
const NO_SIZE: readonly Replacement[] = [
  {
    why: "size: a font of size nought",
    from: `            textState.fontName = fontNameArg;\n            textState.fontSize = fontSizeArg;`,
    to: `            textState.fontName = fontNameArg;\n            textState.fontSize = fontSizeArg || 0.01;`,
  },
  {
    why: "size: a text matrix of nought",
    from: `          case OPS.setTextMatrix:
            textState.setTextMatrix(`,
    to: `          case OPS.setTextMatrix:
            if (!args[0] && !args[1] && !args[2] && !args[3]) {
              args[0] = args[3] = 0.001;
            }
            textState.setTextMatrix(`,
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
      }
      pinciteClipped = pinciteIsClipped(textState.pinciteClip, currentTransform, glyphWidth, textState.fontSize);`,
  },
  {
    why: "item: another paint starts another item",
    from: `        const textChunk = ensureTextContentItem();\n        if (category.isZeroWidthDiacritic) {`,
    to: `        if (textContentItem.initialized && pinciteIsNewPaint(textContentItem, textState, pincitePath, pinciteClipped, pinciteOffPage)) {
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

export const VISIBILITY: readonly Replacement[] = [...STATE, ...LAYERS, ...NO_SIZE, ...ITEM, ...PAGE];
