/**
 * Plain text and Markdown: the decoded file is the document, character for character. Line ends stay as they are and
 * Markdown's syntax stays in the text, because what is quoted must be what the file says.
 */
import { failure } from "../../base/failure.ts";
import { failed, ok } from "../../base/result.ts";
import type { DocumentFormat } from "../../model/document.ts";
import { decodeText, encodingNotices } from "../charset/decode.ts";
import type { FrontEnd } from "../port.ts";
import { latin1 } from "../sniff/bytes.ts";

export const TEXT_EXTRACTOR = { name: "text", version: "1" } as const;

export function createTextFrontEnd(format: Extract<DocumentFormat, "text" | "markdown">): FrontEnd {
  return async (bytes, _name, { limits }) => {
    const isXml = /^\s*<\?xml/.test(latin1(bytes, 0, 64));
    const decoding = await decodeText(bytes, { trustDeclaration: isXml });
    if (!decoding.ok) return decoding;
    const { text, encoding } = decoding.value;
    if (text.length > limits.textUnits) {
      return failed(
        failure("extract/limit-exceeded", {
          limit: limits.textUnits,
          got: text.length,
          unit: "characters",
        }),
      );
    }
    return ok({
      format,
      text,
      sourceMap: { kind: "text" },
      marks: [],
      metadata: {},
      notices: encodingNotices(decoding.value),
      extractor: TEXT_EXTRACTOR,
      encoding,
    });
  };
}
