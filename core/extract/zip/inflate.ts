/**
 * Raw DEFLATE (RFC 1951) in small steps, so that a bomb is stopped while it unfolds and a cut stream keeps what
 * came before the cut.
 */
import { Inflate } from "fflate";
import { FailureError } from "../../base/failure.ts";

/** The inflater keeps back what it could not finish of one push; with small pushes a cut stream loses little. */
const STEP_BYTES = 2_048;
/**
 * A stored block of 65,535 bytes is the longest input without output; after twice that much silence the stream has
 * ended (or is a chain of empty blocks), and what follows is not part of it.
 */
const LONGEST_SILENCE = 131_072;

/**
 * Hands every piece of output to `take(piece, consumed)`, where `consumed` is the number of input bytes read so far.
 * `take` may throw to stop. True when the stream ended as it should.
 */
export function inflateRaw(source: Uint8Array, take: (piece: Uint8Array, consumed: number) => void): boolean {
  let consumed = 0;
  let lastOutputAt = 0;
  const inflater = new Inflate((piece) => {
    if (piece.length === 0) return;
    lastOutputAt = consumed;
    take(piece, consumed);
  });
  try {
    for (let at = 0; at < source.length && consumed - lastOutputAt <= LONGEST_SILENCE; at += STEP_BYTES) {
      const step = source.subarray(at, at + STEP_BYTES);
      consumed = at + step.length;
      inflater.push(step, false);
    }
    inflater.push(new Uint8Array(0), true);
    return true;
  } catch (error) {
    if (error instanceof FailureError) throw error;
    // fflate reports broken streams only by throwing; everything it had decoded has been taken already.
    return false;
  }
}
