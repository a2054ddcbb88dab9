/**
 * One front-end for every file: sniffs the content, then hands the bytes to the reader of that format.
 *
 * The PDF and Word readers are passed in because each needs an engine that belongs to the process it runs in. Readers
 * are loaded when first needed: a folder of text files never pays for the HTML parser.
 */
import { failure } from "../base/failure.ts";
import type { Limits } from "../base/limits.ts";
import { failed, ok } from "../base/result.ts";
import type { DocumentFormat } from "../model/document.ts";
import type { FrontEnd } from "./port.ts";
import { inProportion, proportionFailure, proportionNotices } from "./proportion.ts";
import { misnamedNotice, sniff } from "./sniff.ts";
import { invisibleNotices } from "./text/invisible.ts";
import { createTextFrontEnd } from "./text/text-front-end.ts";
import { storable } from "./text/well-formed.ts";

export interface InjectedFrontEnds {
  readonly pdf: FrontEnd;
  readonly docx: FrontEnd;
}

export function createFrontEnds({ pdf, docx }: InjectedFrontEnds): FrontEnd {
  const html: FrontEnd = async (bytes, name, context) => {
    const { htmlFrontEnd } = await import("./html/html-front-end.ts");
    return htmlFrontEnd(bytes, name, context);
  };
  const byFormat: Readonly<Record<DocumentFormat, FrontEnd>> = {
    pdf,
    docx,
    html,
    text: createTextFrontEnd("text"),
    markdown: createTextFrontEnd("markdown"),
  };
  return async (bytes, name, context) => {
    const sniffed = sniff(bytes, name);
    if (!sniffed.ok) return sniffed;
    const { format } = sniffed.value;
    const { limits } = context;
    const limit = limits[FILE_LIMITS[format]];
    const got = bytes.length;
    if (got > limit) return failed(failure("read/too-large", { limit, got, unit: "bytes" }));
    const outcome = await byFormat[format](bytes, name, {
      ...context,
      limits: inProportion(limits, got),
      progress: (done, total) => context.progress(done, total, format === "pdf" ? "page" : "part"),
    });
    if (!outcome.ok) return failed(proportionFailure(outcome.failure, limits, got));
    const document = storable(outcome.value);
    const own = misnamedNotice(sniffed.value);
    const found = [...invisibleNotices(document), ...proportionNotices(document.text.length, limits, got)];
    return ok({ ...document, notices: [...own, ...document.notices, ...found] });
  };
}

/** Content decides, so that a large file cannot pass under another's name. */
const FILE_LIMITS = {
  pdf: "pdfFileBytes",
  docx: "otherFileBytes",
  html: "otherFileBytes",
  text: "textFileBytes",
  markdown: "textFileBytes",
} as const satisfies Record<DocumentFormat, keyof Limits>;
