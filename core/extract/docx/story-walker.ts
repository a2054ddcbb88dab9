/**
 * Walks the elements of one WordprocessingML part and collects its text with positions in a {@link StoryState}. What
 * each element means is in `story-elements.ts`. Source: ECMA-376 part 1, section 17.
 */
import type { XmlHandler, XmlTag } from "../xml/xml-reader.ts";
import { ELEMENTS } from "./story-elements.ts";
import { StoryState, type Closer, type StoryOptions } from "./story-state.ts";

export class StoryWalker implements XmlHandler {
  readonly state: StoryState;
  readonly #closers: (Closer | undefined)[] = [];

  constructor(options: StoryOptions) {
    this.state = new StoryState(options);
  }

  open(tag: XmlTag, resolve: (prefix: string) => string | undefined): void {
    const { state } = this;
    state.path.push(tag.name);
    if (tag.name === "w:p") state.paragraphs++;
    if (tag.name === "w:tbl") state.tables++;
    const opener = state.skippedFrom === 0 ? ELEMENTS.get(tag.name) : undefined;
    this.#closers.push(opener?.(state, tag, resolve));
  }

  close(): void {
    const { state } = this;
    const closer = this.#closers.pop();
    if (state.skippedFrom === 0) closer?.();
    else if (state.skippedFrom === state.path.length) state.skippedFrom = 0;
    state.path.pop();
  }

  text(text: string): void {
    const { state } = this;
    if (state.skippedFrom !== 0 || state.capture === undefined) return;
    if (state.capture === "w:delText") state.putDeleted(text);
    else state.put(text);
  }

  /** Ends everything a cut part left open. */
  finish(): void {
    while (this.state.path.length > 0) this.close();
    this.state.endFlow();
  }
}
