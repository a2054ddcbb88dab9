/**
 * Which styles hide their text (`w:vanish`). Source: ECMA-376 part 1, 17.3.2.41 (vanish), 17.7.4.3 (basedOn), 17.7.3
 * (toggle properties: a paragraph style and a character style that both hide cancel out; direct formatting wins).
 */
import type { XmlHandler, XmlTag } from "../xml/xml-reader.ts";

interface Style {
  readonly basedOn?: string;
  readonly vanish?: boolean;
}

/** `w:val` of an on/off property: absent means on (17.17.4). */
export function isOn(tag: XmlTag): boolean {
  const value = tag.attribute("w:val");
  return value !== "0" && value !== "false" && value !== "off";
}

export class HiddenStyles {
  readonly #styles = new Map<string, Style>();
  readonly #resolved = new Map<string, boolean>();
  #defaultParagraphStyle: string | undefined;

  /** Reads a styles part, or the styles inside a flat document. */
  handler(): XmlHandler {
    const path: string[] = [];
    let id: string | undefined;
    let style: { basedOn?: string; vanish?: boolean } = {};
    return {
      open: (tag) => {
        const parent = path.at(-1);
        path.push(tag.name);
        if (tag.name === "w:style") {
          id = tag.attribute("w:styleId");
          style = {};
          const isDefault = tag.attribute("w:default");
          if (
            tag.attribute("w:type") === "paragraph" &&
            (isDefault === "1" || isDefault === "true" || isDefault === "on")
          ) {
            this.#defaultParagraphStyle = id;
          }
        } else if (tag.name === "w:basedOn" && parent === "w:style") {
          const base = tag.attribute("w:val");
          if (base !== undefined) style.basedOn = base;
        } else if (tag.name === "w:vanish" && parent === "w:rPr" && path.at(-3) === "w:style")
          style.vanish = isOn(tag);
      },
      close: () => {
        if (path.pop() === "w:style" && id !== undefined) this.#styles.set(id, style);
      },
      text: () => undefined,
    };
  }

  /** Does this paragraph style, or the default one, hide the runs of its paragraphs? */
  paragraphHides(id: string | undefined): boolean {
    return this.#hides(id ?? this.#defaultParagraphStyle);
  }

  characterHides(id: string | undefined): boolean {
    return this.#hides(id);
  }

  #hides(id: string | undefined): boolean {
    const chain = new Set<string>();
    let hides = false;
    for (let next = id; next !== undefined && !chain.has(next);) {
      chain.add(next);
      const style = this.#styles.get(next);
      const known = this.#resolved.get(next) ?? style?.vanish;
      if (known !== undefined) {
        hides = known;
        break;
      }
      next = style?.basedOn;
    }
    // Every style on the way has the same answer; remembered, so that a chain of a million costs a million once.
    for (const style of chain) this.#resolved.set(style, hides);
    return hides;
  }
}
