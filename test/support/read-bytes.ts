/** Short ways to run the front-ends in tests. */
import { DEFAULT_LIMITS, type Limits } from "../../core/base/limits.ts";
import { failure } from "../../core/base/failure.ts";
import { failed, type Result } from "../../core/base/result.ts";
import { createFrontEnds } from "../../core/extract/front-ends.ts";
import type { FrontEnd } from "../../core/extract/port.ts";
import type { Document } from "../../core/model/document.ts";

const notHere: FrontEnd = (_bytes, name) =>
  Promise.resolve(failed(failure("extract/unsupported-type", { detected: name })));
export const textAndHtmlFrontEnds = createFrontEnds({ pdf: notHere, docx: notHere });

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
export const bytesOf = (...values: number[]): Uint8Array => Uint8Array.from(values);
export const binary = (latin1: string): Uint8Array => Uint8Array.from(latin1, (c) => c.charCodeAt(0));

export function read(
  input: string | Uint8Array,
  name: string,
  limits: Limits = DEFAULT_LIMITS,
): Promise<Result<Document>> {
  const bytes = typeof input === "string" ? utf8(input) : input;
  return textAndHtmlFrontEnds(bytes, name, { limits, progress: () => undefined });
}

/** The document, for tests that need one to go on. */
export async function document(input: string | Uint8Array, name: string): Promise<Document> {
  const outcome = await read(input, name);
  if (!outcome.ok) throw new Error(`not read: ${JSON.stringify(outcome.failure)}`);
  return outcome.value;
}

export const html = (body: string): Promise<Document> =>
  document(`<!DOCTYPE html><title>T</title>${body}`, "page.html");
