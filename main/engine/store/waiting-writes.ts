/** What the writes that wait for the next commit will change, so that what comes after them can be judged. */
export class WaitingWrites {
  private readonly byHash = new Map<string, number>();
  /** Document that the ledger's entry of a path will name; undefined for a file that gave none. */
  private readonly entries = new Map<string, number | undefined>();
  private readonly holders = new Map<string, number>();
  /** Documents that a path leaves: they are deleted if it was the last. */
  private readonly left = new Set<number>();

  /** Documents that wait. */
  get documents(): number {
    return this.byHash.size;
  }

  documentOf(sha256: string): number | undefined {
    return this.byHash.get(sha256);
  }

  hasEntry(path: string): boolean {
    return this.entries.has(path);
  }

  entry(path: string): number | undefined {
    return this.entries.get(path);
  }

  mayBeDeleted(document: number): boolean {
    return this.left.has(document);
  }

  add(sha256: string, document: number): void {
    this.byHash.set(sha256, document);
  }

  setEntry(path: string, document: number | undefined): void {
    this.entries.set(path, document);
  }

  /** @param stored the document that the path holds on disk */
  hold(path: string, document: number, stored: number | undefined): void {
    const former = this.holders.get(path) ?? stored;
    if (former !== undefined && former !== document) this.left.add(former);
    this.holders.set(path, document);
    this.entries.set(path, document);
  }

  clear(): void {
    this.byHash.clear();
    this.entries.clear();
    this.holders.clear();
    this.left.clear();
  }
}
