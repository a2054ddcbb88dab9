/** A published segment, open for reading. Its file stays readable as long as anybody uses it, merged away or not. */
import fs from "node:fs";
import { FailureError } from "../../../core/base/failure.ts";
import { openSegment, type SegmentReader } from "../../../core/index/segment-reader.ts";
import type { SegmentEntry } from "./catalogue.ts";
import { checksum } from "./checksum.ts";
import { FileSource, segmentFile } from "./segment-files.ts";

/** A segment file in use by the index and by snapshots. */
export class OpenSegment {
  readonly entry: SegmentEntry;
  readonly reader: SegmentReader;
  private readonly source: FileSource;
  private uses = 1;

  private constructor(entry: SegmentEntry, source: FileSource, reader: SegmentReader) {
    this.entry = entry;
    this.source = source;
    this.reader = reader;
  }

  /** Throws a FailureError. */
  static open(folder: string, entry: SegmentEntry): OpenSegment {
    const file = segmentFile(folder, entry.number);
    const where = { part: "segment", segment: entry.number };
    if (!fs.existsSync(file)) throw new FailureError("store/damaged", { ...where, what: "missing" });
    const source = new FileSource(file);
    try {
      const opened = openSegment(source, checksum);
      if (!opened.ok) throw new FailureError(opened.failure.code, { ...opened.failure.data, ...where });
      const { firstDocument, documents, postings, tokens } = opened.value.trailer;
      const published =
        firstDocument === entry.firstDocument &&
        documents === entry.documents &&
        postings === entry.postings &&
        tokens === entry.tokens;
      if (!published) throw new FailureError("store/damaged", { ...where, what: "not the one published" });
      return new OpenSegment(entry, source, opened.value);
    } catch (error) {
      source.close();
      throw error;
    }
  }

  retain(): this {
    this.uses++;
    return this;
  }

  release(): void {
    this.uses--;
    if (this.uses === 0) this.source.close();
  }
}
