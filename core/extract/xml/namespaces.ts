/**
 * Short names for the namespaces our front-ends read. A document may use any prefix, and strict OOXML other
 * addresses for the same words; readers see one name, for example `w:p`.
 */
const NAMESPACES: Readonly<Record<string, readonly string[]>> = {
  w: [
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
    "http://schemas.microsoft.com/office/word/2003/wordml",
  ],
  r: [
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "http://purl.oclc.org/ooxml/officeDocument/relationships",
  ],
  rel: ["http://schemas.openxmlformats.org/package/2006/relationships"],
  pkg: ["http://schemas.microsoft.com/office/2006/xmlPackage"],
  mc: ["http://schemas.openxmlformats.org/markup-compatibility/2006"],
  m: [
    "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "http://purl.oclc.org/ooxml/officeDocument/math",
    "http://schemas.microsoft.com/office/omml/2004/12/core",
  ],
  a: ["http://schemas.openxmlformats.org/drawingml/2006/main", "http://purl.oclc.org/ooxml/drawingml/main"],
  c: ["http://schemas.openxmlformats.org/drawingml/2006/chart", "http://purl.oclc.org/ooxml/drawingml/chart"],
  wp: [
    "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing",
  ],
  v: ["urn:schemas-microsoft-com:vml"],
  aml: ["http://schemas.microsoft.com/aml/2001/core"],
  dc: ["http://purl.org/dc/elements/1.1/"],
};

const SHORT_NAMES = new Map(
  Object.entries(NAMESPACES).flatMap(([short, addresses]) =>
    addresses.map((address) => [address, short] as const),
  ),
);

/** The short name of a namespace; `?` for one that no reader asks for. */
export function shortNamespace(address: string): string {
  return SHORT_NAMES.get(address) ?? "?";
}
