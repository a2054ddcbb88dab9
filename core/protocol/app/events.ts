/** What the window is told without asking. Events carry no text of a matter beyond names; the window asks for the rest. */
import type { JobView } from "./views.ts";

export type AppEvent =
  /** At most ten a second for each job, and once when its state changes. */
  | { readonly kind: "job"; readonly job: JobView }
  /** Something the window may be showing is no longer current. */
  | {
      readonly kind: "changed";
      readonly what: "matter" | "corpus" | "works" | "runs" | "review" | "custody";
      readonly id: number | null;
    }
  /** The engine stopped and was started again; requests under way were answered with `app/engine-stopped`. */
  | { readonly kind: "engine-restarted" }
  /** A menu entry or the operating system asks for a screen or an action by its name. */
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "theme"; readonly dark: boolean; readonly contrast: boolean };
