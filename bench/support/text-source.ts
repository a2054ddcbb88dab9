/**
 * Texts of a synthetic corpus from a process of their own, so that making them costs the measured process neither
 * time nor memory. Run as a program it is that process.
 */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { pathToFileURL } from "node:url";
import { SyntheticCorpus } from "./synthetic-corpus.ts";

const TEXTS_PER_MESSAGE = 128;

/** Texts of documents [0, documents) in order. */
export async function* textsOf(documents: number): AsyncGenerator<string> {
  const child = fork(fileURLToPath(import.meta.url), { serialization: "advanced" });
  const inbox: string[][] = [];
  let wake = (): void => undefined;
  child.on("message", (texts) => {
    inbox.push(texts as string[]);
    wake();
  });
  const ask = (start: number): void => {
    if (start < documents) child.send([start, Math.min(documents, start + TEXTS_PER_MESSAGE)]);
  };
  ask(0);
  for (let start = 0; start < documents; start += TEXTS_PER_MESSAGE) {
    ask(start + TEXTS_PER_MESSAGE);
    while (inbox.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    yield* inbox.shift()!;
  }
  child.kill();
}

if (process.send !== undefined && import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const corpus = new SyntheticCorpus();
  process.on("message", (range) => {
    const [start, end] = range as [number, number];
    process.send?.(Array.from({ length: end - start }, (_, i) => corpus.text(start + i)));
  });
}
