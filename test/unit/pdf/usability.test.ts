/** Which pages can be compared: readable text of many kinds on one side, the known kinds of noise on the other. */
import { describe, expect, test } from "vitest";
import { usabilityOf } from "../../../core/extract/pdf/page-usability.ts";

const judged = (text: string, unmapped = 0): string => usabilityOf({ text, glyphs: text.length, unmapped });

describe("readable", () => {
  const englishWords =
    "It is a truth universally acknowledged, that a single man in possession of a good fortune";
  test.each([
    ["English", englishWords],
    [
      "Russian",
      "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.",
    ],
    ["Chinese with Latin words", "全世界无产者联合起来 Unicode 是国际标准，包含了世界上大部分的文字系统。"],
    ["Japanese", "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。コーヒー"],
    ["Korean", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다."],
    ["Arabic", "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق."],
    ["Thai", "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ"],
    ["transliteration", "wa-kāna ʾAbu ’l-Huḏayli ʾaslama ’n-nāsi ṣadran wa-ʾawsaʿa-hum ḫuluqan"],
    [
      "contents with leaders",
      "Introduction . . . . . . . . . . 1\nMethod :::::::::::::::::::::: 12\nResults ........ 31",
    ],
    ["a price list", "Apples 1.20 3.40 5.60\nPears 2.20 3.40 9.60\nNuts 12.00 13.00 14.50"],
    ["a page number", "17"],
    ["a lone camel-case word", "aaA"],
    ["a short copyright line", "© 2020"],
    [
      "a text in playful case",
      "It iS a TruTh UnivErsallY AcknoWledged, tHat a SinglE mAn iN pOsseSsion oF a goOd foRtune",
    ],
    ["a text disguised with look-alikes", "Еvеrуоnе һаѕ tһе rіgһt tо lіfе, lіbеrtу аnԁ ѕесurіtу оf реrѕоn"],
    [
      "a text full of soft hyphens",
      "un\u00adi\u00adver\u00adsal\u00adly ac\u00adknowl\u00adedged, that a sin\u00adgle man in pos\u00adses\u00adsion",
    ],
    ["a stray control character", "a short page with \u0003 one stray glyph"],
  ])("%s", (_, text) => {
    expect(judged(text)).toBe("text");
  });

  test("TeX fonts without a Unicode map that read well", () => {
    expect(judged(englishWords, englishWords.length)).toBe("text");
  });
});

describe("garbled", () => {
  test.each([
    ["raw codes as control characters", "\u0014\u0015\u0016 \u0003\u0004\u0011\u0007 \u0012\u0013\u0001 abc"],
    ["two raw codes on a page of their own", "\u0019\u0012"],
    ["glyph numbers as code points", "ϲaΒж ϴΒ˴ד Ωbم Жכq ΘתЯ"],
    ["Latin-1 symbols", "¤±²³ ´µ¶·¸ ¹º»¼ ab½ cd¾ ef¿ gh÷"],
    ["byte-swapped Chinese", "堀攀氀氀漀 眀漀爀氀搀 琀栀椀猀 椀猀 眀爀漀渀最"],
    [
      "case flips of a pictorial font",
      "kuRyaM tadahaM sMsAre karmaNyavA dhikArastE mAphalESu kadAcana yOgaH sthitaH kuRu karmANi saNgaM tyaktvA",
    ],
    ["private use", "\ue001\ue002 text \ue003\ue004 with \ue005\ue006 holes"],
    ["hardly any letters", "#$%&'()*+ ,/;<=> ?@[]^ `{|}~ !\"#$% &'()* ab"],
  ])("%s", (_, text) => {
    expect(judged(text)).toBe("garbled");
  });

  test("missing maps with a second sign", () => {
    const text = "words ¡¢£ and others and some more of them, here and there";
    expect(judged(text)).not.toBe(judged(text, text.length));
    expect(judged(text, text.length)).toBe("garbled");
  });
});

test("nothing but white space is no text", () => {
  expect(judged(" \n ")).toBe("no-text");
});
