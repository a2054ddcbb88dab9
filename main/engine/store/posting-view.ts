/** The postings of a store as they were at one moment. */
import { invariant } from "../../../core/base/result.ts";
import type { DeletedDocuments } from "../../../core/index/documents.ts";
import type { PostingSink } from "../../../core/index/ports.ts";
import type { SortedPostings } from "../../../core/index/posting-batch.ts";
import type { OpenSegment } from "./open-segment.ts";

export class PostingView {
  private readonly segments: readonly OpenSegment[];
  private readonly pending: SortedPostings;
  private readonly firstPending: number;
  /** Nothing when nothing was deleted: look-ups are then spared the question. */
  private readonly deleted: DeletedDocuments | undefined;
  private closed = false;

  constructor(
    segments: readonly OpenSegment[],
    pending: SortedPostings,
    firstPending: number,
    deleted: DeletedDocuments,
  ) {
    this.segments = segments;
    this.pending = pending;
    this.firstPending = firstPending;
    this.deleted = deleted.count === 0 ? undefined : deleted;
  }

  postings(b: number, a12: number, tag: number, cap: number, sink: PostingSink): number {
    invariant(!this.closed, "a closed snapshot is not read");
    let found = 0;
    for (const { reader } of this.segments)
      found += reader.postings(b, a12, tag, Math.max(0, cap - found), sink, this.deleted);
    if (this.pending.count > 0) {
      const left = Math.max(0, cap - found);
      found += this.pending.postings(b, a12, tag, left, sink, this.firstPending, this.deleted);
    }
    return found;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    for (const segment of this.segments) segment.release();
  }
}
