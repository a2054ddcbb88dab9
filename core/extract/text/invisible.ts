/**
 * Counts characters that no reader sees but that keep a text from being found: zero-width characters inside words and
 * direction overrides. They stay in the text; the reader of the evidence is told.
 */
import type { Notice } from "../../base/failure.ts";

/** Zero width without any use in running text: space, word joiner and invisible operators, BOM, Mongolian separator. */
const isZeroWidth = (unit: number) =>
  unit === 0x200b || (unit >= 0x2060 && unit <= 0x2064) || unit === 0xfeff || unit === 0x180e;
/** Embedding, override and isolate controls; the plain direction marks are ordinary in Hebrew and Arabic. */
const isBidiControl = (unit: number) => (unit >= 0x202a && unit <= 0x202e) || (unit >= 0x2066 && unit <= 0x2069);
/** Joiners shape letters in Arabic and Indic scripts and emoji; between Latin, Greek or Cyrillic letters they only hide. */
const isJoiner = (unit: number) => unit === 0x200c || unit === 0x200d;
const SHAPING_SCRIPTS_START = 0x0590;

export function invisibleNotices(text: string): Notice[] {
  let zeroWidth = 0;
  let bidi = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x180e) continue;
    if (isZeroWidth(unit)) zeroWidth++;
    else if (isBidiControl(unit)) bidi++;
    else if (isJoiner(unit)) {
      const before = text.charCodeAt(i - 1);
      const after = text.charCodeAt(i + 1);
      if (before < SHAPING_SCRIPTS_START && after < SHAPING_SCRIPTS_START) zeroWidth++;
    }
  }
  const notices: Notice[] = [];
  if (zeroWidth > 0) notices.push({ code: "notice/zero-width-characters", data: { count: zeroWidth } });
  if (bidi > 0) notices.push({ code: "notice/bidi-controls", data: { count: bidi } });
  return notices;
}
