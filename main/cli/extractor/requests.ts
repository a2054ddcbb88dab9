/**
 * What the host sends to its child: one document, in pieces when it is large (one message of 256 MiB takes four times
 * as long as 8 MiB pieces). The child trusts these; what it sends back is parsed by core/protocol.
 */
import type { Limits } from "../../../core/base/limits.ts";
import type { ExtractionRequest } from "../../../core/extract/port.ts";

export const PIECE_BYTES = 8 * 1024 * 1024;

export interface BeginRequest {
  readonly kind: "begin";
  readonly ticket: number;
  readonly name: string;
  readonly limits: Limits;
  readonly password?: string;
  readonly byteLength: number;
  readonly piece: Uint8Array;
}

export interface PieceRequest {
  readonly kind: "piece";
  readonly ticket: number;
  readonly piece: Uint8Array;
}

export type ChildRequest = BeginRequest | PieceRequest;

/** The messages that carry one document to the child, in order. */
export function* requestsOf(ticket: number, request: ExtractionRequest): Generator<ChildRequest> {
  const { bytes, name, limits, password } = request;
  yield {
    kind: "begin",
    ticket,
    name,
    limits,
    ...(password === undefined ? {} : { password }),
    byteLength: bytes.length,
    piece: bytes.subarray(0, PIECE_BYTES),
  };
  for (let at = PIECE_BYTES; at < bytes.length; at += PIECE_BYTES) {
    yield { kind: "piece", ticket, piece: bytes.subarray(at, at + PIECE_BYTES) };
  }
}
