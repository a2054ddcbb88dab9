/** Words for notices: what a reader must know about a document that was read. */
import type { NoticeCode } from "../base/failure.ts";
import { countOf, detailOf, limitOf, message, type Message } from "./message.ts";

const PAGE_NOT_SEARCHED = "This page is not searched. A passage on it would not be found.";
const NONE = "Nothing need be done.";

export const NOTICE_MESSAGES = {
  "notice/misnamed": message(
    "Name and content differ",
    (data) =>
      `The file's ending does not fit its content${detailOf(data, "detected", "content", "type", "format")}. The content decided how it was read.`,
    "The text is searched as usual.",
    NONE,
  ),
  "notice/encoding-guessed": message(
    "Encoding guessed",
    (data) =>
      `The file does not say which character encoding it uses; the likeliest was taken${detailOf(data, "label", "encoding")}.`,
    "Ordinary letters are safe in most cases; accented or non-Latin letters may be wrong, and passages with them may be missed.",
    "Look at the extracted text. If letters are wrong, save the file as UTF-8 and add that.",
  ),
  "notice/encoding-errors": message(
    "Some characters not decodable",
    (data) =>
      `${countOf(data, "count", "byte sequence is", "byte sequences are", "Some byte sequences are")} not valid in the file's encoding; each is shown as U+FFFD.`,
    "Words with such characters may not be found.",
    "Get a sound copy, if these words matter.",
  ),
  "notice/page-no-text": message(
    "Page without text",
    "The page holds no text. It may be empty or a picture of text.",
    PAGE_NOT_SEARCHED,
    "Look at the page. If it shows text, run text recognition (OCR) on the file and add the result.",
  ),
  "notice/page-garbled": message(
    "Page text is noise",
    "The characters of the page do not map to letters, so its text was kept out of the search.",
    PAGE_NOT_SEARCHED,
    "Run text recognition (OCR) on the file, or get it in another format, and add that.",
  ),
  "notice/page-failed": message(
    "Page could not be read",
    (data) => `The page could not be read${detailOf(data, "reason", "detail", "code")}.`,
    PAGE_NOT_SEARCHED,
    "Get another copy of the file, or print it to a new PDF, and add that.",
  ),
  "notice/page-text-partial": message(
    "Page read in part",
    (data) => `Only a part of the page's text could be read${detailOf(data, "reason", "detail")}.`,
    "The rest of the page is not searched. A passage in it would not be found.",
    "Compare the page with its extracted text; run text recognition (OCR) if text is missing.",
  ),
  "notice/hidden-text": message(
    "Hidden text",
    "The file holds text that a reader does not see on the page.",
    "It is searched and marked as hidden; a passage in it is not visible in the printed document.",
    "Look at the passage in the original before relying on it.",
  ),
  "notice/deleted-text": message(
    "Deleted text kept apart",
    (data) =>
      `The document still holds text that was deleted with tracked changes${detailOf(data, "characters")}.`,
    "It is not part of the final text and is not searched; the extracted text shows it, marked as deleted.",
    "Look at the deletions in the original, if they matter.",
  ),
  "notice/ocr-layer": message(
    "Text from recognition (OCR)",
    "The text is an invisible layer over a picture, made by text recognition.",
    "It may hold reading errors. Copied words may be missed or appear to differ.",
    "Compare quoted passages with the picture of the page.",
  ),
  "notice/recovered-truncated": message(
    "Cut short, read in part",
    "The file ends too early. What could be recovered was read.",
    "The missing rest is not searched.",
    "Get the complete file and add that.",
  ),
  "notice/checksum-mismatch": message(
    "Checksum inside the file differs",
    (data) =>
      `A part of the file does not agree with its own checksum${detailOf(data, "part", "name")}. It was read all the same.`,
    "The text may differ from what was first written.",
    "Get another copy and compare.",
  ),
  "notice/markup-errors": message(
    "Faulty markup",
    "The file's markup has errors; it was read by the rules that browsers follow.",
    "The text is searched. Its division into blocks may be unusual.",
    NONE,
  ),
  "notice/embedded-not-read": message(
    "Embedded file not read",
    (data) =>
      `The document holds another file inside${detailOf(data, "name", "part", "count")}, which was not opened.`,
    "The embedded file is not searched.",
    "Save the embedded file on its own and add it.",
  ),
  "notice/part-not-read": message(
    "A part was not read",
    (data) => `A part of the document could not be read${detailOf(data, "part", "name", "detail")}.`,
    "That part is not searched. A passage in it would not be found.",
    "Save the document again in the program it belongs to, and add the result.",
  ),
  "notice/form-needs-viewer": message(
    "Form built at viewing time",
    "The file builds its pages by a form program (XFA), which is never run here.",
    "Only text stored on ordinary pages is searched.",
    "Print the form to a new PDF and add that.",
  ),
  "notice/opened-with-empty-password": message(
    "Encrypted, opens without a password",
    "The file is encrypted, but its password is empty, as any viewer finds.",
    "The text is searched as usual.",
    NONE,
  ),
  "notice/annotations-not-indexed": message(
    "Comments on pages not searched",
    "The file has comments or form fields on its pages, whose text was not taken in.",
    "Text in them is not searched.",
    "Print the file with its comments to a new PDF and add that, if they matter.",
  ),
  "notice/too-short-to-fingerprint": message(
    "Very short text",
    (data) =>
      `The document has ${countOf(data, "words", "word", "words", countOf(data, "tokens", "word", "words", "very few words"))}, too few for a single fingerprint.`,
    "It cannot hold a run of the guaranteed length, and is not found by the search.",
    NONE,
  ),
  "notice/zero-width-characters": message(
    "Invisible characters in the text",
    (data) =>
      `The text holds invisible characters${detailOf(data, "count")}. They are left out when words are compared and made visible in quotations.`,
    "Words split by them are still found.",
    "Look at the quoted passages; such characters can be put in to prevent a search.",
  ),
  "notice/bidi-controls": message(
    "Direction controls in the text",
    (data) =>
      `The text holds characters that change the direction of writing${detailOf(data, "count")}. They are left out when words are compared and made visible in quotations.`,
    "The order on a screen can differ from the stored order; the stored order is what is searched.",
    "Look at the quoted passages in the original.",
  ),
  "notice/main-content-unknown": message(
    "Main text not told apart",
    "The page's main text could not be told from navigation and other matter around it.",
    "All of its text is searched.",
    NONE,
  ),
  "notice/text-out-of-proportion": message(
    "Much text for the size of the file",
    (data) => `The file holds far more text than files of its size do${limitOf(data)}.`,
    "All of it is searched.",
    "Look at the extracted text: files made to exhaust a reader are like this.",
  ),
} satisfies Record<NoticeCode, Message>;
