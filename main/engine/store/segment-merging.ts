/**
 * When segments are merged: in the background while documents arrive, one merge at a time, and to the end when an
 * import ends. Searches go on meanwhile: they hold the segments they began with.
 */
import { type Failure } from "../../../core/base/failure.ts";
import type { DeletedDocuments } from "../../../core/index/documents.ts";
import type { SegmentEntry } from "./catalogue.ts";
import { type Merger, trailerOf } from "./merge-job.ts";
import type { PostingIndex, Publish } from "./posting-index.ts";

/** What merging needs of the store. */
export interface MergeHost {
  readonly nextNumber: () => number;
  readonly publish: Publish;
  /** Documents deleted so far, durably, and how many deletions that were. */
  deletions(): { readonly deleted: DeletedDocuments; readonly count: number };
  /** Runs what may fail because of the disk; says how it failed. */
  writing(run: () => void): Failure | undefined;
}

/** Segments that wait for a merge beyond which adding waits too: each is a file held open. */
const MOST_WAITING = 32;

export class SegmentMerging {
  private readonly index: PostingIndex;
  private readonly merger: Merger;
  private readonly host: MergeHost;
  private underWay: Promise<Failure | undefined> | undefined;
  private stopped = false;

  constructor(index: PostingIndex, merger: Merger, host: MergeHost) {
    this.index = index;
    this.merger = merger;
    this.host = host;
  }

  /** Starts a merge that is due, if none is under way. Its failure comes to light again when an import ends. */
  start(): void {
    if (this.underWay !== undefined || this.stopped) return;
    const due = this.index.dueMerge();
    if (due.length === 0) return;
    void this.merge(due).then((problem) => {
      if (problem === undefined) this.start();
    });
  }

  /** True while merges lag so far behind that what adds to the work should wait. */
  get lags(): boolean {
    return this.underWay !== undefined && this.index.entries.length > MOST_WAITING;
  }

  async catchUp(): Promise<void> {
    while (this.lags) await this.underWay;
  }

  /** Merges until nothing is due and at most `most` segments are left. */
  async mergeDown(most: number): Promise<Failure | undefined> {
    for (;;) {
      await this.underWay;
      const due = this.index.dueMerge();
      const next = due.length > 0 ? due : this.index.finalMerge(most);
      if (next.length === 0 || this.stopped) return undefined;
      const problem = await this.merge(next);
      if (problem !== undefined) return problem;
    }
  }

  /** Rewrites one segment without its deleted documents. */
  async purge(entry: SegmentEntry): Promise<Failure | undefined> {
    await this.underWay;
    const present = this.index.entries.some(({ number }) => number === entry.number);
    return present && !this.stopped ? this.merge([entry]) : undefined;
  }

  async close(): Promise<void> {
    this.stopped = true;
    await this.merger.close();
    await this.underWay;
  }

  private merge(sources: readonly SegmentEntry[]): Promise<Failure | undefined> {
    const { deleted, count } = this.host.deletions();
    const target = this.host.nextNumber();
    const run = async (): Promise<Failure | undefined> => {
      const merged = await this.merger.merge({
        folder: this.index.folder,
        sources: sources.map(({ number }) => number),
        target,
        deleted: deleted.transferable(),
      });
      this.underWay = undefined;
      if (this.stopped) return undefined;
      return this.host.writing(() => {
        const by = { number: target, trailer: trailerOf(merged), purged: count };
        this.index.replaceMerged(sources, by, this.host.publish);
      });
    };
    return (this.underWay = run());
  }
}
