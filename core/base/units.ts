/**
 * Units of position, as brands, so that a token index cannot stand where a text offset is due.
 *
 * Every range is half-open `[start, end)` and zero-based. Hot loops use plain numbers and typed arrays with the
 * unit in the name; the brand is put on and taken off at module borders.
 */
declare const unit: unique symbol;
type Unit<Name extends string> = number & { readonly [unit]: Name };

/** UTF-16 code unit of `document.text`. */
export type TextOffset = Unit<"TextOffset">;
/** Index of a token in the token stream of one text. */
export type TokenIndex = Unit<"TokenIndex">;
/** Index of a document in its corpus, dense from 0 in order of arrival. */
export type DocumentId = Unit<"DocumentId">;
/** Zero-based page; shown to people one-based, or by its label. */
export type PageIndex = Unit<"PageIndex">;
/** Length on a page, 1/72 inch, origin at the top left of the page as shown. */
export type Points = Unit<"Points">;

export interface Range<T extends number> {
  readonly start: T;
  readonly end: T;
}
export type TextRange = Range<TextOffset>;
export type TokenRange = Range<TokenIndex>;

/** A number that always travels with what it is a share of; never a bare per cent. */
export interface Ratio {
  readonly num: number;
  readonly den: number;
}

/** Lower-case hexadecimal SHA-256, 64 characters. */
export type Sha256 = string & { readonly [unit]: "Sha256" };
