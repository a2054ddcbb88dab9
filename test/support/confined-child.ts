/** A child script that tries to get out and answers what each attempt met. Its document's text is a path to write. */
import process from "node:process";
import { forbidNetwork } from "../../main/engine/offline-guard.ts";

forbidNetwork();

const { spawn } = await import("node:child_process");
const fs = await import("node:fs");
const { Socket } = await import("node:net");
const { Worker } = await import("node:worker_threads");
const { ok } = await import("../../core/base/result.ts");
const { processChannel } = await import("../../main/cli/extractor/process-channel.ts");
const { serveDocuments } = await import("../../main/cli/extractor/serve.ts");

function outcomeOf(attempt: () => unknown): string {
  try {
    const result = attempt();
    return typeof result === "string" ? result : "allowed";
  } catch (error) {
    const { code, name } = error as { code?: string; name: string };
    return code ?? name;
  }
}

serveDocuments((bytes) => {
  const path = new TextDecoder().decode(bytes);
  const outcomes = {
    "read a file": outcomeOf(() => fs.readFileSync("/etc/hostname")),
    "list the root": outcomeOf(() => fs.readdirSync("/")),
    "write a file": outcomeOf(() => fs.writeFileSync(path, "x")),
    "start a process": outcomeOf(() => spawn("true")),
    "start a worker": outcomeOf(() => new Worker("1", { eval: true })),
    "load an add-on": outcomeOf(() => process.dlopen({ exports: {} }, path)),
    "compile a string": outcomeOf(() => new Function("return 1")), // eslint-disable-line @typescript-eslint/no-implied-eval -- must refuse
    "open a connection": outcomeOf(() => new Socket().connect(9, "127.0.0.1")),
    fetch: outcomeOf(() => void fetch("http://127.0.0.1:9/")),
    "read the environment": outcomeOf(
      () => `${Object.keys(process.env).filter((name) => !name.startsWith("NODE_CHANNEL")).length} variables`,
    ),
  };
  return Promise.resolve(
    ok({
      format: "text",
      text: JSON.stringify(outcomes),
      sourceMap: { kind: "text" },
      marks: [],
      metadata: {},
      notices: [],
      extractor: { name: "test", version: "1" },
    }),
  );
}, processChannel());
