/**
 * Stores written by earlier versions, kept as they were written: every version that names their format reads them.
 *
 * `PINCITE_FREEZE=1` writes the fixture of the present format where there is none. A fixture is never written again:
 * a change that breaks one needs a new format number, and a fixture of its own.
 */
import fs from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type LmdbStore, openStore } from "../../main/engine/store/lmdb-store.ts";
import { STORE_FORMAT } from "../../main/engine/store/store-file.ts";
import {
  AT,
  contentsOf,
  failedEntry,
  newDocument,
  plainDocument,
  storeOptions,
  temporaryFolder,
} from "../support/store-fixtures.ts";

const HERE = import.meta.dirname;
const WORDS = ["the", "whale", "x1", "x2", "pages", "paragraph", "pending", "nowhere"];
const root = temporaryFolder();
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const fixtureOf = (format: number): string => path.join(HERE, `store-${format}`);

/** Typed arrays as plain lists, so that the expectation is readable. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, one: unknown) =>
      ArrayBuffer.isView(one) ? Array.from(one as Uint8Array) : one === Infinity ? "Infinity" : one,
    ),
  );

async function freeze(folder: string): Promise<void> {
  const opened = await openStore(
    folder,
    storeOptions({ newUuid: () => "00000000-0000-4000-8000-000000000001", batchPostings: 20 }),
  );
  if (!opened.ok) throw new Error(opened.failure.code);
  const store = opened.value;
  const text = "the whale on two pages x1";
  const one = (value: number): Float32Array => Float32Array.of(value, value + 0.5);
  await store.add(
    newDocument(
      "/corpus/a.pdf",
      plainDocument(text, {
        format: "pdf",
        marks: [{ kind: "furniture", start: 0, end: 3 }],
        metadata: { title: "Wale", author: "Ω" },
        notices: [{ code: "notice/page-garbled", page: 1, data: { share: 0.5 } }],
        sourceMap: {
          kind: "pdf",
          pages: [
            { label: "i", width: 595.28, height: 841.89, start: 0, end: 9, usability: "text" },
            { label: "2", width: 612, height: 792, start: 9, end: text.length, usability: "garbled" },
          ],
          runs: {
            start: Uint32Array.of(0, 9),
            end: Uint32Array.of(3, 10),
            page: Uint32Array.of(0, 1),
            x: one(72),
            y: one(100),
            dx: one(1),
            dy: one(0),
            ascent: one(9),
            descent: one(3),
            edgeStart: Uint32Array.of(0, 6),
            edges: Float32Array.of(0, 5, 5, 10, 10, 15.25, 0, 4),
          },
        },
      }),
      Buffer.from("%PDF-1.7 an original"),
    ),
  );
  await store.add(
    newDocument(
      "/corpus/b.docx",
      plainDocument("the paragraph x2", {
        format: "docx",
        sourceMap: {
          kind: "docx",
          parts: ["word/document.xml"],
          paragraphs: [
            {
              start: 0,
              end: 16,
              part: 0,
              paragraph: 3,
              story: "footnote",
              cell: { table: 0, row: 1, column: 2 },
              noteId: "7",
            },
          ],
        },
      }),
      Buffer.from("PK an original"),
    ),
  );
  const html = "the whale ".repeat(40);
  const blocks = Array.from({ length: 40 }, (_, block) => ({
    start: block * 10,
    end: block * 10 + 9,
    element: block % 2 ? "p" : "li",
    block,
    sourceStart: block * 20,
    sourceEnd: block * 20 + 9,
    main: block > 3,
  }));
  await store.add(
    newDocument(
      "/corpus/c.html",
      plainDocument(html, {
        format: "html",
        sourceMap: { kind: "html", blocks },
        encoding: { label: "windows-1252", confidence: 0.75, reason: "declared" },
      }),
      Buffer.from(`<p>${html}`),
    ),
  );
  await store.add({
    ...newDocument("/corpus/template.txt", plainDocument("the whale x1 x2 \ud800")),
    template: true,
  });
  await store.addPath(2, "/copies/c.html", 403, AT);
  await store.addPath(2, `/copies/${"long ".repeat(400)}`, 403, AT);
  await store.addLedger(failedEntry("/corpus/bad.pdf"));
  await addAndDelete(store);
  await store.add(newDocument("/corpus/d.txt", plainDocument("the pending whale")));
  const everything = {
    contents: contentsOf(store.snapshot(), WORDS),
    ledger: store.ledger(),
    statistics: store.statistics(),
  };
  fs.writeFileSync(
    path.join(folder, "..", `${path.basename(folder)}.expected.json`),
    `${JSON.stringify(plain(everything), null, 1)}\n`,
  );
  await store.close();
  fs.rmSync(path.join(folder, "catalogue.mdb-lock"), { force: true });
}

/** Documents 4 to 7: one taken out, one replaced and its successor, one taken out whose contents are still there. */
async function addAndDelete(store: LmdbStore): Promise<void> {
  await store.add(newDocument("/corpus/gone.txt", plainDocument("the gone whale")));
  await store.add(newDocument("/corpus/changed.txt", plainDocument("the whale before")));
  await store.addLedger(failedEntry("/corpus/changed.txt"));
  await store.finish();
  await store.deleteDocument(4, AT);
  await store.add(newDocument("/corpus/changed.txt", plainDocument("the whale after")));
  await store.addPath(6, "/copies/c.html", 5, AT);
  await store.compact();
  await store.add(newDocument("/corpus/going.txt", plainDocument("the going whale")));
  await store.finish();
  await store.deleteDocument(7, AT);
  await store.addLedger(failedEntry("/corpus/c.html"));
}

if (process.env["PINCITE_FREEZE"] === "1" && !fs.existsSync(fixtureOf(STORE_FORMAT)))
  await freeze(fixtureOf(STORE_FORMAT));

describe.each([1])("a store of format %i", (format) => {
  const expected = JSON.parse(fs.readFileSync(`${fixtureOf(format)}.expected.json`, "utf8")) as Record<
    string,
    unknown
  >;

  /** Opening leaves a lock file, and writing more: never in the fixture itself. */
  const copy = (name: string): string => {
    const folder = path.join(root, name);
    fs.cpSync(fixtureOf(format), folder, { recursive: true });
    return folder;
  };

  test("says what it said when it was written", async () => {
    const opened = await openStore(copy("read"), storeOptions({ mode: "read-only" }));
    if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
    const store = opened.value;
    const { contents, ledger, statistics } = expected;
    expect(plain(contentsOf(store.snapshot(), WORDS))).toEqual(contents);
    expect(plain(store.ledger())).toEqual(ledger);
    expect(plain(store.statistics())).toEqual(statistics);
    expect(store.verify().damages).toEqual([]);
    await store.close();
  });

  test("takes in more", async () => {
    const opened = await openStore(copy("write"), storeOptions({ mode: "open" }));
    if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
    const store = opened.value;
    expect(await store.add(newDocument("/new", plainDocument("the new one")))).toEqual({
      ok: true,
      value: 9,
    });
    await store.compact();
    expect(store.verify()).toMatchObject({ documents: 7, damages: [] });
    await store.close();
  });
});

test("the present format has a fixture", () => {
  expect(fs.existsSync(fixtureOf(STORE_FORMAT))).toBe(true);
});
