/** Words for the failures of a corpus store (`store/`) and of a request as a whole (`request/`). */
import type { FailureCode } from "../base/failure.ts";
import { countOf, detailOf, message, type Message } from "./message.ts";

type RequestFailureCode = Extract<FailureCode, `store/${string}` | `request/${string}`>;

const UNCHANGED = "Nothing was changed and nothing was searched.";

export const REQUEST_MESSAGES = {
  "store/not-found": message(
    "No corpus here",
    "There is no corpus at this path.",
    UNCHANGED,
    "Check the path, or make the corpus by adding files to it.",
  ),
  "store/not-a-store": message(
    "Not a corpus",
    "The folder is not empty and holds no corpus.",
    UNCHANGED,
    "Name the corpus folder itself, or an empty or new folder.",
  ),
  "store/newer-format": message(
    "Made by a newer version",
    (data) =>
      `The corpus was written by a newer version of the program${detailOf(data, "format", "got", "found")}.`,
    UNCHANGED,
    "Open it with that version or a later one.",
  ),
  "store/older-format": message(
    "Made by an older version",
    (data) =>
      `The corpus is in an older format that this version no longer writes${detailOf(data, "format", "got", "found")}.`,
    UNCHANGED,
    "Open it with the version that made it, or build the corpus again from its files.",
  ),
  "store/damaged": message(
    "Corpus damaged",
    (data) =>
      `A checksum or the structure of the corpus is not as it was written${detailOf(data, "part", "what", "detail")}.`,
    "Results from it could not be relied on, so none are given.",
    "Restore the corpus from a backup, or build it again from its files.",
  ),
  "store/in-use": message(
    "Corpus in use",
    "Another run of the program is writing to this corpus.",
    UNCHANGED,
    "Wait until the other run ends, then try again.",
  ),
  "store/read-only": message(
    "Corpus cannot be written",
    "The system does not allow writing to the corpus folder.",
    "Nothing was added. What is in the corpus can still be searched.",
    "Give this account write permission, or copy the corpus elsewhere.",
  ),
  "store/disk-full": message(
    "Disk full",
    "There is no room left on the disk that holds the corpus.",
    "Documents acknowledged before are kept. The others are not searched.",
    "Make room, then run the same command again; it goes on where it stopped.",
  ),
  "store/io-error": message(
    "Corpus could not be read or written",
    (data) => `The disk reported an error${detailOf(data, "system", "code", "detail")}.`,
    "The request was not completed.",
    "Check the disk, then run the corpus check (verify) before relying on it.",
  ),
  "store/network-folder": message(
    "Corpus on a network folder",
    "The corpus folder is on a network drive, where its data could be damaged without notice.",
    UNCHANGED,
    "Keep the corpus on a disk of this computer.",
  ),
  "store/parameters-differ": message(
    "Corpus built with other parameters",
    (data) =>
      `The corpus was built with other parameters than this version uses${detailOf(data, "parameter", "detail")}.`,
    "A search would not keep its guarantee, so none is made.",
    "Use the version that built the corpus, or build it again from its files.",
  ),
  "store/document-not-found": message(
    "Document not in the corpus",
    (data) => `The corpus holds no such document${detailOf(data, "document", "path", "sha256")}.`,
    "There is nothing to show or quote.",
    "List the documents of the corpus and choose one of them.",
  ),
  "request/invalid": message(
    "Request not understood",
    (data) =>
      `The request has a part that is missing or out of range${detailOf(data, "detail", "what", "option", "name")}.`,
    UNCHANGED,
    "Correct it and try again.",
  ),
  "request/too-few-words": message(
    "Work too short",
    (data) =>
      `The work has ${countOf(data, "words", "word", "words", countOf(data, "got", "word", "words", "too few words"))}, fewer than the shortest run that is looked for.`,
    "The work was not checked. Nothing follows from this about the corpus.",
    "Check a longer work, or lower the shortest run; below the guaranteed length detection is not guaranteed.",
  ),
  "request/cancelled": message(
    "Stopped on request",
    "The run was stopped before it was done.",
    "What was acknowledged before is kept. The rest was not searched.",
    "Run the same command again to go on.",
  ),
  "request/output-not-writable": message(
    "Report could not be written",
    (data) => `The file for the result could not be written${detailOf(data, "path", "system", "detail")}.`,
    "The check was made, but its report was not saved.",
    "Choose another path or give write permission, then run the check again.",
  ),
  "request/document-deleted": message(
    "Taken out on request",
    "The document was in the corpus and was taken out on request.",
    "It is not searched.",
    "Add the file again if it is to be searched.",
  ),
} satisfies Record<RequestFailureCode, Message>;
