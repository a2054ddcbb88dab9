import path from "node:path";
import { describe, expect, it } from "vitest";
import { duration, shownPath, size, terminalSafe } from "../../main/cli/words.ts";

describe("words for the terminal", () => {
  it("show a path relative to the current folder only where it lies below it", () => {
    expect(shownPath(path.resolve("samples/a.txt"))).toBe(path.join("samples", "a.txt"));
    expect(shownPath(path.resolve("../elsewhere/a.txt"))).toBe(path.resolve("../elsewhere/a.txt"));
    expect(shownPath(path.resolve("."))).toBe(path.resolve("."));
  });

  it("make characters visible that could move the cursor, recolour or reorder the line", () => {
    expect(terminalSafe("a\u001b[31mb\u202ec\u0000d\ne")).toBe("a\\u001b[31mb\\u202ec\\u0000d e");
    expect(terminalSafe("ünïcödé 世界")).toBe("ünïcödé 世界");
  });

  it("write sizes and durations shortly", () => {
    expect(size(0)).toBe("0 B");
    expect(size(999)).toBe("999 B");
    expect(size(999_999)).toBe("1.0 MB");
    expect(size(5_242_880)).toBe("5.2 MB");
    expect(duration(-1)).toBe("0 s");
    expect(duration(59.4)).toBe("59 s");
    expect(duration(61)).toBe("1 min");
    expect(duration(2 * 3600 + 5 * 60)).toBe("2 h 5 min");
  });
});
