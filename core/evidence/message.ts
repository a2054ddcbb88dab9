/**
 * The form of every message: what happened, what it means for the evidence, what to do.
 *
 * Sentences are plain, short and neutral. Data makes them concrete where a code carries it; a message must read well
 * without any, because old ledgers may lack it.
 */
import type { FailureData } from "../base/failure.ts";

export interface Message {
  /** A few words for a table or a heading. */
  readonly title: string;
  readonly happened: (data: FailureData) => string;
  readonly means: (data: FailureData) => string;
  readonly action: (data: FailureData) => string;
}

type Sentence = string | ((data: FailureData) => string);

const said = (sentence: Sentence) => (typeof sentence === "string" ? () => sentence : sentence);

export function message(title: string, happened: Sentence, means: Sentence, action: Sentence): Message {
  return { title, happened: said(happened), means: said(means), action: said(action) };
}

/** ` (limit 64 MiB, found 80 MiB)`, or nothing when the data names no limit. */
export function limitOf(data: FailureData): string {
  const unit = data.unit === undefined ? "" : ` ${data.unit}`;
  const parts: string[] = [];
  if (data.what !== undefined) parts.push(String(data.what));
  if (data.limit !== undefined) parts.push(`limit ${data.limit}${unit}`);
  if (data.got !== undefined) parts.push(`found ${data.got}${unit}`);
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

/** ` (detail)` for the first of the named fields that the data has. */
export function detailOf(data: FailureData, ...names: readonly string[]): string {
  for (const name of names) {
    const value = data[name];
    if (value !== undefined && value !== "") return ` (${value})`;
  }
  return "";
}

/** `3 words` or `1 word`, or the fallback when the data has no such count. */
export function countOf(
  data: FailureData,
  name: string,
  one: string,
  many: string,
  fallback: string,
): string {
  const value = data[name];
  if (typeof value !== "number") return fallback;
  return `${value} ${value === 1 ? one : many}`;
}
