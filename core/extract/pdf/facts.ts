/** What a PDF says about itself: hostile strings and lists, taken only when they have the form they should have. */
import type { PdfEngineDocument } from "./pdf-engine.ts";

export interface FileFacts {
  readonly labels: readonly string[];
  readonly title?: string;
  readonly author?: string;
  readonly language?: string;
  readonly encrypted: boolean;
  /** A dynamic form: its pages only ask for another viewer, the content is in an XML form (XFA) that is not read. */
  readonly formOnly: boolean;
  readonly attachments: number;
}

const MAX_METADATA_UNITS = 1_000;
const MAX_LABEL_UNITS = 64;
const MAX_LANGUAGE_UNITS = 64;

export async function readFacts(file: PdfEngineDocument): Promise<FileFacts> {
  const [metadata, labels, attachments] = await Promise.all([
    file.getMetadata().catch(() => ({ info: undefined })),
    file.getPageLabels().catch(() => null),
    file.getAttachments().catch(() => undefined),
  ]);
  const untrustedInfo = (
    typeof metadata.info === "object" && metadata.info !== null ? metadata.info : {}
  ) as Record<string, unknown>;
  const title = shortText(untrustedInfo["Title"], MAX_METADATA_UNITS);
  const author = shortText(untrustedInfo["Author"], MAX_METADATA_UNITS);
  const language = shortText(untrustedInfo["Language"], MAX_LANGUAGE_UNITS);
  return {
    labels: (labels ?? []).map((label) => shortText(label, MAX_LABEL_UNITS) ?? ""),
    ...(title === undefined ? {} : { title }),
    ...(author === undefined ? {} : { author }),
    ...(language === undefined ? {} : { language }),
    encrypted: typeof untrustedInfo["EncryptFilterName"] === "string",
    formOnly: untrustedInfo["IsXFAPresent"] === true && untrustedInfo["IsAcroFormPresent"] !== true,
    attachments: countOf(attachments),
  };
}

function countOf(untrustedAttachments: unknown): number {
  if (untrustedAttachments instanceof Map) return untrustedAttachments.size;
  return typeof untrustedAttachments === "object" && untrustedAttachments !== null
    ? Object.keys(untrustedAttachments).length
    : 0;
}

/** Without control characters, on one line, cut to `max` units; undefined when nothing is left. */
export function shortText(untrusted: unknown, max: number): string | undefined {
  if (typeof untrusted !== "string") return undefined;
  const text = untrusted
    .slice(0, 4 * max)
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, "");
  return text === "" ? undefined : text;
}
