/**
 * One suite for every store: the LMDB store answers as the memory store does, whatever is done to the two in whatever
 * order, closing and opening again included.
 */
import fc from "fast-check";
import fs from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createMemoryStore } from "../../core/index/memory-store.ts";
import { documentsPresent, presentDocuments } from "../../core/index/documents.ts";
import type { CorpusSnapshot, CorpusWriter } from "../../core/index/ports.ts";
import type { Document } from "../../core/model/document.ts";
import { type LmdbStore, openStore } from "../../main/engine/store/lmdb-store.ts";
import {
  AT,
  contentsOf,
  failedEntry,
  naiveRoot,
  newDocument,
  plainDocument,
  postingsOf,
  sha256Of,
  storeOptions,
  temporaryFolder,
} from "../support/store-fixtures.ts";

const WORDS = ["the", "whale", "and", "x1", "x2", "x3", "sea", "nowhere"];
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

async function openLmdb(folder: string, batchPostings: number): Promise<LmdbStore> {
  const opened = await openStore(folder, storeOptions({ batchPostings }));
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  return opened.value;
}

function newFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return path.join(folder, "störe with spaces");
}

const text = fc
  .array(fc.constantFrom(...WORDS.slice(0, -1), "ſee", "𝒜strål", "\ud800"), { maxLength: 12 })
  .map((words) => words.join(" "));

const document: fc.Arbitrary<Document> = fc.record({ text, kind: fc.nat(3) }).map(({ text: body, kind }) => {
  const half = Math.floor(body.length / 2);
  switch (kind) {
    case 0:
      return plainDocument(body);
    case 1:
      return plainDocument(body, {
        format: "html",
        marks: [{ kind: "boilerplate", start: 0, end: half }],
        sourceMap: {
          kind: "html",
          blocks: [
            {
              start: 0,
              end: body.length,
              element: "p",
              block: 0,
              sourceStart: 3,
              sourceEnd: 3 + body.length,
              main: true,
            },
          ],
        },
      });
    case 2:
      return plainDocument(body, { marks: [{ kind: "deleted", start: half, end: body.length }] });
    default:
      return plainDocument(body, {
        metadata: { title: body },
        notices: [{ code: "notice/encoding-guessed", page: 1, data: { label: "koi8-r" } }],
        encoding: { label: "koi8-r", confidence: 0.5, reason: "guess" },
      });
  }
});

const PATHS = [
  "/a",
  "/b/ü",
  "/b/z",
  "/\ud801\udc00",
  "/\uffee",
  "",
  `/${"long".repeat(600)}1`,
  `/${"long".repeat(600)}0`,
];
const somePath = fc.constantFrom(...PATHS);

type Step =
  | {
      readonly kind: "add";
      readonly path: string;
      readonly document: Document;
      readonly own: boolean;
      readonly wait: boolean;
      readonly template: boolean;
    }
  | { readonly kind: "addPath"; readonly document: number; readonly path: string }
  | { readonly kind: "addLedger"; readonly path: string }
  | { readonly kind: "delete"; readonly document: number }
  | { readonly kind: "snapshot" }
  | { readonly kind: "finish" }
  | { readonly kind: "compact" }
  | { readonly kind: "reopen" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("add" as const),
      path: somePath,
      document,
      own: fc.boolean(),
      wait: fc.boolean(),
      template: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("addPath" as const), document: fc.nat(6), path: somePath }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("addLedger" as const), path: somePath }) },
  { weight: 1, arbitrary: fc.constant({ kind: "snapshot" as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), document: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "finish" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "compact" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "reopen" as const }) },
);

/** Does one step to a store and says what it answered. */
async function take(store: CorpusWriter, one: Step, unawaited: Promise<unknown>[]): Promise<unknown> {
  switch (one.kind) {
    case "add": {
      // An original of its own, or the text itself as bytes (which may then be a duplicate).
      const bytes = Buffer.from(
        one.own ? `original of ${one.path} ${one.document.text}` : one.document.text,
        "utf8",
      );
      const added = { ...newDocument(one.path, one.document, bytes), template: one.template };
      const adding = store.add(added);
      unawaited.push(adding);
      return [
        one.wait ? await adding : 0,
        store.findOriginal(added.sha256),
        store.isCurrent(one.path, added.sha256),
      ];
    }
    case "addPath": {
      const adding = store.addPath(one.document, one.path, 5, AT);
      unawaited.push(adding);
      return adding;
    }
    case "addLedger":
      return [
        await store.addLedger(failedEntry(one.path)),
        store.isCurrent(one.path, sha256Of(Buffer.from(""))),
      ];
    case "delete":
      return store.deleteDocument(one.document, AT);
    case "finish":
      return store.finish();
    case "compact":
      return "compact" in store ? (store as LmdbStore).compact() : store.finish();
    case "snapshot":
    case "reopen":
      return undefined;
  }
}

describe("the LMDB store answers as the memory store", () => {
  test("whatever is done to the two", async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 30 }),
      fc.constantFrom(1, 10, 1000),
      async (steps, batch) => {
        const folder = newFolder();
        const oracle = createMemoryStore();
        let store = await openLmdb(folder, batch);
        const held: { readonly mine: CorpusSnapshot; readonly theirs: unknown }[] = [];
        const [answers, oracleAnswers]: [Promise<unknown>[], Promise<unknown>[]] = [[], []];
        for (const one of steps) {
          expect(await take(store, one, answers)).toEqual(await take(oracle, one, oracleAnswers));
          if (one.kind === "snapshot")
            held.push({ mine: store.snapshot(), theirs: contentsOf(oracle.snapshot(), WORDS) });
          if (one.kind !== "reopen") continue;
          for (const { mine, theirs } of held.splice(0)) {
            expect(contentsOf(mine, WORDS)).toEqual(theirs);
            mine.close();
          }
          await store.close();
          store = await openLmdb(folder, batch);
        }
        expect(await Promise.all(answers)).toEqual(await Promise.all(oracleAnswers));
        for (const { mine, theirs } of held) {
          expect(contentsOf(mine, WORDS)).toEqual(theirs);
          mine.close();
        }
        expect(contentsOf(store.snapshot(), WORDS)).toEqual(contentsOf(oracle.snapshot(), WORDS));
        expect(store.ledger()).toEqual(oracle.ledger());
        expect(store.snapshot().rootHash()).toBe(naiveRoot(oracle.snapshot()));
        expect(store.verify().damages).toEqual([]);
        await store.close();
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });
});

describe.each([
  ["memory", () => Promise.resolve(createMemoryStore())],
  ["LMDB", () => openLmdb(newFolder(), 1000)],
])("%s store", (_, create) => {
  test("keeps identical originals once and every path", async () => {
    const store = await create();
    const added = await Promise.all(
      ["/1", "/2", "/3"].map((file) => store.add(newDocument(file, plainDocument("the whale")))),
    );
    expect(added).toEqual([0, 0, 0].map((value) => ({ ok: true, value })));
    const snapshot = store.snapshot();
    expect(snapshot.documentCount).toBe(1);
    expect(snapshot.record(0).paths).toEqual(["/1", "/2", "/3"]);
    expect(store.ledger().map(({ path: file, state }) => [file, state])).toEqual([
      ["/1", "ingested"],
      ["/2", "duplicate"],
      ["/3", "duplicate"],
    ]);
    await store.close();
  });

  test("a snapshot shows nothing that is added after it", async () => {
    const store = await create();
    await store.add(newDocument("/1", plainDocument("the whale")));
    const before = store.snapshot();
    const contents = contentsOf(before, WORDS);
    await store.add(newDocument("/2", plainDocument("the sea")));
    await store.addPath(0, "/3", 9, AT);
    await store.finish();
    expect(contentsOf(before, WORDS)).toEqual(contents);
    before.close();
    await store.close();
  });

  test("a file that changed is another document, and its former one is gone with its last path", async () => {
    const store = await create();
    const [one, other] = [
      newDocument("/1", plainDocument("the whale")),
      newDocument("/1", plainDocument("sea")),
    ];
    await store.add(one);
    await store.addPath(0, "/2", 9, AT);
    await store.add(other);
    expect(store.snapshot().record(0).paths).toEqual(["/2"]);
    expect(store.snapshot().record(1).paths).toEqual(["/1"]);
    expect([store.isCurrent("/1", one.sha256), store.isCurrent("/1", other.sha256)]).toEqual([false, true]);
    await store.add(newDocument("/2", plainDocument("sea")));
    const snapshot = store.snapshot();
    expect([...presentDocuments(snapshot)]).toEqual([1]);
    expect(snapshot.record(1).paths).toEqual(["/1", "/2"]);
    expect(store.findOriginal(one.sha256)).toBeUndefined();
    expect(postingsOf(snapshot, "whale")).toEqual({ found: 0, pushed: [] });
    await store.close();
  });

  test("a file that could not be read again keeps its document until it is known to hold another", async () => {
    const store = await create();
    await store.add(newDocument("/1", plainDocument("the whale")));
    await store.addLedger(failedEntry("/1"));
    await store.addLedger(failedEntry("/1"));
    expect(documentsPresent(store.snapshot())).toBe(1);
    await store.add(newDocument("/1", plainDocument("sea")));
    expect([...presentDocuments(store.snapshot())]).toEqual([1]);
    await store.close();
  });

  test("a deleted document is gone from later snapshots, the ledger says so, and it can come back", async () => {
    const store = await create();
    const added = newDocument("/1", plainDocument("the whale"));
    await store.add(added);
    await store.addPath(0, "/2", 9, AT);
    await store.add(newDocument("/3", plainDocument("whale")));
    const before = store.snapshot();
    const contents = contentsOf(before, WORDS);
    expect(await store.deleteDocument(0, AT)).toEqual({ ok: true, value: undefined });
    await store.finish();
    expect(contentsOf(before, WORDS)).toEqual(contents);
    before.close();
    const after = store.snapshot();
    expect([...presentDocuments(after)]).toEqual([1]);
    expect(postingsOf(after, "whale").pushed).toEqual([[1, 0, 7]]);
    expect(store.ledger().map(({ path: file, state, failure: why }) => [file, state, why?.code])).toEqual([
      ["/1", "skipped", "request/document-deleted"],
      ["/2", "skipped", "request/document-deleted"],
      ["/3", "ingested", undefined],
    ]);
    for (const again of [await store.deleteDocument(0, AT), await store.addPath(0, "/4", 1, AT)])
      expect(again).toMatchObject({ ok: false, failure: { code: "store/document-not-found" } });
    expect(await store.add(added)).toEqual({ ok: true, value: 2 });
    expect(postingsOf(store.snapshot(), "whale").pushed.map(([document]) => document)).toEqual([1, 2]);
    await store.close();
  });

  test("refuses a path of a document it does not have", async () => {
    const store = await create();
    expect(await store.addPath(0, "/1", 1, AT)).toMatchObject({
      ok: false,
      failure: { code: "store/document-not-found" },
    });
    await store.close();
  });

  test("lists the ledger in order of path", async () => {
    const store = await create();
    for (const file of ["/b", "/\uffee", "/\ud801\udc00", "/a"]) await store.addLedger(failedEntry(file));
    expect([...store.ledgerEntries()].map((entry) => entry.path)).toEqual([
      "/a",
      "/b",
      "/\ud801\udc00",
      "/\uffee",
    ]);
    await store.close();
  });
});
