/** The child's end of the channel over Node's own inter-process messages. Without a parent there is nothing to do. */
import process from "node:process";
import { invariant } from "../../../core/base/result.ts";
import type { ChildRequest } from "./requests.ts";
import type { ChildChannel } from "./serve.ts";

export function processChannel(): ChildChannel {
  // Parents that die leave no orphans behind.
  process.on("disconnect", () => process.exit());
  return {
    send: (message) => {
      invariant(process.send !== undefined, "the extractor runs as a child process");
      process.send(message);
    },
    onRequest: (listener) => process.on("message", (request) => listener(request as ChildRequest)),
    now: () => performance.now(),
    residentBytes: () => process.memoryUsage.rss(),
  };
}
