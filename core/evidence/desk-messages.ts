/** Words for the failures of a matter, of evidence made from it, and of the desktop program. */
import type { FailureCode } from "../base/failure.ts";
import { detailOf, message, type Message } from "./message.ts";

type DeskFailureCode = Extract<FailureCode, `matter/${string}` | `evidence/${string}` | `app/${string}`>;

const UNCHANGED = "Nothing was changed.";

export const DESK_MESSAGES = {
  "matter/none-open": message(
    "No matter open",
    "The request needs an open matter.",
    UNCHANGED,
    "Open a matter, or make a new one.",
  ),
  "matter/not-found": message(
    "Matter not found",
    "The matter's folder is not where it was.",
    "Nothing of it can be shown.",
    "Bring the folder back, connect the disk that holds it, or open it from its new place.",
  ),
  "matter/not-a-matter": message(
    "Not a matter",
    "The folder holds no matter.",
    UNCHANGED,
    "Choose the folder of the matter itself, or an empty folder for a new one.",
  ),
  "matter/newer-format": message(
    "Made by a newer version",
    (data) =>
      `The matter was written by a newer version of the program${detailOf(data, "format", "got", "found")}.`,
    UNCHANGED,
    "Open it with that version or a later one.",
  ),
  "matter/in-use": message(
    "Matter in use",
    "Another run of the program has this matter open.",
    UNCHANGED,
    "Close it there, then try again.",
  ),
  "matter/damaged": message(
    "Matter damaged",
    (data) =>
      `A checksum or the custody log of the matter is not as it was written${detailOf(data, "part", "sequence", "detail")}.`,
    "What the damaged part said cannot be relied on and is not shown.",
    "Restore the matter's folder from a backup.",
  ),
  "matter/unknown-record": message(
    "No longer there",
    (data) => `The matter holds no such record${detailOf(data, "kind", "id")}.`,
    UNCHANGED,
    "Go back to the list and choose again.",
  ),
  "evidence/quotation-differs": message(
    "A quotation does not read back",
    (data) =>
      `Read again from the original file, a cited passage differs from what the finding quotes${detailOf(data, "path", "passage")}.`,
    "A final export is refused, because it would quote words that the original does not hold.",
    "Look at the passage, run the check again, and export anew.",
  ),
  "evidence/original-missing": message(
    "An original cannot be read again",
    (data) => `The bytes behind a cited passage could not be read${detailOf(data, "path")}.`,
    "A final export is refused, because its quotations could not be compared with their source.",
    "Verify the corpus, restore the original, or export a working draft.",
  ),
  "evidence/key-unusable": message(
    "Signing key cannot be used",
    (data) => `The key file is not a signing key of this program${detailOf(data, "detail")}.`,
    "Nothing was signed.",
    "Choose another key, or have a new one made.",
  ),
  "evidence/not-final": message(
    "Not ready for a final export",
    (data) => `Problems are open that a final report may not have${detailOf(data, "problems")}.`,
    "No final report was written.",
    "Settle what is listed, or export a working draft.",
  ),
  "app/refused": message(
    "Request refused",
    (data) => `The window asked for something it may not have${detailOf(data, "request")}.`,
    UNCHANGED,
    "Start the program again. If it happens again, the installation may have been altered.",
  ),
  "app/engine-stopped": message(
    "The engine stopped and was started again",
    "The part of the program that reads and searches ended unexpectedly.",
    "What was reported as done is kept. The job under way did not finish.",
    "Start the job again; it goes on where it stopped.",
  ),
  "app/sandbox-off": message(
    "The sandbox is off",
    "The system runs this program without the sandbox that documents are opened in.",
    "No document is read, because a hostile one could reach the files of this account.",
    "Start the program without switches that turn the sandbox off, or ask the administrator to allow it.",
  ),
} satisfies Record<DeskFailureCode, Message>;
