/** Words for the failures of one file: reaching its bytes (`read/`) and turning them into text (`extract/`). */
import type { FailureCode } from "../base/failure.ts";
import { countOf, detailOf, limitOf, message, type Message } from "./message.ts";

type FileFailureCode = Extract<FailureCode, `read/${string}` | `extract/${string}`>;

const NOT_SEARCHED = "The file is not searched. A passage inside it would not be found.";
const ADD_AGAIN = "then add it again.";

export const FILE_MESSAGES = {
  "read/not-found": message(
    "Not found",
    "There is no file or folder at this path.",
    NOT_SEARCHED,
    `Check the path, ${ADD_AGAIN}`,
  ),
  "read/permission-denied": message(
    "No permission to read",
    "The system did not allow this file or folder to be opened.",
    "It is not searched, nor is anything inside it. A passage there would not be found.",
    `Give this account read permission, ${ADD_AGAIN}`,
  ),
  "read/vanished": message(
    "Gone before it was read",
    "The file was listed in its folder, but was gone when it came to be read.",
    NOT_SEARCHED,
    `Put the file back or find where it was moved, ${ADD_AGAIN}`,
  ),
  "read/changed-during-read": message(
    "Changed while being read",
    "The file changed while it was being read, so its bytes do not belong to one state of it.",
    NOT_SEARCHED,
    `Wait until nothing writes to the file, or copy it, ${ADD_AGAIN}`,
  ),
  "read/directory-loop": message(
    "Folder loop",
    "The folder leads back to a folder that contains it.",
    "The loop was entered once only; its files are searched under their first path.",
    "Nothing need be done, unless a file you expect is missing from the list.",
  ),
  "read/symlink-not-followed": message(
    "Link not followed",
    "This is a link to another place and was not followed.",
    "What it leads to is searched only when it was added under its own path.",
    "Add the file or folder it leads to, if it belongs to the corpus.",
  ),
  "read/special-file": message(
    "Not an ordinary file",
    "This is a device, a pipe or a socket, and holds no document.",
    "It is left out. It has no text to search.",
    "Nothing need be done.",
  ),
  "read/path-too-long": message(
    "Path too long",
    "The path is longer than the system can open.",
    NOT_SEARCHED,
    `Move the file to a shorter path, ${ADD_AGAIN}`,
  ),
  "read/name-not-unicode": message(
    "Name is not Unicode",
    "The name of the file or folder holds bytes that are not text, so that it cannot be named safely.",
    NOT_SEARCHED,
    `Give it another name, ${ADD_AGAIN}`,
  ),
  "read/locked": message(
    "In use by another program",
    "Another program holds the file and does not let it be read.",
    NOT_SEARCHED,
    `Close the other program, ${ADD_AGAIN}`,
  ),
  "read/too-large": message(
    "Larger than the limit",
    (data) => `The file is larger than the limit for its kind${limitOf(data)}.`,
    NOT_SEARCHED,
    "Split the file, or raise the limit, then add it again.",
  ),
  "read/empty-file": message(
    "Empty file",
    "The file has no bytes.",
    "There is no text in it to search.",
    "If it should have content, get another copy and add that.",
  ),
  "read/io-error": message(
    "Could not be read from disk",
    (data) =>
      `The disk or the network reported an error while the file was being read${detailOf(data, "system", "code", "detail")}.`,
    NOT_SEARCHED,
    `Check the disk or the connection, copy the file elsewhere, ${ADD_AGAIN}`,
  ),
  "extract/unsupported-type": message(
    "Kind of file not supported",
    (data) =>
      `The content is not of a kind that can be read${detailOf(data, "type", "detected", "kind")}. PDF, DOCX, HTML and text can.`,
    NOT_SEARCHED,
    "Convert the file to one of these kinds and add the result.",
  ),
  "extract/not-a-word-document": message(
    "Not a Word document",
    (data) =>
      `The file is a ZIP container or an Office file, but not a Word document${detailOf(data, "type", "detected", "kind")}.`,
    NOT_SEARCHED,
    "Unpack it, or convert it to PDF or text, and add the result.",
  ),
  "extract/legacy-office": message(
    "Old Office format",
    "The file is in a Word, Excel or PowerPoint format from before 2007.",
    NOT_SEARCHED,
    "Save it as DOCX or PDF and add the result.",
  ),
  "extract/needs-password": message(
    "Needs a password",
    "The file is encrypted and needs a password to be opened.",
    "Until the password is given, none of the file is searched.",
    "Give the password, or save a copy without one, then add it again.",
  ),
  "extract/wrong-password": message(
    "Password does not fit",
    "The password given does not open this file.",
    "Until the right one is given, none of the file is searched.",
    "Check the password, then add the file again.",
  ),
  "extract/encryption-unsupported": message(
    "Encryption not supported",
    (data) =>
      `The file is encrypted in a way that cannot be opened here${detailOf(data, "filter", "handler", "detail")}.`,
    NOT_SEARCHED,
    "Open it in the program it belongs to, save a copy without encryption, and add that.",
  ),
  "extract/corrupt": message(
    "Damaged",
    (data) =>
      `The file does not follow its own format and could not be read${detailOf(data, "detail", "reason", "part")}.`,
    NOT_SEARCHED,
    "Get another copy, or repair it in the program it belongs to, and add that.",
  ),
  "extract/truncated": message(
    "Cut short",
    (data) => `The file ends before its format says it should${limitOf(data)}.`,
    NOT_SEARCHED,
    "Get the complete file and add that.",
  ),
  "extract/doctype-forbidden": message(
    "Holds a document type declaration",
    "A part of the file declares a document type, which a Word document must not, and which can be used to attack a reader.",
    NOT_SEARCHED,
    "Find out where the file comes from. Save it again in Word, and add the result.",
  ),
  "extract/limit-exceeded": message(
    "Beyond a safety limit",
    (data) => `Reading the file went beyond a safety limit${limitOf(data)}.`,
    NOT_SEARCHED,
    "If the file is to be trusted, split it or raise the limit, then add it again.",
  ),
  "extract/timeout": message(
    "Took too long",
    (data) => `Reading the file did not end within the time allowed${limitOf(data)}.`,
    NOT_SEARCHED,
    "Split the file or allow more time, then add it again.",
  ),
  "extract/memory-limit": message(
    "Needed too much memory",
    (data) => `Reading the file needed more memory than allowed${limitOf(data)}.`,
    NOT_SEARCHED,
    "Split the file or allow more memory, then add it again.",
  ),
  "extract/crashed": message(
    "Reader stopped",
    (data) =>
      `The reader stopped while it read this file${detailOf(data, "signal", "exitCode", "detail")}. Other files are not affected.`,
    NOT_SEARCHED,
    "Convert the file to PDF or text and add the result. Report the file to the maker of the program.",
  ),
  "extract/invalid-output": message(
    "Reader's answer refused",
    (data) =>
      `The reader gave an answer that breaks its own rules, so it was not used${detailOf(data, "detail", "reason", "law")}.`,
    NOT_SEARCHED,
    "Convert the file to PDF or text and add the result. Report the file to the maker of the program.",
  ),
  "extract/undecodable-text": message(
    "Characters could not be decoded",
    "No known character encoding reads this file as text.",
    NOT_SEARCHED,
    "Save it as UTF-8 and add the result.",
  ),
  "extract/no-text": message(
    "No text inside",
    (data) =>
      `The file was opened, but holds no text${typeof data.pages === "number" ? ` on its ${countOf(data, "pages", "page", "pages", "")}` : ""}. It may hold pictures of text, as scans do.`,
    NOT_SEARCHED,
    "Run text recognition (OCR) on it and add the result.",
  ),
  "extract/garbled": message(
    "Text is noise",
    "The file has text, but its characters do not map to letters; fonts without a usable character table do this.",
    NOT_SEARCHED,
    "Run text recognition (OCR) on it, or get it in another format, and add that.",
  ),
} satisfies Record<FileFailureCode, Message>;
