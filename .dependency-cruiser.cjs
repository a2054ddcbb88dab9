// The dependency law: which folder may import what. ARCHITECTURE.md, "The folder is the permission".
const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

// A rung of core may use only the rungs named here. ARCHITECTURE.md, "The ladder".
const LADDER = {
  base: [],
  model: ["base"],
  extract: ["base", "model"],
  text: ["base", "model"],
  fingerprint: ["base", "model", "text"],
  index: ["base", "model", "text", "fingerprint"],
  detect: ["base", "model", "text", "fingerprint", "index"],
  neardup: ["base", "model", "text", "fingerprint", "index"],
  evidence: ["base", "model", "text", "fingerprint", "index", "detect", "neardup"],
  protocol: ["base", "model", "evidence", "detect", "index"],
};
const ladder = Object.entries(LADDER).map(([rung, below]) =>
  rule(
    `ladder-${rung}`,
    "a rung of core uses only the rungs below it",
    { path: `^core/${rung}/` },
    { path: "^core/", pathNot: `^core/(${[rung, ...below].join("|")})/` },
  ),
);

module.exports = {
  forbidden: [
    rule("no-cycles", "no import cycle anywhere", {}, { circular: true }),
    rule(
      "core-is-pure",
      "core has no runtime: no Node builtin",
      { path: "^core/" },
      { dependencyTypes: ["core"] },
    ),
    rule(
      "core-allow-list",
      "third-party code in core is listed here",
      { path: "^core/" },
      {
        path: "node_modules",
        pathNot:
          "node_modules/(parse5|entities|fflate|saxes|xmlchars|zod|linkedom|@mozilla/readability|@exodus/bytes|jschardet|chardet|dingbat-to-unicode)/",
      },
    ),
    rule(
      "parsers-only-in-extract",
      "foreign formats are parsed only in core/extract",
      { pathNot: "^(core/extract|main/cli/extractor|test|bench|tools)/" },
      {
        path: "node_modules/(parse5|fflate|saxes|linkedom|@mozilla/readability|jschardet|chardet|pdfjs-dist|mammoth)/",
      },
    ),
    rule(
      "zod-only-in-protocol",
      "the schema library speaks for messages only",
      { path: "^core/", pathNot: "^core/protocol/" },
      { path: "node_modules/zod/" },
    ),
    rule(
      "core-stays-inside",
      "core imports only core",
      { path: "^core/" },
      { path: "^(main|preload|renderer|test|bench|tools)/" },
    ),
    rule(
      "lmdb-only-in-store",
      "one folder knows the database",
      { pathNot: "^(main/engine/store|test|bench)/" },
      { path: "node_modules/lmdb/" },
    ),
    rule(
      "engine-knows-no-cli",
      "the engine serves every front",
      { path: "^main/engine/" },
      { path: "^main/(cli|shell)/" },
    ),
    ...ladder,
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".js", ".mjs", ".cjs", ".d.ts"],
    },
  },
};
