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
}

export const VISIBLE: Visibility = { removed: false, invisible: false, zeroSize: false, transparent: false };

export const isHidden = (v: Visibility): boolean => v.removed || v.invisible || v.zeroSize || v.transparent;

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

function styled(style: string, inherited: Visibility): Visibility {
  let { removed, invisible, zeroSize, transparent } = inherited;
  for (const declaration of style.slice(0, STYLE_UNITS).toLowerCase().split(";")) {
    const colon = declaration.indexOf(":");
    const property = declaration.slice(0, Math.max(0, colon)).trim();
    const value = declaration
      .slice(colon + 1)
      .replace("!important", "")
      .trim();
    if (property === "display") removed ||= value === "none";
    else if (property === "visibility") invisible = value === "hidden" || value === "collapse";
    else if (property === "font-size") zeroSize = isZero(value);
    else if (property === "opacity") transparent ||= isZero(value);
  }
  return { removed, invisible, zeroSize, transparent };
}

const isZero = (value: string): boolean => /^[+-]?0*\.?0+(?:[a-z]{1,4}|%)?$/.test(value);
