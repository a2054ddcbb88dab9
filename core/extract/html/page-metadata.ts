/** Title, author and language that a page states about itself. */
import type { DocumentMetadata } from "../../model/document.ts";
import { attributeOf, isElement, isText, type TreeElement, type TreeParent } from "./html-tree.ts";

export function pageMetadata(root: TreeParent): DocumentMetadata {
  const html = elementsIn(root).find((element) => element.tagName === "html");
  if (html === undefined) return {};
  const head = elementsIn(html).find((element) => element.tagName === "head");
  const inHead = head === undefined ? [] : elementsIn(head);
  const titleElement = inHead.find((element) => element.tagName === "title");
  const title = titleElement?.childNodes.map((node) => (isText(node) ? node.value : "")).join("");
  const authorElement = inHead.find(
    (element) => element.tagName === "meta" && attributeOf(element, "name")?.toLowerCase() === "author",
  );
  return {
    ...stated("title", title),
    ...stated("author", authorElement && attributeOf(authorElement, "content")),
    ...stated("language", attributeOf(html, "lang") ?? attributeOf(html, "xml:lang")),
  };
}

const elementsIn = (parent: TreeParent): TreeElement[] => parent.childNodes.filter(isElement);

function stated(name: keyof DocumentMetadata, value: string | undefined): DocumentMetadata {
  const text = value?.replace(/\s+/g, " ").trim() ?? "";
  return text === "" ? {} : { [name]: text };
}
