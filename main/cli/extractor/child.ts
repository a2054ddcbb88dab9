/**
 * Entry of the extractor's child process: the only place of the command line where document bytes are parsed.
 *
 * The network is shut before anything else is loaded, hence the imports below the call. Readers are loaded with the
 * first document that needs them. The folder of the prepared pdf.js is the one argument.
 */
import process from "node:process";
import { forbidNetwork } from "../../engine/offline-guard.ts";

forbidNetwork();
// Ctrl-C on a terminal reaches every process of the group; when to stop is the parent's decision.
process.on("SIGINT", () => undefined);

const { startExtractor } = await import("./start-extractor.ts");
startExtractor(process.argv[2] ?? "");
