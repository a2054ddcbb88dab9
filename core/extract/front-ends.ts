/**
 * One front-end for every file: sniffs the content, then hands the bytes to the reader of that format.
 *
 * The PDF and Word readers are passed in because each needs an engine that belongs to the process it runs in. Readers
 * are loaded when first needed: a folder of text files never pays for the HTML parser.
 */
import { ok } from "../base/result.ts";
import type { DocumentFormat } from "../model/document.ts";
import type { FrontEnd } from "./port.ts";
import { misnamedNotice, sniff } from "./sniff.ts";
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
    const outcome = await byFormat[sniffed.value.format](bytes, name, context);
    if (!outcome.ok) return outcome;
    const document = storable(outcome.value);
    return ok({ ...document, notices: [...misnamedNotice(sniffed.value), ...document.notices] });
  };
}
