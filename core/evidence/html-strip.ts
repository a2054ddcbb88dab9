/**
 * The strip: a work from its first word to its last, showing which parts were found. Verbatim parts are solid and full
 * height, near parts lower and striped, parts that also stand in a template cross-hatched.
 *
 * The width is divided into a fixed number of bins, so that a strip costs the same for a page and for a novel. A bin is
 * marked when a single word of it is.
 */
import type { Passage } from "../detect/finding.ts";
import { attribute, markup, Markup } from "./html-text.ts";

const BINS = 1000;

/** Defines the patterns all strips use; put once into the page. */
export const STRIP_PATTERNS = markup`<svg width="0" height="0" aria-hidden="true" style="position:absolute">
  <defs>
    <pattern id="stripes" width="5" height="5" patternUnits="userSpaceOnUse">
      <rect class="nb" width="5" height="5" />
      <path class="nl" d="M0 5L5 0" />
    </pattern>
    <pattern id="cross" width="6" height="6" patternUnits="userSpaceOnUse">
      <rect class="hb" width="6" height="6" />
      <path class="hl" d="M0 0L6 6M0 6L6 0" />
    </pattern>
  </defs>
</svg>`;

export const STRIP_LEGEND = markup`<div class="legend">
  <span
    ><svg viewBox="0 0 28 12" aria-hidden="true"><rect class="v" width="28" height="12" /></svg>word for word
    (solid)</span
  >
  <span
    ><svg viewBox="0 0 28 12" aria-hidden="true">
      <rect y="5" width="28" height="7" fill="url(#stripes)" /></svg
    >near, with differences (lower, striped)</span
  >
  <span
    ><svg viewBox="0 0 28 12" aria-hidden="true"><rect width="28" height="12" fill="url(#cross)" /></svg>also
    in a template (cross-hatched)</span
  >
</div>`;

/** `description` says in words what the picture shows. */
export function strip(
  passages: Iterable<Passage>,
  workTokens: number,
  minRun: number,
  description: string,
): Markup {
  const layers = {
    near: new Uint8Array(BINS),
    verbatim: new Uint8Array(BINS),
    template: new Uint8Array(BINS),
  };
  for (const passage of passages) {
    const { tokenStart, tokenEnd } = passage.work;
    if (passage.flags.includes("template")) mark(layers.template, tokenStart, tokenEnd, workTokens);
    else if (passage.class !== "near") mark(layers.verbatim, tokenStart, tokenEnd, workTokens);
    else {
      mark(layers.near, tokenStart, tokenEnd, workTokens);
      // Runs long enough to count as coverage are verbatim, also inside a near passage.
      for (const edit of passage.edits) {
        if (edit.kind !== "equal" || edit.workEnd - edit.workStart < minRun) continue;
        mark(layers.verbatim, edit.workStart, edit.workEnd, workTokens);
      }
    }
  }
  return markup`<svg
    viewBox="0 0 ${BINS} 20"
    preserveAspectRatio="none"
    role="img"
    aria-label="${attribute(description)}"
  >
    ${bars(layers.near, 'y="8" height="12" fill="url(#stripes)"')}${bars(layers.template, 'height="20" fill="url(#cross)"')}${bars(layers.verbatim, 'height="20" class="v"')}
  </svg>`;
}

function mark(bins: Uint8Array, from: number, to: number, workTokens: number): void {
  const scale = BINS / Math.max(1, workTokens);
  const first = Math.min(BINS - 1, Math.floor(from * scale));
  bins.fill(1, first, Math.max(first + 1, Math.min(BINS, Math.ceil(to * scale))));
}

function bars(bins: Uint8Array, look: string): Markup {
  let source = "";
  for (let at = 0; at < BINS; at++) {
    if (bins[at] === 0) continue;
    const from = at;
    while (at < BINS && bins[at] === 1) at++;
    source += `<rect x="${from}" width="${at - from}" ${look}/>`;
  }
  return Markup.unchecked(source);
}
