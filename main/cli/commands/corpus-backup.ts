/** `pincite corpus backup`: a verified copy of a corpus, made while others may be writing to it. */
import { spawn } from "node:child_process";
import path from "node:path";
import { failure } from "../../../core/base/failure.ts";
import { failed, ok, type Result } from "../../../core/base/result.ts";
import { bytes, counted } from "../../../core/evidence/figures.ts";
import { backupStore, type VerifiedCopy } from "../../engine/store/backup.ts";
import { type Context, failureWords, Stop } from "../context.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { terminalSafe } from "../words.ts";

export async function corpusBackup(
  context: Context,
  folder: string,
  target: string,
  options: { readonly json: boolean },
): Promise<ExitCode> {
  const { terminal } = context;
  terminal.status("copying and verifying");
  const backup = await backupStore(folder, target, verifyElsewhere);
  terminal.clearStatus();
  if (!backup.ok) throw new Stop(EXIT.store, `${terminalSafe(folder)}: ${failureWords(backup.failure)}`);
  if (options.json) terminal.out(JSON.stringify(backup.value));
  else {
    const { documents, bytes: size, rootHash } = backup.value;
    terminal.out(
      `${counted(documents, "document", "documents")} (${bytes(size)}) copied to ${terminalSafe(path.resolve(target))}.`,
    );
    terminal.out(`Read in full by another process; root hash ${rootHash} as in the original.`);
  }
  return EXIT.done;
}

/** Runs `corpus verify` on the copy: a process that never saw the original. */
function verifyElsewhere(folder: string): Promise<Result<VerifiedCopy>> {
  return new Promise((resolve) => {
    const program = [...process.execArgv, process.argv[1]!, "-q", "corpus", "verify", folder, "--json"];
    const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.on("error", () => resolve(failed(failure("store/io-error", { what: "verify did not start" }))));
    child.on("close", (exitCode, signal) => {
      try {
        const report = JSON.parse(said) as { rootHash: string; damages: readonly unknown[] };
        resolve(ok({ rootHash: report.rootHash, damages: report.damages.length }));
      } catch {
        const how = signal ?? String(exitCode);
        resolve(failed(failure("store/damaged", { part: "backup", what: `verify ended with ${how}` })));
      }
    });
  });
}
