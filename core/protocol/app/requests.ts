/**
 * Every request the desktop window may make: its name, who answers (shell or engine), the schema of its parameters.
 *
 * Say it once: preload, shell, engine and window derive their types from this table; a request that is not in it is
 * refused. Answers are `Result<Answer<Name>>` (answers.ts). Paths never come this way: the window holds grants, opaque
 * ids for what a person chose in a dialog or dropped, and the shell hands the engine the paths behind `grants` and
 * `grant` in order.
 */
import { z } from "zod";
import { CHECK_MAX_WORKS, MAX_PAGE_ROWS, MAX_TEXT_UNITS } from "./bounds.ts";
import { CUSTODY_ACTIONS, DISMISS_REASONS } from "../../model/matter.ts";

const id = z
  .int()
  .min(0)
  .max(2 ** 31);
const label = z.string().max(500);
const grant = z.string().regex(/^g-[0-9a-f]{32}$/);
const grants = z.array(grant).min(1).max(10_000);
const rows = { offset: z.int().min(0), limit: z.int().min(1).max(MAX_PAGE_ROWS) };
const nothing = z.strictObject({});

export const settingsSchema = z.strictObject({
  minRun: z.int().min(1).max(1_000),
  tauPos: z.int().min(0).max(1_000),
  tauOff: z.int().min(0).max(1_000),
  kappa: z.int().min(1).max(1_000),
  postingCap: z.int().min(1),
  shortRunBudget: z.int().min(0).or(z.literal(Infinity)),
  query: z.enum(["auto", "every-kgram", "winnowed"]),
});
export const exclusionsSchema = z.strictObject({
  quotations: z.boolean(),
  bibliography: z.boolean(),
  templates: z.boolean(),
  commonText: z.boolean(),
  runsBelowWords: z.int().min(0).max(10_000),
  documents: z.array(z.strictObject({ document: id, reason: z.string().min(1).max(500) })).max(10_000),
});
const operator = z.strictObject({ name: label, role: label, organisation: label });
const matterFields = z.strictObject({
  name: z.string().min(1).max(200),
  number: label,
  operator,
  onBehalfOf: label,
  authority: label,
  question: z.string().max(5_000),
});
const workCard = z.strictObject({
  title: label,
  authors: z.array(label).max(100),
  publisher: label,
  edition: label,
  publicationDate: label,
  isbn: z.array(label).max(20),
  asin: z.array(label).max(20),
  registrationNumber: label,
  registrationDate: label,
  rightsOwner: label,
  licenceNote: z.string().max(5_000),
  depositCopy: z.enum(["yes", "no", "unknown"]),
});
/** A run, with parameters changed for the moment: what the sliders do. */
const view = {
  run: id,
  settings: settingsSchema.optional(),
  exclusions: exclusionsSchema.optional(),
};
/** Ranges are tokens; together with the run they name one passage pair. */
export const passageRefSchema = z.strictObject({
  document: id,
  workStart: id,
  workEnd: id,
  documentStart: id,
  documentEnd: id,
});
const side = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("work"), work: id }),
  z.strictObject({ kind: z.literal("document"), corpus: id, document: id }),
]);
const ledgerState = z.enum(["ingested", "duplicate", "failed", "skipped", "set-aside"]);
const passageClass = z.enum(["verbatim-raw", "verbatim-normalised", "near"]);
const decisionKind = z.enum(["accepted", "dismissed", "needs-second", "unreviewed"]);
const decision = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("accepted") }),
  z.strictObject({ kind: z.literal("dismissed"), reason: z.enum(DISMISS_REASONS) }),
  z.strictObject({ kind: z.literal("needs-second") }),
  z.strictObject({ kind: z.literal("unreviewed") }),
]);
export const reportOptionsSchema = z.strictObject({
  kind: z.enum(["summary-1006", "illustrative-107", "working-draft"]),
  title: label,
  exhibitLabel: label,
  batesPrefix: z.string().max(50),
  batesStart: z
    .int()
    .min(0)
    .max(10 ** 9),
  legend: z.string().max(200),
  /** What of the passages is printed. */
  text: z.enum(["full", "overlaps-only", "none"]),
  includeDismissed: z.boolean(),
  includeNotes: z.boolean(),
  formats: z.array(z.enum(["html", "pdf", "json", "csv", "dat", "docx", "bag"])).min(1),
});

const shell = <T extends z.ZodType>(params: T) => ({ answeredBy: "shell", params }) as const;
const engine = <T extends z.ZodType>(params: T) => ({ answeredBy: "engine", params }) as const;

export const REQUESTS = {
  // Shell: dialogs, grants, how the program looks.
  "shell.environment": shell(nothing),
  "shell.chooseFiles": shell(
    z.strictObject({ purpose: z.enum(["corpus", "templates", "works", "bundle"]), folders: z.boolean() }),
  ),
  "shell.chooseDestination": shell(
    z.strictObject({ purpose: z.enum(["matter", "report", "backup"]), suggestedName: label }),
  ),
  "shell.reveal": shell(z.strictObject({ grant })),
  "shell.setTheme": shell(z.strictObject({ theme: z.enum(["system", "light", "dark", "contrast"]) })),
  "shell.readPreferences": shell(nothing),
  /** Pane sizes, columns, keys: never a text of a matter. At most 16 KiB of JSON for a key. */
  "shell.writePreference": shell(
    z.strictObject({ key: z.string().regex(/^[a-z][a-z.-]{0,60}$/), json: z.string().max(16_384) }),
  ),
  "shell.offlineProof": shell(z.strictObject({ runAgain: z.boolean() })),

  // Matters.
  "matter.recent": engine(nothing),
  /** Without a grant: in the program's own folder. */
  "matter.create": engine(z.strictObject({ fields: matterFields, grant: grant.optional() })),
  "matter.open": engine(z.strictObject({ matter: z.uuid() })),
  "matter.openFolder": engine(z.strictObject({ grant })),
  /** The bundled sample: made anew the first time, opened afterwards. */
  "matter.openSample": engine(nothing),
  "matter.close": engine(nothing),
  "matter.overview": engine(nothing),
  "matter.change": engine(z.strictObject({ fields: matterFields })),

  // Corpora.
  "corpus.create": engine(z.strictObject({ name: z.string().min(1).max(200) })),
  "corpus.add": engine(
    z.strictObject({
      corpus: id,
      grants,
      templates: z.boolean(),
      passwords: z.array(z.string().max(200)).max(100),
    }),
  ),
  /** Reads again what failed (all of it, or these ledger rows). */
  "corpus.retry": engine(
    z.strictObject({
      corpus: id,
      ledgerRows: z.array(id).max(100_000).optional(),
      passwords: z.array(z.string().max(200)).max(100),
    }),
  ),
  /** Leaves files out on purpose; the reason stands in the ledger, the report and the custody log. */
  "corpus.setAside": engine(
    z.strictObject({
      corpus: id,
      ledgerRows: z.array(id).min(1).max(100_000),
      reason: z.string().min(1).max(500),
    }),
  ),
  "corpus.statistics": engine(z.strictObject({ corpus: id })),
  "corpus.ledger": engine(
    z.strictObject({
      corpus: id,
      states: z.array(ledgerState).optional(),
      code: z.string().max(60).optional(),
      text: z.string().max(200).optional(),
      ...rows,
    }),
  ),
  "corpus.documents": engine(
    z.strictObject({
      corpus: id,
      text: z.string().max(200).optional(),
      sort: z.enum(["arrival", "path", "words", "bytes", "format", "copies"]),
      descending: z.boolean(),
      ...rows,
    }),
  ),
  "corpus.setTemplate": engine(z.strictObject({ corpus: id, document: id, template: z.boolean() })),
  "corpus.deleteDocument": engine(z.strictObject({ corpus: id, document: id })),
  "corpus.verify": engine(z.strictObject({ corpus: id })),
  "corpus.backup": engine(z.strictObject({ corpus: id, grant })),

  // Works.
  "work.list": engine(nothing),
  "work.add": engine(z.strictObject({ grants, passwords: z.array(z.string().max(200)).max(100) })),
  "work.addText": engine(
    z.strictObject({ title: z.string().min(1).max(200), text: z.string().min(1).max(MAX_TEXT_UNITS) }),
  ),
  "work.change": engine(z.strictObject({ work: id, card: workCard })),
  "work.remove": engine(z.strictObject({ work: id })),

  // Checks. One run for each work and corpus; the job counts them.
  "check.start": engine(
    z.strictObject({
      works: z.array(id).min(1).max(CHECK_MAX_WORKS),
      corpora: z.array(id).min(1).max(100),
      settings: settingsSchema,
      exclusions: exclusionsSchema,
    }),
  ),
  "check.runs": engine(z.strictObject({ work: id.optional(), corpus: id.optional(), ...rows })),

  // Findings. A newer request for the same run takes the place of one under way, which ends with request/cancelled.
  "finding.summary": engine(z.strictObject(view)),
  "finding.documents": engine(z.strictObject({ ...view, ...rows })),
  /** The strip, the chain plot: all passages as columns. */
  "finding.columns": engine(z.strictObject(view)),
  "finding.passages": engine(
    z.strictObject({
      ...view,
      document: id.optional(),
      classes: z.array(passageClass).optional(),
      decisions: z.array(decisionKind).optional(),
      flag: z.string().max(40).optional(),
      atLeastWords: z.int().min(0).optional(),
      text: z.string().max(200).optional(),
      sort: z.enum(["work-order", "longest-first"]),
      ...rows,
    }),
  ),
  "passage.open": engine(z.strictObject({ run: id, passage: passageRefSchema })),
  /** Other places of the same words of the work, in any document of the finding. */
  "passage.elsewhere": engine(z.strictObject({ ...view, passage: passageRefSchema, ...rows })),
  /** A stretch of a text with its lines, UTF-16 offsets; cut to MAX_TEXT_UNITS, which the answer says. */
  "text.window": engine(z.strictObject({ side, start: id, end: id })),
  "text.find": engine(z.strictObject({ side, text: z.string().min(1).max(200), from: id })),
  /** `passage` lays its highlight on the page. Scale 1 = 72 dots per inch. */
  "page.picture": engine(
    z.strictObject({
      side,
      page: id,
      scale: z.number().min(0.25).max(8),
      highlight: z.strictObject({ start: id, end: id }).optional(),
    }),
  ),

  // Review.
  "review.decide": engine(
    z.strictObject({ run: id, passages: z.array(passageRefSchema).min(1).max(10_000), decision }),
  ),
  "review.note": engine(z.strictObject({ run: id, passage: passageRefSchema, note: z.string().max(10_000) })),
  /** Takes back the latest decision or note of this session; the log keeps both. */
  "review.undo": engine(nothing),

  // Report.
  "report.problems": engine(
    z.strictObject({ runs: z.array(id).min(1).max(1_000), options: reportOptionsSchema }),
  ),
  /** The HTML of the report, for the preview frame. */
  "report.preview": engine(
    z.strictObject({ runs: z.array(id).min(1).max(1_000), options: reportOptionsSchema }),
  ),
  "report.export": engine(
    z.strictObject({ runs: z.array(id).min(1).max(1_000), options: reportOptionsSchema, grant }),
  ),

  // Custody log.
  "custody.list": engine(
    z.strictObject({
      action: z.enum(CUSTODY_ACTIONS).optional(),
      text: z.string().max(200).optional(),
      ...rows,
    }),
  ),
  "custody.verify": engine(nothing),

  // Jobs.
  "job.list": engine(nothing),
  "job.pause": engine(z.strictObject({ job: id })),
  "job.resume": engine(z.strictObject({ job: id })),
  "job.cancel": engine(z.strictObject({ job: id })),
} as const;

export type RequestName = keyof typeof REQUESTS;
export type Params<Name extends RequestName> = z.infer<(typeof REQUESTS)[Name]["params"]>;
export type RequestsOf<By extends "shell" | "engine"> = {
  [Name in RequestName]: (typeof REQUESTS)[Name]["answeredBy"] extends By ? Name : never;
}[RequestName];

export type ReportOptions = z.infer<typeof reportOptionsSchema>;
export type PassageRef = z.infer<typeof passageRefSchema>;
export type TextSide = z.infer<typeof side>;
export type LedgerRowState = z.infer<typeof ledgerState>;
export type DecisionKind = z.infer<typeof decisionKind>;
