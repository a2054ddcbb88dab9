/**
 * The texts of folders, for benchmarks that need more text than a repository should hold: plain-text files as they are,
 * web pages without their tags. Files come in order of their path, so that two runs read the same.
 */
import fs from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";

const PLAIN = /\.(?:txt|md|rst|pod|text)$/i;
const MARKED_UP = /\.x?html?$/i;
/** `.dz` is gzip with a table for random access. */
const PACKED = /\.(?:gz|dz)$/i;

export interface ReadText {
  readonly path: string;
  readonly text: string;
}

/** Texts of all files below the folders, or of the files named. */
export function* textsIn(places: readonly string[]): Generator<ReadText> {
  for (const place of places) {
    const files = fs.statSync(place).isDirectory()
      ? fs
          .readdirSync(place, { withFileTypes: true, recursive: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name))
          .sort()
      : [place];
    for (const file of files) {
      const name = file.replace(PACKED, "").replace(/\.dict$/, ".txt");
      if (!PLAIN.test(name) && !MARKED_UP.test(name)) continue;
      const bytes = fs.readFileSync(file);
      const text = (PACKED.test(file) ? gunzipSync(bytes) : bytes).toString("utf8");
      yield { path: file, text: (MARKED_UP.test(name) ? withoutTags(text) : text).replaceAll("\r\n", "\n") };
    }
  }
}

function withoutTags(page: string): string {
  return page
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1>/gi, " ")
    .replace(/<\/(?:p|div|li|h\d|tr|blockquote|pre)>|<br\s*\/?>/gi, "\n\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:nbsp|#160);/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Math.min(0x10ffff, Number(code))))
    .replace(/&amp;/g, "&");
}
