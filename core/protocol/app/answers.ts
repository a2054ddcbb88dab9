/** What each request is answered with. Every answer travels as `Result<Answer<Name>>`. */
import type { DecisionKind, RequestName } from "./requests.ts";
import type {
  CorpusStatistics,
  CustodyRow,
  DocumentRow,
  Environment,
  FindingDocumentRow,
  FindingSummary,
  Grant,
  JobView,
  LedgerRow,
  MatterOverview,
  MatterSummary,
  OfflineProof,
  Page,
  PagePicture,
  PassageColumns,
  PassageRow,
  PassageView,
  ReportProblem,
  ReviewState,
  RunRow,
  TextWindow,
  WorkRow,
} from "./views.ts";

interface Started {
  readonly job: number;
}

export interface Answers {
  "shell.environment": Environment;
  "shell.chooseFiles": { readonly grants: readonly Grant[] };
  "shell.chooseDestination": { readonly grant: Grant | null };
  "shell.reveal": null;
  "shell.setTheme": null;
  /** Key to JSON. */
  "shell.readPreferences": Readonly<Record<string, string>>;
  "shell.writePreference": null;
  "shell.offlineProof": OfflineProof;

  "matter.recent": { readonly matters: readonly MatterSummary[] };
  "matter.create": MatterOverview;
  "matter.open": MatterOverview;
  "matter.openFolder": MatterOverview;
  "matter.openSample": MatterOverview;
  "matter.close": null;
  "matter.overview": MatterOverview;
  "matter.change": MatterOverview;

  "corpus.create": { readonly corpus: number };
  "corpus.add": Started;
  "corpus.retry": Started;
  "corpus.setAside": { readonly files: number };
  "corpus.statistics": CorpusStatistics;
  "corpus.ledger": Page<LedgerRow> & { readonly counts: Readonly<Record<string, number>> };
  "corpus.documents": Page<DocumentRow>;
  "corpus.setTemplate": null;
  "corpus.deleteDocument": null;
  "corpus.verify": Started;
  "corpus.backup": Started;

  "work.list": { readonly works: readonly WorkRow[] };
  "work.add": Started;
  "work.addText": { readonly work: number };
  "work.change": null;
  "work.remove": null;

  "check.start": Started;
  "check.runs": Page<RunRow>;

  "finding.summary": FindingSummary;
  "finding.documents": Page<FindingDocumentRow>;
  "finding.columns": PassageColumns;
  "finding.passages": Page<PassageRow> & { readonly decisions: Readonly<Record<DecisionKind, number>> };
  "passage.open": PassageView;
  "passage.elsewhere": Page<PassageRow>;
  "text.window": TextWindow;
  /** Offsets of the next place of the text at or after `from`, going round at the end; null where it stands nowhere. */
  "text.find": { readonly start: number; readonly end: number } | null;
  "page.picture": PagePicture;

  "review.decide": { readonly state: ReviewState };
  "review.note": { readonly state: ReviewState };
  "review.undo": { readonly undone: string | null };

  "report.problems": { readonly problems: readonly ReportProblem[] };
  "report.preview": { readonly html: string };
  "report.export": Started;

  "custody.list": Page<CustodyRow> & { readonly head: string };
  /** The first entry that does not hold, by sequence; null when the whole chain does. */
  "custody.verify": { readonly entries: number; readonly head: string; readonly brokenAt: number | null };

  "job.list": { readonly jobs: readonly JobView[] };
  "job.pause": null;
  "job.resume": null;
  "job.cancel": null;
}

export type Answer<Name extends RequestName> = Answers[Name];

/** Does not compile while a request has no answer, or an answer no request. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
export const EVERY_REQUEST_HAS_ITS_ANSWER: Same<RequestName, keyof Answers> = true;
