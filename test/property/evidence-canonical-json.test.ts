import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, canonicalPieces, type JsonValue } from "../../core/evidence/canonical-json.ts";

const value = fc.jsonValue({ stringUnit: "binary" }) as fc.Arbitrary<JsonValue>;

/** Keys in the order in which they are written, at every depth. */
function keysInOrder(parsed: unknown): boolean {
  if (Array.isArray(parsed)) return parsed.every(keysInOrder);
  if (typeof parsed !== "object" || parsed === null) return true;
  const keys = Object.keys(parsed).filter((key) => !/^(?:0|[1-9]\d*)$/.test(key));
  return keys.every((key, i) => i === 0 || keys[i - 1]! < key) && Object.values(parsed).every(keysInOrder);
}

const shuffled = (of: JsonValue): JsonValue => {
  if (Array.isArray(of)) return of.map(shuffled);
  if (typeof of !== "object" || of === null) return of;
  return Object.fromEntries(
    Object.entries(of)
      .reverse()
      .map(([key, field]) => [key, shuffled(field!)]),
  );
};

describe("canonical JSON", () => {
  it("reads back as the value", () => {
    fc.assert(
      fc.property(value, (any) => {
        expect(JSON.parse(canonicalJson(any))).toEqual(JSON.parse(JSON.stringify(any)));
      }),
    );
  });

  it("is the same for every order of keys, and sorted", () => {
    fc.assert(
      fc.property(value, (any) => {
        expect(canonicalJson(shuffled(any))).toBe(canonicalJson(any));
        expect(keysInOrder(JSON.parse(canonicalJson(any)))).toBe(true);
      }),
    );
  });

  it("is the same in pieces and in whole", () => {
    fc.assert(
      fc.property(fc.array(value), fc.dictionary(fc.string(), value), (elements, fields) => {
        const rest = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== "list"));
        const pieces = [...canonicalPieces({ ...rest, list: { elements: () => elements } })].join("");
        expect(pieces).toBe(canonicalJson({ ...rest, list: elements }));
      }),
    );
  });

  it("follows the example of RFC 8785, section 3.2.3", () => {
    const input = {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis",
    };
    expect(canonicalJson(input)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign","\ud83d\ude00":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    );
  });

  it("writes numbers as ECMAScript does and refuses what JSON has not", () => {
    expect(canonicalJson([Number("333333333.33333329"), 1e30, 4.5, 2e-3, 1e-27, -0])).toBe(
      "[333333333.3333333,1e+30,4.5,0.002,1e-27,0]",
    );
    expect(() => canonicalJson(Infinity)).toThrow("infinite");
  });
});
