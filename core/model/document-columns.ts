/**
 * Columns: named typed arrays in one byte string, each starting at a multiple of 8 bytes, little-endian.
 * The list of names, types and lengths is kept apart, in the head of the document (document-codec.ts).
 */
const TYPES = {
  u8: Uint8Array,
  u32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

export type ColumnType = keyof typeof TYPES;
type ArrayOf<T extends ColumnType> = InstanceType<(typeof TYPES)[T]>;
type Column = Uint8Array | Uint32Array | Float32Array | Float64Array;

/** Name, type and number of elements. */
export type ColumnHead = readonly [string, ColumnType, number];

const ALIGNMENT = 8;
const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

export class ColumnWriter {
  readonly heads: ColumnHead[] = [];
  private readonly columns: Column[] = [];

  /** A typed array as it stands. */
  array(name: string, type: ColumnType, values: Column): void {
    this.heads.push([name, type, values.length]);
    this.columns.push(values);
  }

  /** One number of each row. */
  of<Row>(name: string, type: ColumnType, rows: readonly Row[], value: (row: Row) => number): void {
    const column = new TYPES[type](rows.length);
    for (const [i, row] of rows.entries()) column[i] = value(row);
    this.array(name, type, column);
  }

  bytes(): Uint8Array {
    const out = new Uint8Array(this.columns.reduce((sum, column) => sum + aligned(column.byteLength), 0));
    let at = 0;
    for (const column of this.columns) {
      out.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
      at += aligned(column.byteLength);
    }
    return out;
  }
}

/** Thrown by readers of columns and heads; caught by `decodeDocument` and nowhere else. */
export class CodecError extends Error {
  override readonly name = "CodecError";
}

export class ColumnReader {
  private readonly columns = new Map<string, { readonly type: ColumnType; readonly column: Column }>();

  constructor(untrustedHeads: unknown, bytes: Uint8Array) {
    if (!Array.isArray(untrustedHeads)) throw new CodecError("list of columns");
    // A copy, aligned. (A runtime's own kind of byte array may have a `slice` that does not copy.)
    const { buffer } = new Uint8Array(bytes);
    let at = 0;
    for (const untrusted of untrustedHeads) {
      const [name, type, length] = columnHead(untrusted);
      const byteLength = length * TYPES[type].BYTES_PER_ELEMENT;
      if (at + aligned(byteLength) > buffer.byteLength) throw new CodecError(`length of column ${name}`);
      this.columns.set(name, { type, column: new TYPES[type](buffer, at, length) });
      at += aligned(byteLength);
    }
    if (at !== buffer.byteLength) throw new CodecError("length of the columns");
  }

  get<T extends ColumnType>(name: string, type: T, length?: number): ArrayOf<T> {
    const found = this.columns.get(name);
    if (found?.type !== type || (length !== undefined && found.column.length !== length)) {
      throw new CodecError(`column ${name}`);
    }
    return found.column as ArrayOf<T>;
  }
}

function columnHead(untrusted: unknown): ColumnHead {
  if (!Array.isArray(untrusted)) throw new CodecError("column");
  const [name, type, length] = untrusted as unknown[];
  if (typeof name !== "string" || typeof type !== "string" || !Object.hasOwn(TYPES, type))
    throw new CodecError("column");
  if (typeof length !== "number" || !Number.isSafeInteger(length) || length < 0)
    throw new CodecError(`column ${name}`);
  return [name, type as ColumnType, length];
}
