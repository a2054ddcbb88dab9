/** The functions that the replacements of `pdfjs-visibility.ts` call, as text that goes into the worker of pdf.js. */

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
function pinciteIsClipped(clip, transform, advance, fontSize) {
  if (!clip) {
    return false;
  }
  const size = Math.hypot(transform[2], transform[3]);
  const reach = Math.max(size, Math.abs(advance * size / (fontSize || 1)));
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
