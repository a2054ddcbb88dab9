/** What a file name promises. Only extensions that promise one type are listed; others claim nothing. */

const CLAIMS: Readonly<Record<string, string>> = {
  pdf: "pdf",
  ...claims("docx", "docx docm dotx dotm"),
  ...claims("doc", "doc dot"),
  ...claims("html", "html htm xhtml xht shtml"),
  ...claims("markdown", "md markdown mdown mkd mkdn"),
  ...claims("text", "txt text asc log csv tsv"),
  ...claims("xml", "xml"),
  ...claims("json", "json jsonl ndjson"),
  ...claims("rtf", "rtf"),
  ...claims("epub", "epub"),
  ...claims("opendocument", "odt ods odp"),
  ...claims("xlsx", "xlsx xlsm"),
  ...claims("xls", "xls"),
  ...claims("pptx", "pptx pptm"),
  ...claims("ppt", "ppt"),
  ...claims("postscript", "ps eps"),
  ...claims("png", "png"),
  ...claims("jpeg", "jpg jpeg"),
  ...claims("gif", "gif"),
  ...claims("tiff", "tif tiff"),
  ...claims("zip", "zip"),
  ...claims("gzip", "gz tgz"),
};

/** Types that are all the same to a reader of text, or that one signature stands for. */
const ALIKE: readonly (readonly string[])[] = [
  ["text", "markdown", "xml", "json"],
  // A legacy or encrypted Office file is an OLE container, whatever its extension.
  ["ole", "doc"],
  ["ole", "docx"],
  ["ole", "xls"],
  ["ole", "ppt"],
  ["ole", "xlsx"],
  ["ole", "pptx"],
  ["xml", "html"],
  ["xml", "flat-word-xml"],
  ["doc", "flat-word-xml"],
  ["zip", "docx"],
  ["zip", "epub"],
];

function claims(type: string, extensions: string): Record<string, string> {
  return Object.fromEntries(extensions.split(" ").map((extension) => [extension, type]));
}

/** Lower-case extension without the dot, or "" when there is none (`README`, `.profile`). */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
}

export function claimedType(name: string): string | undefined {
  const extension = extensionOf(name);
  return Object.hasOwn(CLAIMS, extension) ? CLAIMS[extension] : undefined;
}

export function sameType(claimed: string, detected: string): boolean {
  return claimed === detected || ALIKE.some((group) => group.includes(claimed) && group.includes(detected));
}
