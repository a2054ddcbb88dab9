import { describe, expect, it } from "vitest";
import { judgeWork, type MeasuredWork, parseGold, parseJsonl } from "../../support/cases/gold.ts";

const measured = (
  coverage: number,
  byDocument: Record<string, number>,
  extent = "chapter",
): MeasuredWork => ({
  coverage,
  near: 0,
  extent,
  byDocument: new Map(Object.entries(byDocument)),
});
const piece = (documentId: string, kind: string, start: number, end: number) => ({
  work: "w",
  documentId,
  kind,
  start,
  end,
});

describe("planted works", () => {
  const scattered = [piece("d1", "scattered chunk", 0, 200), piece("d2", "scattered chunk", 500, 600)];
  it("verbatim pieces must come out with their share, in their documents", () => {
    expect(judgeWork(scattered, 1000, measured(0.301, { d1: 0.2, d2: 0.1 })).kind).toBe("passed");
    expect(judgeWork(scattered, 1000, measured(0.35, { d1: 0.2, d2: 0.1 })).kind).toBe("failed");
    expect(judgeWork(scattered, 1000, measured(0.2, { d1: 0.2 })).kind).toBe("failed");
    expect(judgeWork(scattered, 1000, measured(0.3, { d1: 0.3 })).details).toEqual(["not found in d2"]);
  });
  it("overlapping pieces count once", () => {
    const twice = [piece("d1", "chunk", 0, 300), piece("d2", "chunk", 100, 300)];
    expect(judgeWork(twice, 1000, measured(0.3, { d1: 0.3, d2: 0.2 })).kind).toBe("passed");
  });
  it("another edition must be found nearly whole", () => {
    const edition = [piece("d1", "whole work, OTHER EDITION", 0, 990)];
    expect(judgeWork(edition, 1000, measured(0.93, { d1: 0.93 }, "whole")).kind).toBe("passed");
    expect(judgeWork(edition, 1000, measured(0.5, { d1: 0.5 })).kind).toBe("failed");
  });
  it("a quotation must be found, and the work must not count as contained", () => {
    const quotation = [piece("d1", "short quotation only; the WORK is not contained", 10, 14)];
    expect(judgeWork(quotation, 1000, measured(0.0041, { d1: 0.0041 }, "paragraph")).kind).toBe("passed");
    expect(judgeWork(quotation, 1000, measured(0.3, { d1: 0.3 }, "chapter")).kind).toBe("failed");
    expect(judgeWork(quotation, 1000, measured(0, {}, "none")).kind).toBe("failed");
  });
  it("reads the table and the rows, and counts what is no row", () => {
    expect(parseGold("work\tdoc_id\tkind\tstart_char\tend_char\nw\td1\tchunk\t3\t9\n")).toEqual([
      piece("d1", "chunk", 3, 9),
    ]);
    expect(parseJsonl('{"id":"a","text":"x"}\n\n{"id":7,"text":"y"}\nnot json\n{"id":"b"}\nnull\n')).toEqual({
      rows: [
        { id: "a", text: "x" },
        { id: "7", text: "y" },
      ],
      broken: 3,
    });
  });
});
