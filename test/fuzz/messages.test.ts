/** Messages of an extractor that was taken over: what passes is a sound document, everything else is refused. */
import { expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../core/base/limits.ts";
import { encodeDocument } from "../../core/model/document-codec.ts";
import { citeOf, placeOf } from "../../core/model/place-of.ts";
import { type ExtractorMessage, parseExtractorMessage } from "../../core/protocol/untrusted-document.ts";
import { readFile } from "../support/all-front-ends.ts";
import { cell, makeDocx, paragraph as p, row, table, words } from "../support/make-docx.ts";
import { line, makePdf } from "../support/make-pdf.ts";
import { Chance } from "../support/mutations.ts";
import { utf8 } from "../support/read-bytes.ts";

const MESSAGES = 5_000 * Number(process.env["FUZZ_SECONDS"] ?? 1);
const FIRST_SEED = Number(process.env["FUZZ_SEED"] ?? 1);

const STRANGE: readonly unknown[] = [
  undefined,
  null,
  NaN,
  Infinity,
  -1,
  0.5,
  2 ** 32,
  2 ** 53,
  1e300,
  "",
  "\ud800",
  "x".repeat(100_000),
  [],
  {},
  true,
  new Date(NaN),
  new Map([["start", 1]]),
  new Uint8Array(3),
  new Float64Array(4),
  new Uint32Array(2).fill(0xffffffff),
  Float32Array.of(NaN, Infinity),
  { __proto__: null, start: 0 },
];

type Container = Record<string | number, unknown>;
const isContainer = (value: unknown): value is Container =>
  typeof value === "object" && value !== null && !(value instanceof Date) && !(value instanceof Map);

/** Goes down some way into the message and changes what it finds there. */
function mutate(message: unknown, chance: Chance): unknown {
  const copy = structuredClone(message);
  for (let n = 1 + chance.below(3); n > 0; n--) {
    let at = copy as Container;
    for (let depth = chance.below(6); depth > 0; depth--) {
      const inner = Object.values(at).filter(isContainer);
      if (inner.length === 0) break;
      at = chance.of(inner);
    }
    const keys = Object.keys(at);
    const key = keys.length === 0 ? "start" : chance.of(keys);
    const isColumn = ArrayBuffer.isView(at);
    switch (chance.below(isColumn ? 2 : 5)) {
      case 0:
        at[key] = chance.of(isColumn ? [0, 1, 7, 0xffffffff, NaN, Infinity] : STRANGE);
        break;
      case 1:
        if (typeof at[key] === "number") at[key] += chance.of([-2, -1, 1, 2, 1_000]);
        break;
      case 2:
        if (!Array.isArray(at)) Reflect.deleteProperty(at, key);
        else at.splice(Number(key), 1);
        break;
      case 3:
        at[chance.of(["extra", "kind"])] = chance.of(STRANGE);
        break;
      default:
        at[key] = chance.happens(0.2) ? copy : at[chance.of(keys.length === 0 ? ["start"] : keys)];
    }
  }
  return copy;
}

async function documents(): Promise<unknown[]> {
  const files = [
    { name: "a.txt", bytes: utf8("A plain text, café, of a few words.") },
    {
      name: "a.html",
      bytes: utf8("<!doctype html><title>t</title><p>One <i hidden>two</i></p><nav>three</nav>"),
    },
    { name: "a.docx", bytes: makeDocx(p(words("one")) + table(row(cell(p(words("two")))))) },
    {
      name: "a.pdf",
      bytes: makePdf({ pages: [{ content: line("A line of words", 50, 700) }, { content: "" }] }),
    },
  ];
  const read = await Promise.all(files.map((file) => readFile(file)));
  return read.map((outcome) => {
    if (!outcome.ok) throw new Error(outcome.failure.code);
    return { kind: "document", ticket: 1, document: outcome.value };
  });
}

it("messages are parsed or refused, and what is parsed can be used", async () => {
  const originals: unknown[] = [
    ...(await documents()),
    { kind: "progress", ticket: 1, done: 1, total: 2, unit: "page", residentBytes: 1 },
    { kind: "failure", ticket: 1, failure: { code: "extract/corrupt", data: { part: "x" } } },
    { kind: "ready" },
  ];
  let passed = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + MESSAGES; seed++) {
    const chance = new Chance(seed);
    const message = mutate(chance.of(originals), chance);
    const outcome = attempt(() => parseExtractorMessage(message, DEFAULT_LIMITS), seed);
    if (!outcome.ok) {
      expect(outcome.failure.code).toBe("extract/invalid-output");
      continue;
    }
    passed++;
    attempt(() => use(outcome.value), seed);
  }
  expect(passed).toBeGreaterThan(MESSAGES / 100);
  expect(passed).toBeLessThan(MESSAGES);
});

function attempt<T>(act: () => T, seed: number): T {
  try {
    return act();
  } catch (error) {
    throw new Error(`seed ${seed}`, { cause: error });
  }
}

function use(message: ExtractorMessage): void {
  if (message.kind !== "document") return;
  const { document } = message;
  encodeDocument(document);
  citeOf(placeOf(document, 0, document.text.length));
}
