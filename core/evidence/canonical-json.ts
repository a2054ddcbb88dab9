/**
 * Canonical JSON (RFC 8785): equal content gives equal bytes.
 *
 * Object keys stand in order of their UTF-16 code units, numbers are written as ECMAScript writes them, strings with
 * the shortest escapes, and there is no white space. One addition: RFC 8785 refuses lone surrogates, but a quotation
 * must read back as the text it was cut from, so they are written as the escape `\udxxx`, as ECMAScript does.
 */
import { invariant } from "../base/result.ts";

export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue | undefined };

/** The canonical text of a value. Fields that are undefined are left out. */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === "number") {
    invariant(Number.isFinite(value), "JSON has no infinite numbers");
    return JSON.stringify(value);
  }
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const fields: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const field = value[key];
    if (field !== undefined) fields.push(`${JSON.stringify(key)}:${canonicalJson(field)}`);
  }
  return `{${fields.join(",")}}`;
}

/** An array whose elements are made one at a time, so that a large report never stands in memory whole. */
export interface LazyArray {
  readonly elements: () => Iterable<JsonValue>;
}

/** The canonical text of one object, in pieces. Fields may be lazy arrays. */
export function* canonicalPieces(fields: Readonly<Record<string, JsonValue | LazyArray>>): Generator<string> {
  let before = "{";
  for (const key of Object.keys(fields).sort()) {
    yield `${before}${JSON.stringify(key)}:`;
    before = ",";
    const value = fields[key]!;
    if (isLazy(value)) yield* arrayPieces(value);
    else yield canonicalJson(value);
  }
  yield before === "{" ? "{}" : "}";
}

function* arrayPieces(array: LazyArray): Generator<string> {
  let before = "[";
  for (const element of array.elements()) {
    yield `${before}${canonicalJson(element)}`;
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

const isArray = (value: object): value is readonly JsonValue[] => Array.isArray(value);

const isLazy = (value: JsonValue | LazyArray): value is LazyArray =>
  typeof value === "object" && value !== null && "elements" in value && typeof value.elements === "function";
