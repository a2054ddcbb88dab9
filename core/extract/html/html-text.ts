/**
 * The text of a page by block and inline rules, with the source span of every block.
 *
 * Blocks are joined by line feeds, cells of a row by tabs; white space collapses as browsers do it, except in
 * preformatted text. Words neither run together nor come apart. Nothing is dropped but programs, styles and what only
 * shows when scripts are off: alternative texts, hidden text and ruby readings are kept and marked. All walks are
 * iterative: the tree is as deep as a hostile page makes it.
 */
import {
  BLOCK_ELEMENTS,
  CELL_ELEMENTS,
  PREFORMATTED_ELEMENTS,
  READING_ELEMENTS,
  ROW_ELEMENTS,
  SKIPPED_ELEMENTS,
} from "./element-rules.ts";
import {
  attributeOf,
  cdataOf,
  type HtmlTree,
  isElement,
  isText,
  type TreeElement,
  type TreeNode,
  type TreeParent,
  type TreeText,
} from "./html-tree.ts";
import { BlockWriter } from "./block-writer.ts";
import type { HtmlText } from "./html-text-types.ts";
import { isHidden, VISIBLE, visibilityOf, type Visibility } from "./visibility.ts";

/** Whether a text or picture belongs to the main content; always true when that is unknown. */
export type IsMain = (node: TreeNode | TreeParent) => boolean;

interface Frame {
  readonly node: TreeParent;
  readonly name: string;
  /** Nearest block element, for the source map. */
  readonly block: string;
  readonly visibility: Visibility;
  readonly preformatted: boolean;
  readonly reading: boolean;
  readonly inLink: boolean;
  readonly inSvg: boolean;
  readonly reference: boolean;
  next: number;
}

const NOTHING_OPEN = {
  name: "",
  block: "body",
  visibility: VISIBLE,
  preformatted: false,
  reading: false,
  inLink: false,
  inSvg: false,
  reference: false,
} as const;

export function htmlText({ root, xhtml }: HtmlTree, source: string, isMain: IsMain): HtmlText {
  const writer = new BlockWriter(source);
  const stack: Frame[] = [{ ...NOTHING_OPEN, node: root, next: 0 }];
  let embedded = 0;
  while (stack.length > 0) {
    const frame = stack[stack.length - 1]!;
    const child = frame.node.childNodes[frame.next++];
    if (child === undefined) {
      stack.pop();
      leave(writer, frame);
    } else if (isText(child)) {
      writeText(writer, frame, child, isMain(child));
    } else if (!isElement(child)) {
      const section = xhtml ? cdataOf(child) : undefined;
      if (section !== undefined) writeText(writer, frame, { ...child, value: section }, isMain(frame.node));
    } else {
      if (isPageInPage(child)) embedded++;
      const entered = enter(writer, frame, child, isMain);
      if (entered !== undefined) stack.push(entered);
    }
  }
  return { ...writer.finish(), embedded };
}

/** A frame whose page stands in the file itself, or whose page is all there is to see. Neither is opened. */
function isPageInPage(element: TreeElement): boolean {
  return (
    element.tagName === "frame" ||
    (element.tagName === "iframe" && attributeOf(element, "srcdoc") !== undefined)
  );
}

function enter(writer: BlockWriter, parent: Frame, element: TreeElement, isMain: IsMain): Frame | undefined {
  const name = element.tagName;
  if (SKIPPED_ELEMENTS.has(name)) return undefined;
  if (name === "br") {
    if (isHidden(parent.visibility)) writer.hiddenSpace();
    else writer.lineBreak();
    return undefined;
  }
  const visibility = visibilityOf(name, element.attrs, parent.visibility);
  if (name === "img" || name === "area") {
    writeAlternative(writer, parent, element, isHidden(visibility), isMain(element));
    return undefined;
  }
  const isBlock = BLOCK_ELEMENTS.has(name);
  if (isBlock && visibility.removed) writer.endHiddenBlock();
  else if (isBlock) {
    writer.endBlock();
    if (ROW_ELEMENTS.has(name)) writer.noCellBefore();
  }
  const reference = !isHidden(visibility) && isNoteReference(name, parent, element);
  if (reference) writer.space();
  return {
    node: element,
    name,
    block: isBlock ? name : parent.block,
    visibility,
    preformatted: parent.preformatted || PREFORMATTED_ELEMENTS.has(name),
    reading: parent.reading || READING_ELEMENTS.has(name),
    inLink: parent.inLink || name === "a",
    reference,
    inSvg: name === "svg" || (parent.inSvg && name !== "text" && name !== "foreignObject"),
    next: 0,
  };
}

function leave(writer: BlockWriter, frame: Frame): void {
  if (frame.reference) writer.spaceBeforeWord();
  if (!BLOCK_ELEMENTS.has(frame.name)) return;
  if (frame.visibility.removed) return writer.endHiddenBlock();
  writer.endBlock();
  if (CELL_ELEMENTS.has(frame.name)) writer.cellBefore();
  else if (ROW_ELEMENTS.has(frame.name)) writer.noCellBefore();
}

/** A raised link is a note's number, not the end of the word before it. */
function isNoteReference(name: string, parent: Frame, element: TreeElement): boolean {
  if (name === "sup") return parent.inLink || element.childNodes.some((child) => child.nodeName === "a");
  return name === "a" && parent.name === "sup";
}

function writeText(
  writer: BlockWriter,
  frame: Frame,
  node: Pick<TreeText, "value" | "sourceCodeLocation">,
  main: boolean,
): void {
  if (frame.inSvg) return;
  const place = { location: node.sourceCodeLocation, element: frame.block, main };
  if (frame.reading) return writer.reading(node.value, place);
  if (isHidden(frame.visibility)) writer.hiddenText(node.value, place, frame.preformatted);
  else if (frame.preformatted) writer.preformatted(node.value, place);
  else writer.collapsed(node.value, place);
}

/** A capital drawn as a picture at the start of a word, with its quotation mark: `<img alt="O">nce`. */
const INITIAL = /^["'“‘«„(]?\p{L}$/u;

function writeAlternative(
  writer: BlockWriter,
  frame: Frame,
  element: TreeElement,
  hidden: boolean,
  main: boolean,
): void {
  const alternative = attributeOf(element, "alt")?.trim() ?? "";
  if (alternative === "") return;
  const place = { location: element.sourceCodeLocation, element: frame.block, main };
  if (hidden) return writer.hiddenText(` ${alternative} `, place, false);
  writer.space();
  writer.collapsed(alternative, place, "alternative");
  if (!INITIAL.test(alternative)) writer.space();
}
