/**
 * The part of @exodus/bytes/encoding.js that is used here. Its own declarations refer to Node's, which would let
 * `process` and `Buffer` compile everywhere in core (core/tsconfig.json maps the module to this file).
 */
export class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  readonly encoding: string;
  decode(bytes: Uint8Array): string;
}
