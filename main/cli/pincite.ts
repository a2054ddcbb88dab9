#!/usr/bin/env node
/**
 * The command line of Pincite.
 *
 * This file only says which commands there are; each is carried out in commands/. Errors say what happened and what to
 * do, on standard error; results go to standard output.
 */
import { Command, CommanderError, Help, InvalidArgumentError, Option } from "commander";
import { FailureError } from "../../core/base/failure.ts";
import { Bug } from "../../core/base/result.ts";
import { DEFAULT_SETTINGS } from "../../core/model/settings.ts";
import { forbidNetwork } from "../engine/offline-guard.ts";
import { check, type CheckCommandOptions } from "./commands/check.ts";
import { corpusAdd, type AddOptions } from "./commands/corpus-add.ts";
import { corpusRetry } from "./commands/corpus-retry.ts";
import {
  corpusLedger,
  type LedgerOptions,
  corpusList,
  corpusShow,
  corpusVerify,
} from "./commands/corpus-read.ts";
import { text, type TextOptions } from "./commands/text.ts";
import { addStoreCommands } from "./store-commands.ts";
import { type Context, createContext, createInstallation, failureWords, Stop } from "./context.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { terminalSafe } from "./words.ts";

forbidNetwork();

const wholeNumber =
  (least: number) =>
  (value: string): number => {
    const n = Number(value);
    if (!Number.isSafeInteger(n) || n < least)
      throw new InvalidArgumentError(`Give a whole number of at least ${least}.`);
    return n;
  };

function reportId(value: string): string {
  if (!/^[\w.-]{1,64}$/.test(value))
    throw new InvalidArgumentError("Give letters, digits, dots and dashes, at most 64.");
  return value;
}

/** Runs one command with its context and ends with its exit code. */
type Run = (command: (context: Context) => Promise<ExitCode>) => Promise<void>;

function createProgram(version: string, run: Run): Command {
  const program = new Command("pincite")
    .description(
      "Tells whether a work sits, whole or in part, in a corpus, and shows every copied passage. Offline.",
    )
    .version(version)
    .option("-q, --quiet", "no progress lines (anywhere on the line)")
    .configureHelp({
      // A switch that is off unless given need not say so.
      optionDescription: (option) => new Help().optionDescription(option).replace(" (default: false)", ""),
    })
    .configureOutput({
      // What the user typed comes back in errors; it must not move the cursor.
      writeErr: (text) =>
        process.stderr.write(`${text.trimEnd().split("\n").map(terminalSafe).join("\n")}\n`),
    })
    .showHelpAfterError("Run with --help to see how.")
    .exitOverride();
  addCorpusCommands(program, run);
  addCheckCommand(program, run);
  program
    .command("text")
    .description("Show what is read from a file, with its pages.")
    .argument("<file>")
    .option("--json", "one JSON object, with marks and places", false)
    .option("--reflow", "join the lines of hard-wrapped paragraphs, for reading", false)
    .option("--passwords <file>", "passwords to try, one a line")
    .option("--rendition <out.html>", "also write a plain rendition of a Word document for people to look at")
    .action((file: string, options: TextOptions) => run((context) => text(context, file, options)));
  return program;
}

function addCorpusCommands(program: Command, run: Run): void {
  const corpus = program.command("corpus").description("Build and look at a corpus.");
  corpus
    .command("add")
    .description("Take files and folders into the corpus kept in the folder <store> (made when missing).")
    .argument("<store>")
    .argument("<paths...>")
    .option("--templates", "mark them as boilerplate: passages also found in them are shown apart", false)
    .option("--passwords <file>", "passwords to try, one a line")
    .option("--processes <n>", "files read at a time", wholeNumber(1))
    .option("--json", "the summary as one JSON object", false)
    .action((store: string, paths: string[], options: AddOptions) =>
      run((context) => corpusAdd(context, store, paths, options)),
    );
  corpus
    .command("retry")
    .description("Read again what could not be read, for example with passwords that have come to hand.")
    .argument("<store>")
    .option("--templates", "mark what is read now as boilerplate", false)
    .option("--passwords <file>", "passwords to try, one a line")
    .option("--processes <n>", "files read at a time", wholeNumber(1))
    .option("--json", "the summary as one JSON object", false)
    .action((store: string, options: AddOptions) => run((context) => corpusRetry(context, store, options)));
  corpus
    .command("list")
    .description("List the documents.")
    .argument("<store>")
    .option("--json", "one JSON object a line", false)
    .action((store: string, options: { json: boolean }) =>
      run((context) => corpusList(context, store, options)),
    );
  corpus
    .command("show")
    .description("Show the corpus, or one of its documents (by number, path or SHA-256).")
    .argument("<store>")
    .argument("[document]")
    .option("--json", "one JSON object", false)
    .action((store: string, document: string | undefined, options: { json: boolean }) =>
      run((context) => corpusShow(context, store, document, options)),
    );
  corpus
    .command("ledger")
    .description("List the files that could not be read, with reasons and what to do.")
    .argument("<store>")
    .option("--all", "every file that was seen", false)
    .option("--reservations", "instead, the documents that are not searched in full, with their pages", false)
    .option("--json", "one JSON object a line, every file", false)
    .action((store: string, options: LedgerOptions) =>
      run((context) => corpusLedger(context, store, options)),
    );
  corpus
    .command("verify")
    .description("Read everything back and compare it with its checksums.")
    .argument("<store>")
    .option("--json", "one JSON object", false)
    .action((store: string, options: { json: boolean }) =>
      run((context) => corpusVerify(context, store, options)),
    );
  addStoreCommands(corpus, run);
}

function addCheckCommand(program: Command, run: Run): void {
  const d = DEFAULT_SETTINGS;
  program
    .command("check")
    .description("Check works against a corpus: every aligned passage with its place on both sides.")
    .argument("<works...>")
    .requiredOption("-c, --corpus <store>", "the corpus")
    .option("--json", "the finding as one JSON object (docs/formats/finding.md)", false)
    .option("--report <out.html>", "write the report there, and finding.json beside it")
    .option("--min-run <words>", "shortest verbatim run that counts", wholeNumber(1), d.minRun)
    .option("--tau-pos <words>", "largest distance between two connected hits", wholeNumber(1), d.tauPos)
    .option("--tau-off <words>", "largest difference of their offsets", wholeNumber(0), d.tauOff)
    .option("--kappa <hits>", "fewest hits in a chain", wholeNumber(1), d.kappa)
    .addOption(
      new Option("--query <kind>", "fingerprints of the work that are looked up")
        .choices(["auto", "every-kgram", "winnowed"])
        .default(d.query),
    )
    .option("--exhaustive", "follow every posting and confirm every short run, however long it takes", false)
    .option("--passwords <file>", "passwords to try, one a line")
    .option("--passages <n>", "passages printed for each document (all are in the report)", wholeNumber(0), 5)
    .option("--id <id>", "report id, instead of a random one", reportId)
    .option("--at <time>", "time printed in the report (ISO 8601, UTC), instead of now")
    .action((works: string[], options: CheckCommandOptions) =>
      run((context) => check(context, works, options)),
    );
}

/** pdf.js needs it; npm scripts and `npm exec` bring their own Node 24. */
const LEAST_NODE = [22, 13] as const;

function nodeIsTooOld(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1]);
}

/** `-q` is taken wherever it stands, before a lone `--`. */
function quietOf(words: readonly string[]): { readonly quiet: boolean; readonly rest: readonly string[] } {
  const end = words.includes("--") ? words.indexOf("--") : words.length;
  const isQuiet = (word: string, at: number): boolean => at < end && (word === "-q" || word === "--quiet");
  return { quiet: words.some(isQuiet), rest: words.filter((word, at) => !isQuiet(word, at)) };
}

async function main(): Promise<ExitCode> {
  if (nodeIsTooOld()) {
    process.stderr.write(
      `pincite: needs Node ${LEAST_NODE.join(".")} or newer, this is ${process.version}. Run it as: npm exec pincite -- ...\n`,
    );
    return EXIT.usage;
  }
  const { quiet, rest } = quietOf(process.argv.slice(2));
  const installation = await createInstallation(import.meta.url, import.meta.dirname);
  let ended: ExitCode = EXIT.done;
  const program = createProgram(installation.version, async (command) => {
    ended = await command(createContext(installation, { quiet }));
  });
  try {
    await program.parseAsync(rest, { from: "user" });
    return ended;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (error instanceof FailureError) {
      process.stderr.write(`pincite: ${failureWords(error.failure)}\n`);
      return error.failure.code.startsWith("store/") ? EXIT.store : EXIT.work;
    }
    if (error instanceof Stop) {
      process.stderr.write(`pincite: ${error.message}\n`);
      return error.exitCode;
    }
    const kind = error instanceof Bug ? "a promise inside the program was broken" : "an unexpected error";
    process.stderr.write(
      `pincite: this is a bug in Pincite (${kind}). Nothing that was acknowledged is lost.\n`,
    );
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return EXIT.bug;
  }
}

// A reader that closes the pipe early ("| head") is no error; a full disk behind the pipe is.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT.done);
  process.stderr.write(`pincite: the result cannot be written (${error.code ?? "error"}).\n`);
  process.exit(EXIT.usage);
});
process.stderr.on("error", () => undefined); // nobody listens any more; the work goes on

process.exitCode = await main();
