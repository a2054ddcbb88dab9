/**
 * Which part of a package uses which other part. Source: ECMA-376 part 2 (Open Packaging Conventions), 6.5.
 * Targets are labels inside the package; an external target is never opened.
 */
import type { Limits } from "../../base/limits.ts";
import { readXml, type XmlHandler } from "../xml/xml-reader.ts";
import type { PartSource } from "./part-source.ts";

export interface Relationship {
  /** Last step of the relationship's address, for example `footnotes`; transitional and strict use the same. */
  readonly type: string;
  readonly target: string;
  readonly external: boolean;
}

export type Relationships = ReadonlyMap<string, Relationship>;

/** Relationships of a part; of the package itself when `part` is empty. */
export function readRelationships(source: PartSource, part: string, limits: Limits): Relationships {
  const folderEnd = part.lastIndexOf("/") + 1;
  const folder = part.slice(0, folderEnd);
  const name = `${folder}_rels/${part.slice(folderEnd)}.rels`;
  const relationships = new Map<string, Relationship>();
  const bytes = source.read(name);
  if (bytes !== undefined) readXml(bytes, name, limits, relationshipsHandler(folder, relationships));
  return relationships;
}

function relationshipsHandler(folder: string, relationships: Map<string, Relationship>): XmlHandler {
  return {
    open: (tag) => {
      if (tag.name !== "rel:Relationship") return;
      const id = tag.attribute("Id");
      const target = tag.attribute("Target");
      if (id === undefined || target === undefined) return;
      const external = tag.attribute("TargetMode") === "External";
      relationships.set(id, {
        type: (tag.attribute("Type") ?? "").split("/").at(-1) ?? "",
        target: external ? target : resolvePart(folder, target),
        external,
      });
    },
    close: () => undefined,
    text: () => undefined,
  };
}

/** A target relative to its folder as a part name; steps above the root stay at the root. */
function resolvePart(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith("/") ? target : folder + target).split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  return steps.join("/");
}
