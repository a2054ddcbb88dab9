/** The part of @exodus/bytes/utf8.js that is used in core; see exodus-encoding.d.ts. */
export function utf8fromStringLoose(text: string): Uint8Array<ArrayBuffer>;
