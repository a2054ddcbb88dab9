/** The simple double of the extraction host: the front-end runs in this process, without limits from outside. */
import { failure, FailureError } from "../../core/base/failure.ts";
import { failed } from "../../core/base/result.ts";
import type { ExtractionHost, FrontEnd } from "../../core/extract/port.ts";

export function createInProcessHost(frontEnd: FrontEnd): ExtractionHost {
  return {
    extract: async ({ bytes, name, password, limits }, onProgress) => {
      const context = {
        limits,
        progress: (done: number, total: number) => onProgress?.(done, total),
        ...(password === undefined ? {} : { password }),
      };
      try {
        return await frontEnd(bytes, name, context);
      } catch (error) {
        return failed(error instanceof FailureError ? error.failure : failure("extract/crashed"));
      }
    },
    close: () => Promise.resolve(),
  };
}
