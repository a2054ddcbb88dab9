/**
 * One merge of segment files, from files to a file: what a merging thread is given and does.
 *
 * The sources are published and never change; the target has a number of its own and counts for nothing until it is
 * published. So a merge can be stopped at any moment by ending whatever does it.
 */
import { FailureError, type Failure } from "../../../core/base/failure.ts";
import { failed, ok, type Result } from "../../../core/base/result.ts";
import { DeletedDocuments } from "../../../core/index/documents.ts";
import type { BlockSink, SegmentTrailer } from "../../../core/index/segment-layout.ts";
import { mergeSegments } from "../../../core/index/segment-merge.ts";
import { openSegment, type SegmentReader } from "../../../core/index/segment-reader.ts";
import { checksum } from "./checksum.ts";
import { type DiskWatch, FileSink, FileSource, segmentFile } from "./segment-files.ts";
import { storeFailure } from "./store-failure.ts";

/** Plain values, so that it can be sent to another thread. */
export interface MergeJob {
  readonly folder: string;
  /** Numbers of adjacent segments, in order. */
  readonly sources: readonly number[];
  readonly target: number;
  /** Documents whose postings are left out. */
  readonly deleted: { readonly bits: Uint32Array; readonly count: number };
}

/** Does merges, here or in another thread. */
export interface Merger {
  merge(job: MergeJob): Promise<Result<SegmentTrailer>>;
  /** Stops a merge under way; what it has written is removed when the store is next opened. */
  close(): Promise<void>;
}

export function runMergeJob(job: MergeJob, watch?: DiskWatch): Result<SegmentTrailer> {
  const { folder, sources, target, deleted } = job;
  const files: FileSource[] = [];
  try {
    const readers: SegmentReader[] = [];
    for (const number of sources) {
      const source = new FileSource(segmentFile(folder, number));
      files.push(source);
      const opened = openSegment(source, checksum);
      if (!opened.ok) return failed(named(opened.failure, number));
      readers.push(opened.value);
    }
    const file = segmentFile(folder, target);
    return ok(
      writeSegment(
        file,
        (sink) => mergeSegments(readers, sink, checksum, DeletedDocuments.from(deleted)),
        watch,
      ),
    );
  } catch (error) {
    return failed(storeFailure(error, { part: "segment" }));
  } finally {
    for (const source of files) source.close();
  }
}

const named = ({ code, data }: Failure, segment: number): Failure => ({ code, data: { ...data, segment } });

/** Writes a segment file whole and flushed, or not at all. */
export function writeSegment(
  file: string,
  fill: (sink: BlockSink) => SegmentTrailer,
  watch?: DiskWatch,
): SegmentTrailer {
  const sink = new FileSink(file, watch);
  try {
    const trailer = fill(sink);
    sink.finish();
    return trailer;
  } catch (error) {
    sink.abandon();
    throw error;
  }
}

/** Merges in this thread, at once. */
export function inlineMerger(watch?: DiskWatch): Merger {
  return {
    merge: (job) => Promise.resolve(runMergeJob(job, watch)),
    close: () => Promise.resolve(),
  };
}

/** For places that can only throw. */
export function trailerOf(result: Result<SegmentTrailer>): SegmentTrailer {
  if (!result.ok) throw new FailureError(result.failure.code, result.failure.data);
  return result.value;
}
