/**
 * Group commit: writes that arrive close together share one transaction and one flush to disk.
 *
 * A group is committed when it holds 16 MiB or 512 writes, or a moment after its first write. The moment is short when
 * writes come one at a time (a caller that waits for each must not wait for company that never comes), and longer on a
 * disk that is slow to flush, so that flushing never takes most of the time.
 */
import type { Failure } from "../../../core/base/failure.ts";

export const GROUP_BYTES = 16 * 1024 * 1024;
const GROUP_WRITES = 512;
const LEAST_MILLISECONDS = 20;
const MOST_MILLISECONDS = 500;
/** Of a group's time, at most one part in so many goes into its commit. */
const COMMIT_SHARE = 8;

export interface QueuedWrite<Draft> {
  readonly bytes: number;
  /** Inside the transaction. Whatever it changes in `draft` holds only if the commit succeeds. */
  apply(draft: Draft): void;
  /** After the commit; with the failure if there was none. */
  settle(failure: Failure | undefined): void;
}

export class CommitQueue<Draft> {
  private writes: QueuedWrite<Draft>[] = [];
  private bytes = 0;
  private timer: NodeJS.Timeout | undefined;
  private lastGroup = 1;
  private lastMilliseconds = 0;
  private readonly commit: (writes: readonly QueuedWrite<Draft>[]) => Failure | undefined;

  constructor(commit: (writes: readonly QueuedWrite<Draft>[]) => Failure | undefined) {
    this.commit = commit;
  }

  push(write: QueuedWrite<Draft>): void {
    this.writes.push(write);
    this.bytes += write.bytes;
    if (this.bytes >= GROUP_BYTES || this.writes.length >= GROUP_WRITES) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), this.moment());
  }

  private moment(): number {
    if (this.lastGroup === 1) return 0;
    return Math.min(MOST_MILLISECONDS, Math.max(LEAST_MILLISECONDS, COMMIT_SHARE * this.lastMilliseconds));
  }

  /** Commits what is waiting. Every write is settled when this returns. */
  flush(): Failure | undefined {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.writes.length === 0) return undefined;
    const group = this.writes;
    this.writes = [];
    this.bytes = 0;
    this.lastGroup = group.length;
    const start = performance.now();
    const failure = this.commit(group);
    this.lastMilliseconds = performance.now() - start;
    for (const write of group) write.settle(failure);
    return failure;
  }
}
