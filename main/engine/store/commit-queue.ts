/**
 * Group commit: writes that arrive close together share one transaction and one flush to disk.
 *
 * A group is committed when it holds 16 MiB or 256 writes, or a moment after its first write. The moment is short when
 * writes come one at a time (a caller that waits for each must not wait for company that never comes).
 */
import type { Failure } from "../../../core/base/failure.ts";

export const GROUP_BYTES = 16 * 1024 * 1024;
const GROUP_WRITES = 256;
const GROUP_MILLISECONDS = 20;

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
  private readonly commit: (writes: readonly QueuedWrite<Draft>[]) => Failure | undefined;

  constructor(commit: (writes: readonly QueuedWrite<Draft>[]) => Failure | undefined) {
    this.commit = commit;
  }

  push(write: QueuedWrite<Draft>): void {
    this.writes.push(write);
    this.bytes += write.bytes;
    if (this.bytes >= GROUP_BYTES || this.writes.length >= GROUP_WRITES) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), this.lastGroup === 1 ? 0 : GROUP_MILLISECONDS);
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
    const failure = this.commit(group);
    for (const write of group) write.settle(failure);
    return failure;
  }
}
