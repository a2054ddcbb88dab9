/** Where the parts of a Word document come from: a ZIP package, or a flat XML file that holds them all. */
export interface PartSource {
  /** The central directory was lost: parts may be missing because the file is cut. */
  readonly recovered: boolean;
  /** Undefined when there is no part of that name; throws {@link FailureError} when it cannot be unfolded. */
  read(name: string): Uint8Array | undefined;
}
