/**
 * What each WordprocessingML element means for the text. An opener may change the state of the reading and give back what
 * to do when the element closes. Elements that are not listed are containers: their content counts, they do not
 * (content controls, smart tags, hyperlinks, insertions, moves to here, direction overrides).
 *
 * Section numbers are those of ECMA-376 part 1, 5th edition.
 */
import type { XmlTag } from "../xml/xml-reader.ts";
import { isOn } from "./hidden-styles.ts";
import type { Closer, StoryState } from "./story-state.ts";
import { symbolText } from "./symbol-fonts.ts";

type Opener = (
  state: StoryState,
  tag: XmlTag,
  resolve: (prefix: string) => string | undefined,
) => Closer | undefined;

/** An opener that has nothing to do at the end of the element. */
const simply =
  (act: (state: StoryState, tag: XmlTag) => void): Opener =>
  (state, tag) => {
    act(state, tag);
    return undefined;
  };

const skipped = simply((state) => state.skip());

const captured: Opener = (state, tag) => {
  state.capture = tag.name;
  return () => (state.capture = undefined);
};

const puts = (text: string): Opener => simply((state) => state.put(text));

/** 17.3.3.32 w:tab is a character in a run, but a tab stop's definition in paragraph properties. */
const tab: Opener = (state) => {
  if (state.parent() === "w:r") state.put("\t");
  return undefined;
};

/** 17.13.5.14 w:del and 17.13.5.22 w:moveFrom around content; as properties they say a mark or a row is deleted. */
const deletion: Opener = (state) => {
  const flow = state.flow;
  switch (state.parent()) {
    case "w:rPr":
      if (state.parent(2) === "w:pPr") flow.markDeleted = true;
      return undefined;
    case "w:trPr": {
      const table = flow.tables.at(-1);
      if (table !== undefined) table.rowDeleted = true;
      return undefined;
    }
    case "w:numPr":
      return undefined;
    default:
      state.deletions++;
      return () => state.deletions--;
  }
};

/** Word 2003's tracked changes and comments. */
const annotation: Opener = (state, tag) => {
  const type = tag.attribute("w:type");
  if (type === "Word.Comment") {
    state.startFlow("comment", "comment", tag.attribute("aml:id"));
    return () => state.endFlow();
  }
  return type === "Word.Deletion" ? deletion(state, tag, () => undefined) : undefined;
};

/** 17.11 notes, 17.13.4 comments. Separators between text and notes are drawn, not written. */
const note: Opener = (state, tag) => {
  const type = tag.attribute("w:type") ?? "";
  if (type !== "" && type !== "normal") {
    state.skip();
    return undefined;
  }
  const story = tag.name === "w:footnote" ? "footnote" : tag.name === "w:endnote" ? "endnote" : "comment";
  state.startFlow(story, story === "comment" ? "comment" : "note", tag.attribute("w:id"));
  return () => state.endFlow();
};

/** Headers and footers inside a flat Word 2003 document; as the root of a part they are the part's own flow. */
const headerOrFooter: Opener = (state, tag) => {
  if (state.path.length === 1) return undefined;
  state.startFlow(tag.name === "w:hdr" ? "header" : "footer", "furniture");
  return () => state.endFlow();
};

const run: Opener = (state) => {
  const flow = state.flow;
  flow.runs.push({ direct: undefined, styleHides: false });
  return () => flow.runs.pop();
};

/** 17.16.18 w:fldChar: begin, code, separate, result, end. Only the result is text. */
const fieldCharacter: Opener = (state, tag) => {
  const { flow } = state;
  switch (tag.attribute("w:fldCharType")) {
    case "begin": {
      const ordinal = state.fieldBeginnings++;
      if (!state.options.ignoredFields.has(ordinal)) flow.beginField(ordinal);
      break;
    }
    case "separate":
      flow.separateField();
      break;
    case "end":
      flow.endField();
      break;
    default:
  }
  return undefined;
};

/** Addresses whose content we can read, because we read by element and not by drawing. */
const UNDERSTOOD = [
  "http://schemas.microsoft.com/office/word/",
  "http://schemas.microsoft.com/office/drawing/",
  "http://schemas.openxmlformats.org/",
  "http://purl.oclc.org/ooxml/",
];

/** ECMA-376 part 3, 7.6: the first choice that is understood is the content, otherwise the fallback is. */
const choice: Opener = (state, tag, resolve) => {
  const last = state.alternatives.length - 1;
  if (last < 0) return undefined;
  const required = (tag.attribute("Requires") ?? "").split(/\s+/).filter((prefix) => prefix !== "");
  const understood = required.every((prefix) => {
    const address = resolve(prefix) ?? "";
    return UNDERSTOOD.some((start) => address.startsWith(start));
  });
  if (state.alternatives[last] === true || !understood) {
    state.skip();
    return undefined;
  }
  state.alternatives[last] = true;
  return undefined;
};

const table: Opener = (state) => {
  const flow = state.flow;
  flow.tables.push({ table: state.tables - 1, row: -1, column: -1, rowDeleted: false, cellDeleted: false });
  return () => {
    state.flushCarried();
    flow.tables.pop();
  };
};

const tableRow: Opener = (state) => {
  const open = state.flow.tables.at(-1);
  if (open === undefined) return undefined;
  open.row++;
  open.column = -1;
  return () => (open.rowDeleted = false);
};

const tableCell: Opener = (state) => {
  const open = state.flow.tables.at(-1);
  if (open === undefined) return undefined;
  open.column++;
  return () => {
    state.endBlock();
    open.cellDeleted = false;
  };
};

const openers: Readonly<Record<string, Opener>> = {
  "w:p": (state) => state.startParagraph(),
  "w:pStyle": (state, tag) => {
    if (state.parent() === "w:pPr") {
      state.flow.paragraphStyleHides = state.options.styles.paragraphHides(tag.attribute("w:val"));
    }
    return undefined;
  },
  "w:r": run,
  "m:r": run,
  "w:rStyle": (state, tag) => {
    const open = state.flow.runs.at(-1);
    const ofRun = state.parent() === "w:rPr" && state.parent(2) !== "w:pPr";
    if (ofRun && open !== undefined)
      open.styleHides = state.options.styles.characterHides(tag.attribute("w:val"));
    return undefined;
  },
  "w:vanish": (state, tag) => {
    const open = state.flow.runs.at(-1);
    const ofRun = state.parent() === "w:rPr" && state.parent(2) !== "w:pPr";
    if (ofRun && open !== undefined) open.direct = isOn(tag);
    return undefined;
  },

  // Characters.
  "w:t": captured,
  "w:delText": captured,
  "m:t": captured,
  "a:t": captured,
  "w:tab": tab,
  "w:ptab": tab,
  "w:br": puts("\n"),
  "w:cr": puts("\n"),
  "w:noBreakHyphen": puts("\u2011"),
  "w:softHyphen": puts("\u00ad"),
  "w:sym": simply((state, tag) => state.put(symbolText(tag.attribute("w:font"), tag.attribute("w:char")))),
  // Paragraphs of a drawing inside the part (a locked canvas) must not run together.
  "a:p": simply((state) => state.breakLine()),
  "v:textpath": simply((state, tag) => {
    state.breakLine();
    state.put(tag.attribute("string") ?? "");
  }),
  "wp:docPr": simply((state, tag) => state.addAlternative(tag.attribute("descr") ?? "")),
  "w:rt": (state) => {
    state.phonetics++;
    return () => state.phonetics--;
  },

  // Flows of their own.
  "w:txbxContent": (state) => {
    state.startFlow("textbox", state.flow.kind, state.flow.noteId);
    return () => state.endFlow();
  },
  "w:footnote": note,
  "w:endnote": note,
  "w:comment": note,
  "w:hdr": headerOrFooter,
  "w:ftr": headerOrFooter,
  "aml:annotation": annotation,

  // Tables, changes, fields, alternatives.
  "w:tbl": table,
  "w:tr": tableRow,
  "w:tc": tableCell,
  "w:del": deletion,
  "w:moveFrom": deletion,
  "w:cellDel": (state) => {
    const open = state.flow.tables.at(-1);
    if (open !== undefined) open.cellDeleted = true;
    return undefined;
  },
  "w:fldChar": fieldCharacter,
  "mc:AlternateContent": (state) => {
    state.alternatives.push(false);
    return () => state.alternatives.pop();
  },
  "mc:Choice": choice,
  "mc:Fallback": simply((state) => {
    if (state.alternatives.at(-1) === true) state.skip();
  }),

  // Other documents.
  "w:altChunk": (state, tag) => {
    state.endBlock();
    state.options.altChunk(tag.attribute("r:id"));
    return undefined;
  },
  "w:subDoc": simply((state, tag) => state.options.subDocument(tag.attribute("r:id"))),

  // Former properties, kept for undoing a change, and style definitions inside flat documents: no text.
  "w:pPrChange": skipped,
  "w:rPrChange": skipped,
  "w:sectPrChange": skipped,
  "w:tblPrChange": skipped,
  "w:trPrChange": skipped,
  "w:tcPrChange": skipped,
  "w:styles": skipped,
};

export const ELEMENTS: ReadonlyMap<string, Opener> = new Map(Object.entries(openers));
