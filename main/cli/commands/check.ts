/** `pincite check`: works against a corpus, on the terminal, as JSON and as a report. */
import { randomUUID } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { corpusFactsOf, type CorpusIdentity } from "../../../core/evidence/corpus-facts.ts";
import { reportHtmlPieces } from "../../../core/evidence/report-html.ts";
import { reportJsonPieces } from "../../../core/evidence/report-json.ts";
import { buildReport, type CheckedWork, type Report } from "../../../core/evidence/report-model.ts";
import { invalidSetting } from "../../../core/detect/setting-limits.ts";
import { DEFAULT_SETTINGS, type DetectionSettings } from "../../../core/model/settings.ts";
import { TokenStream } from "../../../core/text/token-stream.ts";
import { tokenise } from "../../../core/text/tokenise.ts";
import { UNICODE_VERSION } from "../../../core/text/fold-table.generated.ts";
import { checkWork } from "../../engine/check.ts";
import type { LmdbStore } from "../../engine/store/lmdb-store.ts";
import { type Context, createHost, openStoreOrStop, readPasswords, Stop } from "../context.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { prepareReportFolder, writePieces } from "../output-file.ts";
import { printReport } from "../print-report.ts";
import { terminalSafe } from "../words.ts";

export interface CheckCommandOptions {
  readonly corpus: string;
  readonly json: boolean;
  readonly report?: string;
  readonly minRun: number;
  readonly tauPos: number;
  readonly tauOff: number;
  readonly kappa: number;
  readonly query: DetectionSettings["query"];
  readonly exhaustive: boolean;
  readonly passwords?: string;
  readonly passages: number;
  readonly id?: string;
  readonly at?: string;
}

export async function check(
  context: Context,
  works: readonly string[],
  options: CheckCommandOptions,
): Promise<ExitCode> {
  const passwords = await readPasswords(options.passwords);
  const createdUtc = timeOf(options.at);
  const settings = settingsOf(options);
  const invalid = invalidSetting(settings);
  if (invalid !== undefined) {
    const { setting, got, least, most } = invalid;
    throw new Stop(EXIT.usage, `${setting} ${got} is out of range: ${least} to ${most}.`);
  }
  const files = reportFilesOf(options);
  if (files !== undefined)
    prepareReportFolder(files.html, files.json, { inputs: works, store: options.corpus });
  const store = await openStoreOrStop(context, options.corpus, "read-only");
  const snapshot = store.snapshot();
  const host = createHost(context, 1);
  try {
    const checked: CheckedWork[] = [];
    for (const work of works) {
      checked.push(
        await checkWork(work, {
          host,
          snapshot,
          settings,
          limits: context.limits,
          passwords,
          onProgress: (file, stage, done, total) => {
            context.terminal.status(`${terminalSafe(path.basename(file))}: ${stage} ${done} of ${total}`);
            return true;
          },
        }),
      );
    }
    context.terminal.clearStatus();
    const tokens = new TokenStream();
    const report = buildReport({
      provenance: {
        toolVersion: context.installation.version,
        reportId: options.id ?? randomUUID(),
        createdUtc,
        environment: environment(),
      },
      works: checked,
      settings,
      corpus: corpusFactsOf({ path: options.corpus, ...identityOf(store) }, snapshot),
      ledger: [...store.ledgerEntries()],
      openDocument: (id) => snapshot.document(id),
      tokenise: (text) => tokenise(text, tokens),
    });
    publish(context, report, files, options);
    return checked.some((work) => work.outcome.kind === "failed") ? EXIT.work : EXIT.done;
  } finally {
    await host.close();
    snapshot.close();
    await store.close();
  }
}

function settingsOf(options: CheckCommandOptions): DetectionSettings {
  return {
    ...DEFAULT_SETTINGS,
    minRun: options.minRun,
    tauPos: options.tauPos,
    tauOff: options.tauOff,
    kappa: options.kappa,
    query: options.query,
    ...(options.exhaustive ? { postingCap: Infinity, shortRunBudget: Infinity } : {}),
  };
}

function timeOf(at: string | undefined): string {
  if (at === undefined) return new Date().toISOString();
  const time = new Date(at);
  if (Number.isNaN(time.getTime()))
    throw new Stop(EXIT.usage, `--at ${terminalSafe(at)} is not a time. Write it as 2026-01-31T12:00:00Z.`);
  return time.toISOString();
}

function identityOf(store: LmdbStore): Omit<CorpusIdentity, "path"> {
  const { uuid, format, rootHash } = store.statistics();
  return { storeId: uuid, storeFormat: format, rootHash };
}

const environment = (): Readonly<Record<string, string>> => ({
  system: `${os.type()} ${os.release()} ${os.arch()}`,
  node: process.version,
  unicodeTable: UNICODE_VERSION,
});

interface ReportFiles {
  readonly html: string;
  readonly json: string;
}

function reportFilesOf({ report }: CheckCommandOptions): ReportFiles | undefined {
  if (report === undefined) return undefined;
  const html = path.resolve(report);
  return { html, json: path.join(path.dirname(html), "finding.json") };
}

function publish(
  context: Context,
  report: Report,
  files: ReportFiles | undefined,
  options: CheckCommandOptions,
): void {
  if (files !== undefined) {
    writePieces(files.html, reportHtmlPieces(report));
    writePieces(files.json, reportJsonPieces(report));
  }
  if (options.json) {
    for (const piece of reportJsonPieces(report)) process.stdout.write(piece);
  } else {
    printReport(context.terminal, report, options.passages);
  }
  if (files === undefined) return;
  const say = (line: string): void =>
    options.json ? context.terminal.note(line) : context.terminal.out(line);
  say(`Report:  ${terminalSafe(files.html)}`);
  say(`Finding: ${terminalSafe(files.json)}`);
}
