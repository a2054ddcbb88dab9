/** What the preload puts on the window as `pincite`: the only way out of it. */
import type { Result } from "../../base/result.ts";
import type { Answer } from "./answers.ts";
import type { AppEvent } from "./events.ts";
import type { Params, RequestName } from "./requests.ts";
import type { Grant } from "./views.ts";

export interface AppBridge {
  /** Never rejects: refusals and crashes are failures (`app/refused`, `app/engine-stopped`). */
  request<Name extends RequestName>(name: Name, params: Params<Name>): Promise<Result<Answer<Name>>>;
  /** Returns what ends it. */
  onEvent(told: (event: AppEvent) => void): () => void;
  /** Grants for the `File`s dropped on the window, in order. */
  grantsOfDropped(files: readonly object[]): Promise<readonly Grant[]>;
}
