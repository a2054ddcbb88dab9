/** The pieces of the sample matter that were written for it (CC0): notices, letters, page furniture. People and places are invented. */
import { escapeMarkup } from "./texts.ts";

/** Boilerplate that stands in several documents and at the end of two works: what `--templates` is for. */
export const DEPOSIT_NOTICE = `ABOUT THIS DEPOSIT COPY

This deposit copy was prepared by the volunteers of the Harbour Reading Room for readers who cannot come to the library in person. It has been compared line by line with a printed volume in our collection, and we have tried to keep the spelling and the punctuation of that volume, including its mistakes. The Harbour Reading Room claims no rights in the text and asks for none. You may keep it, copy it, print it and give it away, and you need not tell us that you have done so. If you find an error in the copy, please write to the deposit desk and name the title, the chapter and the first words of the line, so that the correction can be entered in the register and sent to every reader who has asked to be told. This notice may be removed, but we would be glad if you left it where it stands, so that the next reader knows where the copy came from and whom to thank for it.`;

export const MEMO = [
  "To all desk volunteers. From the deposit desk.",
  "Please put the notice below at the end of every deposit copy that leaves the room, whether on paper or as a file. Two readers have asked in the last month where their copy came from, and in neither case could we tell them.",
  "The notice was agreed in May and must not be shortened.",
];

export const LETTERS: readonly (readonly [string, string])[] = [
  [
    "1903-04-02-deposit-desk.txt",
    "From: deposit desk\nTo: M. Ferrar\nSubject: your list\n\nDear Mr Ferrar,\n\nThank you for the list of sea stories. We hold all but four of them. The volume you ask about, on the cod fishery, is at the binder's and should be back before the regatta. I have put your name on the slip.\n\nWe close at noon on Saturday because the stove is being swept.\n\nYours, for the deposit desk,\nE. Quillfeather\n",
  ],
  [
    "1903-04-09-ferrar.txt",
    "From: M. Ferrar\nTo: deposit desk\nSubject: Re: your list\n\nDear Miss Quillfeather,\n\nThe slip arrived, the book did not, and the stove was cold when I called. I do not complain. I should only like to know whether the gentleman who has kept the third volume since February means to die with it on his shelf.\n\nI enclose four pence for the copy of the tide table.\n\nM. Ferrar\n",
  ],
  [
    "1903-04-14-deposit-desk-notice.txt",
    `From: deposit desk\nTo: M. Ferrar\nSubject: tide table\n\nDear Mr Ferrar,\n\nHere is the tide table, with our thanks for the four pence. The notice at the foot goes with every copy and is not meant for you in particular.\n\nE. Quillfeather\n\n${DEPOSIT_NOTICE}\n`,
  ],
];

export const READING_LIST: readonly (readonly string[])[] = [
  ["Shelf", "Author", "Title", "Condition"],
  ["B 4", "Haggard", "King Solomon's Mines", "rebound 1901"],
  ["B 7", "Stevenson", "Treasure Island", "map missing"],
  ["C 1", "Trollope", "The Warden", "good"],
  ["C 2", "Chesterton", "The Napoleon of Notting Hill", "new"],
  ["C 9", "Lee", "Penelope Brandling", "stained, pages 11 to 14"],
];

export const review = (quotation: string): string[] => [
  "There are books that a reader remembers for one page. Mine is the page on which the old manuscript ends and the doctor folds it up and looks across the table. Everybody who has been given the story at fourteen can say where they sat when they came to it.",
  "The manuscript closes like this:",
  quotation,
  "After that the lamp is turned up and the talk goes back to trains and telegrams, and it is only much later, on the path under the yews, that one notices how much has been promised by those few sober lines. The rest of the book keeps the promise, which is more than can be said of most books with a dog in them.",
  "Our copy is worn at the corners. Please ask at the desk.",
];

const NAVIGATION = ["Home", "Catalogue", "Opening hours", "Deposit copies", "Sea stories", "Friends of the room", "Contact"];
const TEASERS = [
  "New on the shelf this week: three volumes of harbour pilots' diaries, given by the customs house.",
  "The friends of the reading room meet on the first Tuesday of the month; tea is at four.",
  "Lost on the stairs: a grey glove, left hand. Ask at the desk.",
];

/** A web page with navigation, teasers and a legal line around its main text. */
export function webPage(title: string, main: readonly string[], footer: string): string {
  const p = (text: string) => `<p>${escapeMarkup(text)}</p>`;
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeMarkup(title)} - Harbour Reading Room</title>
<style>body{font-family:serif}nav li{display:inline}</style>
<script>var visits = 1; /* counts nothing */</script></head>
<body>
<header><div class="logo">Harbour Reading Room</div>
<nav><ul>${NAVIGATION.map((label) => `<li><a href="#">${label}</a></li>`).join("")}</ul></nav></header>
<aside class="sidebar"><h3>From the notice board</h3><ul>${TEASERS.map((text) => `<li>${escapeMarkup(text)}</li>`).join("")}</ul></aside>
<article><h1>${escapeMarkup(title)}</h1>
${main.map(p).join("\n")}
</article>
<footer>${footer
    .split("\n\n")
    .map(p)
    .join("\n")}<p>Cookies are biscuits and are served at four. <a href="#">Print this page</a></p></footer>
</body></html>
`;
}

export const SHORT_FOOTER = "The Harbour Reading Room is open from nine to noon and from two to six, Sundays excepted.";
