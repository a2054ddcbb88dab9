/** Plain line charts as SVG, for the documentation: both axes logarithmic, nothing but text, lines and points. */
export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** A law is a line without points, measurements are points. */
  readonly kind: "law" | "measured";
  readonly colour: string;
}

const WIDTH = 640;
const HEIGHT = 400;
const MARGIN = { left: 70, right: 20, top: 40, bottom: 50 };

export function logChart(title: string, xName: string, yName: string, lines: readonly Line[]): string {
  const all = lines.flatMap(({ points }) => points).filter(([x, y]) => x > 0 && y > 0);
  const xs = range(all.map(([x]) => x));
  const ys = range(all.map(([, y]) => y));
  const place = (value: number, [low, high]: readonly [number, number], from: number, to: number): number =>
    from + ((Math.log10(value) - low) / (high - low)) * (to - from);
  const px = (x: number): string => place(x, xs, MARGIN.left, WIDTH - MARGIN.right).toFixed(1);
  const py = (y: number): string => place(y, ys, HEIGHT - MARGIN.bottom, MARGIN.top).toFixed(1);
  const grid = [
    ...decades(xs).map(
      (x) =>
        `<line x1="${px(x)}" y1="${String(MARGIN.top)}" x2="${px(x)}" y2="${String(HEIGHT - MARGIN.bottom)}" stroke="#ddd"/>` +
        `<text x="${px(x)}" y="${String(HEIGHT - MARGIN.bottom + 16)}" text-anchor="middle">${label(x)}</text>`,
    ),
    ...decades(ys).map(
      (y) =>
        `<line x1="${String(MARGIN.left)}" y1="${py(y)}" x2="${String(WIDTH - MARGIN.right)}" y2="${py(y)}" stroke="#ddd"/>` +
        `<text x="${String(MARGIN.left - 6)}" y="${py(y)}" dy="4" text-anchor="end">${label(y)}</text>`,
    ),
  ];
  const drawn = lines.map(({ points, kind, colour }) => {
    const kept = points.filter(([x, y]) => x > 0 && y > 0);
    return kind === "law"
      ? `<polyline fill="none" stroke="${colour}" points="${kept.map(([x, y]) => `${px(x)},${py(y)}`).join(" ")}"/>`
      : kept.map(([x, y]) => `<circle cx="${px(x)}" cy="${py(y)}" r="3" fill="${colour}"/>`).join("");
  });
  const names = lines.map(
    ({ name, colour, kind }, i) =>
      `<text x="${String(WIDTH - MARGIN.right - 8)}" y="${String(MARGIN.top + 16 + 16 * i)}" text-anchor="end" fill="${colour}">${kind === "law" ? "—" : "•"} ${escaped(name)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(WIDTH)} ${String(HEIGHT)}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${escaped(title)}</title><rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="${String(MARGIN.left)}" y="22" font-size="14">${escaped(title)}</text>`,
    ...grid,
    ...drawn,
    ...names,
    `<text x="${String((MARGIN.left + WIDTH - MARGIN.right) / 2)}" y="${String(HEIGHT - 10)}" text-anchor="middle">${escaped(xName)}</text>`,
    `<text transform="translate(16 ${String(HEIGHT / 2)}) rotate(-90)" text-anchor="middle">${escaped(yName)}</text>`,
    "</svg>\n",
  ].join("\n");
}

const range = (values: readonly number[]): [number, number] => {
  const low = Math.log10(values.reduce((least, value) => Math.min(least, value), Infinity));
  const high = Math.log10(values.reduce((most, value) => Math.max(most, value), 0));
  return [low - 0.05, high + 0.05];
};

/** 1, 2, 5 of each power of ten; the powers alone where that would be many. */
function decades([low, high]: readonly [number, number]): number[] {
  const steps = high - low > 2 ? [1] : [1, 2, 5];
  const ticks: number[] = [];
  for (let power = Math.floor(low); power <= Math.ceil(high); power++) {
    for (const step of steps) {
      const tick = step * 10 ** power;
      if (Math.log10(tick) >= low && Math.log10(tick) <= high) ticks.push(tick);
    }
  }
  return ticks;
}

const label = (value: number): string =>
  value >= 1 ? value.toLocaleString("en") : String(Number(value.toPrecision(2)));
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
