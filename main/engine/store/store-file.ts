/**
 * STORE.json: what a folder must hold to be a store. Written once, when the store is made; the catalogue holds the same
 * text, so that neither can be exchanged or altered alone.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { failure } from "../../../core/base/failure.ts";
import { failed, ok, type Result } from "../../../core/base/result.ts";
import { KEY_A_BITS } from "../../../core/index/ports.ts";
import { K_UNSPACED, K_WORDS, WINDOW } from "../../../core/model/settings.ts";
import { flushFolder } from "./segment-files.ts";

/** Changes whenever an older program could misread what a newer one writes. */
export const STORE_FORMAT = 1;
export const STORE_FILE = "STORE.json";
const KIND = "pincite-store";

/** What decides which fingerprints a text has. Stores of other parameters cannot be searched together. */
export interface StoreParameters {
  readonly kWords: number;
  readonly kUnspaced: number;
  readonly window: number;
  /** Bits of a fingerprint that the index keeps. */
  readonly keyBits: number;
  /** Version of folding and tokenising. */
  readonly textVersion: string;
}

export const DEFAULT_PARAMETERS: StoreParameters = {
  kWords: K_WORDS,
  kUnspaced: K_UNSPACED,
  window: WINDOW,
  keyBits: 32 + KEY_A_BITS,
  textVersion: "1",
};

export interface StoreIdentity {
  readonly uuid: string;
  /** ISO 8601 UTC. */
  readonly created: string;
  /** Version of the program that made the store. */
  readonly appVersion: string;
  readonly parameters: StoreParameters;
}

export function serialiseIdentity({ uuid, created, appVersion, parameters }: StoreIdentity): string {
  const { kWords, kUnspaced, window, keyBits, textVersion } = parameters;
  const content = {
    kind: KIND,
    format: STORE_FORMAT,
    uuid,
    created,
    appVersion,
    parameters: { kWords, kUnspaced, window, keyBits, textVersion },
  };
  const sha256 = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return `${JSON.stringify({ ...content, sha256 }, null, 2)}\n`;
}

export function parseIdentity(untrusted: string): Result<StoreIdentity> {
  let raw: unknown;
  try {
    raw = JSON.parse(untrusted);
  } catch {
    return damaged();
  }
  if (!isFields(raw) || raw["kind"] !== KIND)
    return failed(failure("store/not-a-store", { what: STORE_FILE }));
  const format = raw["format"];
  if (typeof format !== "number" || !Number.isInteger(format)) return damaged();
  if (format > STORE_FORMAT) {
    const writtenBy = typeof raw["appVersion"] === "string" ? raw["appVersion"] : "";
    return failed(failure("store/newer-format", { got: format, supported: STORE_FORMAT, writtenBy }));
  }
  if (format < STORE_FORMAT)
    return failed(failure("store/older-format", { got: format, supported: STORE_FORMAT }));
  const identity = identityOf(raw);
  // The file is exactly what we would write, or it is not ours any more.
  return identity !== undefined && serialiseIdentity(identity) === untrusted ? ok(identity) : damaged();
}

const damaged = (): Result<never> => failed(failure("store/damaged", { part: STORE_FILE }));

function identityOf({
  uuid,
  created,
  appVersion,
  parameters,
}: Readonly<Record<string, unknown>>): StoreIdentity | undefined {
  if (typeof uuid !== "string" || typeof created !== "string" || typeof appVersion !== "string")
    return undefined;
  if (!isFields(parameters)) return undefined;
  const { kWords, kUnspaced, window, keyBits, textVersion } = parameters;
  if (typeof kWords !== "number" || typeof kUnspaced !== "number" || typeof window !== "number")
    return undefined;
  if (typeof keyBits !== "number" || typeof textVersion !== "string") return undefined;
  return { uuid, created, appVersion, parameters: { kWords, kUnspaced, window, keyBits, textVersion } };
}

function isFields(untrusted: unknown): untrusted is Readonly<Record<string, unknown>> {
  return typeof untrusted === "object" && untrusted !== null && !Array.isArray(untrusted);
}

/** The first parameter in which two sets differ. */
export function differingParameter(stored: StoreParameters, asked: StoreParameters): Result<void> {
  for (const name of Object.keys(DEFAULT_PARAMETERS) as (keyof StoreParameters)[]) {
    if (stored[name] !== asked[name]) {
      return failed(failure("store/parameters-differ", { name, stored: stored[name], asked: asked[name] }));
    }
  }
  return ok(undefined);
}

/** Puts STORE.json into place, whole or not at all. */
export function writeIdentity(folder: string, identity: StoreIdentity): void {
  const target = path.join(folder, STORE_FILE);
  const draft = `${target}.new`;
  const descriptor = fs.openSync(draft, "w");
  try {
    fs.writeFileSync(descriptor, serialiseIdentity(identity));
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
  fs.renameSync(draft, target);
  flushFolder(folder);
}
