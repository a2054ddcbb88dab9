/**
 * A DOCX as a page to look at. Only for the eye: text, counts and positions always come from the front-end.
 *
 * Mammoth makes the HTML. It has no limits and no sanitiser, so it never sees the file: our own reader unfolds the
 * XML parts inside the limits and refuses DOCTYPEs and deep nesting first, and a fresh package of just these parts is
 * what mammoth gets. Its output is parsed again and written out from an allow-list: no scripts, no styles, no images,
 * no link that leaves the page, and a content security policy that would stop them all the same.
 */
import { zipSync } from "fflate";
import mammoth from "mammoth";
import { failure, FailureError } from "../../../core/base/failure.ts";
import type { Limits } from "../../../core/base/limits.ts";
import { failed, ok, type Result } from "../../../core/base/result.ts";
import { isOle, oleFailure } from "../../../core/extract/docx/ole.ts";
import { readXml } from "../../../core/extract/xml/xml-reader.ts";
import { ZipPackage } from "../../../core/extract/zip/zip-package.ts";
import { safePage } from "./safe-page.ts";

/** A self-contained HTML document. */
export async function docxRendition(bytes: Uint8Array, limits: Limits): Promise<Result<string>> {
  let safePackage: Uint8Array;
  try {
    if (isOle(bytes)) return failed(oleFailure(bytes, undefined));
    safePackage = repackXmlParts(bytes, limits);
  } catch (error) {
    if (error instanceof FailureError) return failed(error.failure);
    throw error;
  }
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(safePackage) },
      {
        externalFileAccess: false,
        // A document may carry its own style map; it must not choose what we show.
        includeEmbeddedStyleMap: false,
        styleMap: ["comment-reference => sup"],
        convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: "" })),
      },
    );
    return ok(safePage(value));
  } catch {
    // Mammoth throws on whatever it does not expect; the front-end has its own word on the same file.
    return failed(failure("extract/corrupt", { what: "rendition" }));
  }
}

/** The XML parts of the package, each unfolded inside the limits and well-behaved; pictures and objects stay out. */
function repackXmlParts(bytes: Uint8Array, limits: Limits): Uint8Array {
  const zip = ZipPackage.open(bytes, limits, { inflatedBytes: 0 }, []);
  if (zip === undefined) throw new FailureError("extract/not-a-word-document", { what: "not a zip file" });
  const parts: Record<string, Uint8Array> = {};
  for (const name of zip.names()) {
    if (!/\.(?:xml|rels)$/i.test(name)) continue;
    const part = zip.read(name);
    if (part === undefined) continue;
    readXml(part, name, limits, { open: ignore, close: ignore, text: ignore });
    parts[name] = part;
  }
  return zipSync(parts, { level: 0 });
}

const ignore = (): void => undefined;
