import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";

export default defineConfig(
  { ignores: ["out/", "samples/", "**/*.generated.ts"] },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // Hot loops index typed arrays whose bounds the loop itself guarantees (noUncheckedIndexedAccess
      // makes every such read `number | undefined`); `!` is the cheapest honest way to say so.
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/consistent-type-imports": "error",
      "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["warn", { max: 60, skipBlankLines: true, skipComments: true }],
      "no-restricted-properties": [
        "error",
        {
          property: "getAsync",
          message: "lmdb's getAsync crashes under Electron's memory cage; read synchronously.",
        },
      ],
      // The program never opens a socket (SECURITY.md, "No network").
      "no-restricted-imports": [
        "error",
        {
          paths: ["http", "https", "http2", "net", "tls", "dns", "dgram"].flatMap((name) => [
            { name, message: "Pincite opens no socket." },
            { name: `node:${name}`, message: "Pincite opens no socket." },
          ]),
        },
      ],
    },
  },
  {
    files: ["test/**", "bench/**", "tools/**"],
    rules: { "max-lines-per-function": "off", "max-lines": "off" },
  },
  {
    files: ["**/*.js", "**/*.cjs", "**/*.mjs"],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: globals.node },
  },
);
