/** Texts (public domain) and encoders for tests of charset detection. */
import { TextDecoder } from "@exodus/bytes/encoding.js";

/** Tolstoy, Anna Karenina (1878), opening. */
export const RUSSIAN =
  "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему. Все смешалось в доме " +
  "Облонских. Жена узнала, что муж был в связи с бывшею в их доме француженкою-гувернанткой, и объявила мужу, что не " +
  "может жить с ним в одном доме. Положение это продолжалось уже третий день и мучительно чувствовалось и самими " +
  "супругами, и всеми членами семьи, и домочадцами.\n";

/** Hymn to Liberty (Solomos, 1823), opening. */
export const GREEK =
  "Σε γνωρίζω από την κόψη του σπαθιού την τρομερή, σε γνωρίζω από την όψη που με βία μετράει τη γη. Απ' τα κόκαλα " +
  "βγαλμένη των Ελλήνων τα ιερά, και σαν πρώτα ανδρειωμένη, χαίρε, ω χαίρε, Ελευθεριά!\n";

/** Kafka, Die Verwandlung (1915), opening. */
export const GERMAN =
  "Als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte, fand er sich in seinem Bett zu einem ungeheueren " +
  "Ungeziefer verwandelt. Er lag auf seinem panzerartig harten Rücken und sah, wenn er den Kopf ein wenig hob, seinen " +
  "gewölbten, braunen, von bogenförmigen Versteifungen geteilten Bauch.\n";

/** Encodes by the decoder's own table, read backwards. */
export function encodeSingleByte(text: string, label: string): Uint8Array {
  const table = new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, i) => i));
  const byteOf = new Map(Array.from(table).map((character, byte) => [character, byte]));
  return Uint8Array.from(text, (character) => {
    const byte = byteOf.get(character);
    if (byte === undefined) throw new Error(`${character} is not in ${label}`);
    return byte;
  });
}

export type WideLabel = "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be";

export function encodeWide(text: string, label: WideLabel): Uint8Array {
  const width = label.startsWith("utf-16") ? 2 : 4;
  const units =
    width === 2
      ? Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
      : Array.from(text, (c) => c.codePointAt(0)!);
  const view = new DataView(new ArrayBuffer(units.length * width));
  units.forEach((unit, i) => {
    if (width === 2) view.setUint16(2 * i, unit, label === "utf-16le");
    else view.setUint32(4 * i, unit, label === "utf-32le");
  });
  return new Uint8Array(view.buffer);
}
