/**
 * How the report looks: paper, ink and rules; a book serif for text, a sans for figures. Meaning is never colour alone:
 * differences are bracketed, bold and underlined, and read the same in a black-and-white print.
 */

/** Colours by role. Text colours keep 4.5:1 against both grounds (tested). */
export const LIGHT = {
  paper: "#fbfaf7",
  surface: "#ffffff",
  ink: "#1b1d22",
  muted: "#5b5e66",
  rule: "#e3dfd5",
  action: "#1d5a63",
  "verbatim-tint": "#ffedb8",
  verbatim: "#8a5a00",
  "near-tint": "#dde8ff",
  near: "#2a55a8",
  hatch: "#8a8578",
  danger: "#a11d1d",
} as const;

export const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  paper: "#16181d",
  surface: "#1d2026",
  ink: "#e8e6e1",
  muted: "#a9acb5",
  rule: "#3a3e48",
  action: "#7cc4cf",
  "verbatim-tint": "#463713",
  verbatim: "#e0b050",
  "near-tint": "#22345a",
  near: "#9dbcff",
  hatch: "#9a968a",
  danger: "#ff9a90",
};

const variables = (colours: Readonly<Record<string, string>>): string =>
  Object.entries(colours)
    .map(([role, colour]) => `--${role}:${colour}`)
    .join(";");

/** `footer` is printed at the foot of every page; plain letters, digits and hyphens only. */
/* eslint-disable max-lines-per-function -- a style sheet is one table */
export const styleSheet = (footer: string): string => `
:root{color-scheme:light dark;${variables(LIGHT)};
--serif:"Source Serif 4","Source Serif Pro",Charter,Georgia,Cambria,"Noto Serif","Liberation Serif",serif;
--sans:Inter,"Segoe UI","Helvetica Neue",Arial,"Noto Sans","Liberation Sans",sans-serif;
--mono:"Cascadia Mono",Consolas,Menlo,"Noto Sans Mono","DejaVu Sans Mono","Liberation Mono",monospace}
@media (prefers-color-scheme:dark){:root{${variables(DARK)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:14px/1.5 var(--sans);font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
main{max-width:1180px;margin:0 auto;padding:40px 32px 80px}
h1,h2,h3,h4{font-family:var(--serif);font-weight:600;line-height:1.25;margin:0;text-wrap:balance}
h1{font-size:34px;letter-spacing:-.01em}
h2{font-size:24px;margin:56px 0 16px;padding-top:16px;border-top:2px solid var(--ink)}
h3{font-size:18px;margin:32px 0 8px}
h4{font-size:15px;margin:20px 0 4px}
p{margin:0 0 12px;max-width:80ch}
a{color:var(--action);text-underline-offset:2px}
.brand{font-size:13px;letter-spacing:.08em;text-transform:uppercase;color:var(--muted);margin-bottom:8px}
.lead{font:20px/1.5 var(--serif);max-width:68ch;margin:0 0 8px}
.result{border-left:4px solid var(--ink);padding:4px 0 4px 20px;margin:24px 0}
.result .name{font:600 15px/1.4 var(--sans);margin-bottom:4px}
.result p:last-child{margin-bottom:0}
.caution{font-style:italic;font-family:var(--serif);font-size:16px;margin:24px 0}
.muted,small{color:var(--muted)}
main>header .muted{max-width:none}
small{font-size:12px}
ul,ol{margin:0 0 12px;padding-left:22px;max-width:80ch}
nav ul{columns:2;list-style:none;padding:0;max-width:none}nav a{display:inline-block;min-height:24px;line-height:24px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 20px;margin:0 0 16px}
dt{color:var(--muted)}
dd{margin:0}
table{border-collapse:collapse;width:100%;margin:8px 0 16px;font-size:13px}
th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-bottom:1px solid var(--rule)}
th{font-weight:600;white-space:nowrap;color:var(--muted);border-bottom-color:var(--muted)}
tbody th{color:var(--ink);border-bottom-color:var(--rule)}
td.n,th.n{text-align:right;white-space:nowrap}
td.path{min-width:22ch}
caption{text-align:left;color:var(--muted);padding-bottom:4px}
code,.hash{font:12px/1.45 var(--mono)}
code{white-space:nowrap}
.key{font-size:13px;color:var(--muted);max-width:100ch}
.ctl{font:11px/1 var(--mono);border:1px solid var(--muted);border-radius:2px;padding:0 2px;color:var(--ink);background:var(--surface);font-weight:400}
.strips{display:grid;grid-template-columns:minmax(8ch,22ch) 1fr max-content;gap:3px 14px;align-items:center;margin:12px 0 4px;font-size:12px}.strips a{display:block;line-height:24px}
.strips .label{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.strips .all{font-weight:600}
.strips svg{display:block;width:100%;height:20px;background:var(--surface);border:1px solid var(--rule)}
.strips .all+svg{height:32px}
.axis{display:flex;justify-content:space-between;color:var(--muted);font-size:11px}
.legend{display:flex;flex-wrap:wrap;gap:4px 20px;font-size:12px;color:var(--muted);margin:8px 0 16px}
.legend svg{width:28px;height:12px;border:1px solid var(--rule);vertical-align:-1px;margin-right:6px}
.v{fill:var(--verbatim)}
.nb{fill:var(--near-tint)}
.nl{stroke:var(--near);stroke-width:1.5;fill:none}
.hl{stroke:var(--hatch);stroke-width:1.5;fill:none}
.hb{fill:var(--surface)}
.passage{margin:16px 0 28px;break-inside:auto}
.passage>header{display:flex;flex-wrap:wrap;gap:2px 16px;align-items:baseline;border-bottom:1px solid var(--muted);padding-bottom:3px;break-after:avoid}
.passage .no{font-weight:700}
.sides{display:grid;grid-template-columns:1fr 1fr;gap:0 32px}
.side{min-width:0;padding-top:8px}
.cite{font-weight:600;font-size:12.5px;margin-bottom:4px}
.side .who{color:var(--muted);font-weight:400}
.text{font:16px/1.6 var(--serif);white-space:pre-wrap;overflow-wrap:anywhere;font-variant-numeric:normal}
.ctx{color:var(--muted);white-space:normal}
.other{background:var(--near-tint);color:var(--ink);font-weight:700;text-decoration:underline;text-decoration-thickness:1.5px;text-underline-offset:3px}
.other::before{content:"["}
.other::after{content:"]"}
.gap::before{content:"[ ]";font-weight:700}
.form{text-decoration:underline dotted;text-decoration-thickness:1.5px;text-underline-offset:3px}
details{border-block:1px dashed var(--muted);margin:8px 0;padding:6px 0}
summary{cursor:pointer;color:var(--action);font-size:13px}
.notice{font-size:13px;margin:0 0 6px;padding-left:14px;border-left:3px solid var(--hatch);max-width:90ch}
.notice b{font-weight:600}
.leftout{border:1px solid var(--muted);padding:8px 14px;max-width:90ch}
@media screen and (max-width:760px){.sides,.strips{grid-template-columns:1fr}nav ul{columns:1}main{padding:20px 16px}table{display:block;overflow-x:auto}}
@page{margin:18mm 16mm 20mm;@bottom-left{content:"Pincite report ${footer}";font:8pt sans-serif}@bottom-right{content:counter(page) " / " counter(pages);font:8pt sans-serif}}
@media print{:root{color-scheme:light;${variables({ ...LIGHT, paper: "#ffffff" })}}
body{font-size:9.5pt}main{max-width:none;padding:0}
h1{font-size:22pt}h2{font-size:15pt;break-after:avoid}h3,h4{break-after:avoid}.lead{font-size:13pt}
.text{font-size:9.5pt;line-height:1.45}.sides{gap:0 8mm}
table{font-size:8.5pt}tr,.notice,.strips>*{break-inside:avoid}thead{display:table-header-group}
a{color:inherit;text-decoration:none}nav{display:none}code,.hash{font-size:7.5pt}
.strips svg,.other,.legend svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;
