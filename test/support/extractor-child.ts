/**
 * Child scripts for tests of the extraction host: the first word of the document's text says how to misbehave, anything
 * else is read as the program's own child would read it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createFrontEnds } from "../../core/extract/front-ends.ts";
import type { FrontEnd, FrontEndContext } from "../../core/extract/port.ts";
import { failure } from "../../core/base/failure.ts";
import { failed } from "../../core/base/result.ts";
import { processChannel } from "../../main/cli/extractor/process-channel.ts";
import { serveDocuments } from "../../main/cli/extractor/serve.ts";

const unread: FrontEnd = () =>
  Promise.resolve(failed(failure("extract/unsupported-type", { detected: "test" })));
const real = createFrontEnds({ pdf: unread, docx: unread });
let seen = 0;
const hoard: unknown[] = [];

const misbehave: Readonly<Record<string, (context: FrontEndContext) => Promise<void> | void>> = {
  LOOP: () => {
    for (;;);
  },
  SLEEP: () => sleep(1e8),
  PAUSE: () => sleep(300),
  PAGE_PAUSE: async (context) => {
    context.progress(1, 3, "page");
    await sleep(300);
  },
  PAGE_SLEEP: async (context) => {
    context.progress(1, 3, "page");
    await sleep(1e8);
  },
  SOME_BUFFERS: async () => {
    hoard.push(new Uint8Array(64 << 20).fill(1));
    await sleep(300);
    hoard.length = 0;
  },
  BUFFERS: async () => {
    for (;;) {
      hoard.push(new Uint8Array(8 << 20).fill(1));
      await sleep(1);
    }
  },
  HEAP: () => {
    for (;;) hoard.push(Array.from({ length: 1000 }, (_, i) => ({ i })));
  },
  EXIT: () => process.exit(7),
  EXIT_WHEN_USED: () => {
    if (seen > 1) process.exit(7);
  },
  ABORT: () => process.abort(),
  KILLED: () => {
    process.kill(process.pid, "SIGKILL");
  },
  GARBAGE: () => {
    process.send!({ kind: "document", ticket: 1, document: { text: 7 } });
  },
  NONSENSE: () => {
    process.send!("hello");
  },
  THROW: () => {
    throw new TypeError("secret words of the document");
  },
};

const channel = processChannel();
serveDocuments(async (bytes, name, context) => {
  seen++;
  const word = /^[A-Z_]+/.exec(new TextDecoder().decode(bytes.subarray(0, 40)))?.[0];
  if (word !== undefined) await misbehave[word]?.(context);
  return real(bytes, name, context);
}, channel);
