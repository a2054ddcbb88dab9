/** Title, author and language as the file itself states them (ECMA-376 part 2, 11). They are claims, not facts. */
import type { DocumentMetadata } from "../../model/document.ts";
import type { XmlHandler } from "../xml/xml-reader.ts";

const LONGEST_VALUE = 500;

export class CoreProperties implements XmlHandler {
  readonly #path: string[] = [];
  readonly #values = new Map<string, string>();

  open(tag: { readonly name: string }): void {
    this.#path.push(tag.name);
  }

  close(): void {
    this.#path.pop();
  }

  text(text: string): void {
    const name = this.#path.at(-1) ?? "";
    if (!name.startsWith("dc:")) return;
    this.#values.set(name, ((this.#values.get(name) ?? "") + text).slice(0, LONGEST_VALUE));
  }

  metadata(): DocumentMetadata {
    const value = (name: string): string | undefined => this.#values.get(name)?.trim() || undefined;
    const title = value("dc:title");
    const author = value("dc:creator");
    const language = value("dc:language");
    return {
      ...(title === undefined ? {} : { title }),
      ...(author === undefined ? {} : { author }),
      ...(language === undefined ? {} : { language }),
    };
  }
}
