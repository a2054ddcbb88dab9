/** Collects the runs of a PDF's source map in arrays that grow: a book has tens of thousands of runs. */
import type { PdfRuns } from "../../model/source-map.ts";
import type { Fragment } from "./fragment.ts";

const FIELDS_U32 = ["start", "end", "page", "edgeStart"] as const;
const FIELDS_F32 = ["x", "y", "dx", "dy", "ascent", "descent"] as const;
type FieldU32 = (typeof FIELDS_U32)[number];
type FieldF32 = (typeof FIELDS_F32)[number];

function grown<T extends Uint32Array | Float32Array>(
  array: T,
  make: (length: number) => T,
  needed: number,
): T {
  if (needed <= array.length) return array;
  const larger = make(Math.max(needed, array.length * 2, 1024));
  larger.set(array);
  return larger;
}
const u32 = (length: number) => new Uint32Array(length);
const f32 = (length: number) => new Float32Array(length);

export class RunBuilder {
  #runs = 0;
  #units = 0;
  readonly #u32: Record<FieldU32, Uint32Array<ArrayBuffer>> = {
    start: u32(0),
    end: u32(0),
    page: u32(0),
    edgeStart: u32(0),
  };
  readonly #f32: Record<FieldF32, Float32Array<ArrayBuffer>> = {
    x: f32(0),
    y: f32(0),
    dx: f32(0),
    dy: f32(0),
    ascent: f32(0),
    descent: f32(0),
  };
  #edges = f32(0);

  /** Adds the run that covers the fragment's text, which starts at `start` in the document's text. */
  add(page: number, start: number, fragment: Fragment): void {
    const { edges } = fragment;
    if (edges === null || edges.length === 0) return;
    const at = this.#runs;
    for (const field of FIELDS_U32) this.#u32[field] = grown(this.#u32[field], u32, at + 1);
    for (const field of FIELDS_F32) {
      const array = (this.#f32[field] = grown(this.#f32[field], f32, at + 1));
      array[at] = fragment[field];
    }
    this.#u32.start[at] = start;
    this.#u32.end[at] = start + fragment.text.length;
    this.#u32.page[at] = page;
    this.#u32.edgeStart[at] = this.#units;
    this.#edges = grown(this.#edges, f32, this.#units + edges.length);
    this.#edges.set(edges, this.#units);
    this.#units += edges.length;
    this.#runs++;
  }

  build(): PdfRuns {
    const ints = (field: FieldU32) => this.#u32[field].slice(0, this.#runs);
    const floats = (field: FieldF32) => this.#f32[field].slice(0, this.#runs);
    return {
      start: ints("start"),
      end: ints("end"),
      page: ints("page"),
      x: floats("x"),
      y: floats("y"),
      dx: floats("dx"),
      dy: floats("dy"),
      ascent: floats("ascent"),
      descent: floats("descent"),
      edgeStart: ints("edgeStart"),
      edges: this.#edges.slice(0, this.#units),
    };
  }
}
