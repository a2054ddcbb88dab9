/**
 * Whether a reader of the page sees a text, as far as the page itself says: `hidden`, and inline styles. Style sheets
 * are not applied; the method statement says so.
 */
import { FALLBACK_ELEMENTS } from "./element-rules.ts";

export interface Visibility {
  /** `display: none` and its like: nothing inside can show again. */
  readonly removed: boolean;
  readonly invisible: boolean;
  readonly zeroSize: boolean;
  readonly transparent: boolean;
  /** Moved off the page, or cut down to nothing. */
  readonly outOfView: boolean;
  /** Letters drawn in no colour; inherited until a colour is set. */
  readonly colourless: boolean;
}

export const VISIBLE: Visibility = {
  removed: false,
  invisible: false,
  zeroSize: false,
  transparent: false,
  outOfView: false,
  colourless: false,
};

export const isHidden = (v: Visibility): boolean =>
  v.removed || v.invisible || v.zeroSize || v.transparent || v.outOfView || v.colourless;

type Attributes = readonly { readonly name: string; readonly value: string }[];

export function visibilityOf(element: string, attributes: Attributes, inherited: Visibility): Visibility {
  const closed = element === "dialog" && !attributes.some((a) => a.name === "open");
  let own = closed || FALLBACK_ELEMENTS.has(element) ? { ...inherited, removed: true } : inherited;
  for (const { name, value } of attributes) {
    if (name === "hidden") own = { ...own, removed: true };
    else if (name === "style") own = styled(value, own);
  }
  return own;
}

/** Inline styles longer than this are not read further: real ones are not. */
const STYLE_UNITS = 10_000;

function declarationsOf(style: string): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  for (const declaration of style.slice(0, STYLE_UNITS).toLowerCase().split(";")) {
    const colon = declaration.indexOf(":");
    const value = declaration.slice(colon + 1).replace("!important", "");
    declarations.set(declaration.slice(0, Math.max(0, colon)).trim(), value.trim());
  }
  return declarations;
}

function styled(style: string, inherited: Visibility): Visibility {
  const has = declarationsOf(style);
  const { display, visibility, opacity, color } = Object.fromEntries(has);
  const fontSize = has.get("font-size");
  return {
    removed: inherited.removed || display === "none",
    invisible:
      visibility === undefined ? inherited.invisible : visibility === "hidden" || visibility === "collapse",
    zeroSize: fontSize === undefined ? inherited.zeroSize : isZero(fontSize),
    transparent: inherited.transparent || (opacity !== undefined && isZero(opacity)),
    outOfView: inherited.outOfView || isMovedAway(has) || isCutDown(has),
    colourless: color === undefined ? inherited.colourless : isNoColour(color),
  };
}

const isZero = (value: string): boolean => /^[+-]?0*\.?0+(?:[a-z]{1,4}|%)?$/.test(value);

/** `rgba(0, 0, 0, 0)` and `#fff0` are no colour either. */
const isNoColour = (value: string): boolean =>
  value === "transparent" ||
  /^(?:rgba?|hsla?)\([^)]{0,100}[,/]\s*0*\.?0+%?\s*\)$/.test(value) ||
  /^#[0-9a-f]{3}(?:[0-9a-f]{3}0)?0$/.test(value);

/** The usual ways to keep text for screen readers and search engines only. */
const FAR_AWAY = /^-\d{3,}(?:\.\d+)?(?:px|em|rem|pt|vw|vh|%)$/;

function isMovedAway(has: ReadonlyMap<string, string>): boolean {
  const far = (property: string): boolean => FAR_AWAY.test(has.get(property) ?? "");
  const position = has.get("position");
  const placed = position === "absolute" || position === "fixed" || position === "relative";
  return far("text-indent") || (placed && (far("left") || far("top") || far("right") || far("bottom")));
}

function isCutDown(has: ReadonlyMap<string, string>): boolean {
  const nothing = (property: string): boolean => isZero(has.get(property) ?? "none");
  const overflow = has.get("overflow") ?? has.get("overflow-y") ?? has.get("overflow-x");
  if (overflow === "hidden" || overflow === "clip")
    return ["height", "max-height", "width", "max-width"].some(nothing);
  return (
    /^rect\((?:[01](?:px)?[\s,]*){4}\)$/.test(has.get("clip") ?? "") ||
    /^scale\(0\)/.test(has.get("transform") ?? "")
  );
}
