/**
 * Merges segments in a thread of their own, so that documents and searches need not wait for them.
 *
 * The thread is started with the first merge and given one at a time. Ending it in the middle of a merge leaves a file
 * that counts for nothing.
 */
import { Worker } from "node:worker_threads";
import { failure } from "../../../core/base/failure.ts";
import { failed, invariant, type Result } from "../../../core/base/result.ts";
import type { SegmentTrailer } from "../../../core/index/segment-layout.ts";
import type { Merger } from "../store/merge-job.ts";

type Merged = Result<SegmentTrailer>;

/** @param entry merge-thread.ts, or what the build made of it */
export function threadMerger(entry: string | URL): Merger {
  let thread: Worker | undefined;
  let answer: ((merged: Merged) => void) | undefined;
  const end = (merged: Merged): void => {
    const waiting = answer;
    answer = undefined;
    // Between merges the thread holds up nobody who wants to end.
    thread?.unref();
    waiting?.(merged);
  };
  const start = (): Worker => {
    const started = new Worker(entry, { execArgv: [] });
    started.on("message", (merged: Merged) => end(merged));
    // A throw in the thread is a bug there; here it is a merge that did not come about.
    started.on("error", (error: unknown) => {
      const what = (error instanceof Error ? error.message : String(error)).slice(0, 200);
      end(failed(failure("store/io-error", { what })));
    });
    started.on("exit", () => {
      thread = undefined;
      end(failed(failure("request/cancelled")));
    });
    return started;
  };
  return {
    merge: (job) => {
      invariant(answer === undefined, "one merge at a time");
      return new Promise((resolve) => {
        answer = resolve;
        thread ??= start();
        thread.ref();
        thread.postMessage(job);
      });
    },
    close: async () => {
      await thread?.terminate();
    },
  };
}
