/** The parts of the report that say what was compared with what, and how: files, method, program, definitions. */
import type { DocumentRecord } from "../index/ports.ts";
import type { TextEncodingChoice } from "../model/document.ts";
import {
  GUARANTEED_CHARACTERS,
  GUARANTEED_WORDS,
  K_UNSPACED,
  K_WORDS,
  METHOD_VERSION,
  REPORT_FORMAT,
  WINDOW,
  type DetectionSettings,
} from "../model/settings.ts";
import { DEFINITIONS } from "./definitions.ts";
import { bytes, count, counted } from "./figures.ts";
import { restMarkup, ROWS } from "./html-annex.ts";
import { foreign, markup, type Markup } from "./html-text.ts";
import type { Report } from "./report-model.ts";

export function identityMarkup({ works, corpus }: Report): Markup {
  const records = new Map<string, DocumentRecord>();
  for (const { findings } of works)
    for (const { finding } of findings) records.set(finding.document.sha256, finding.document);
  const cited = [...records.values()];
  const workRows = works.map(({ file, outcome }) => {
    const document = outcome.kind === "checked" ? outcome.document : undefined;
    return identityRow([file.path], file, document?.extractor, document?.encoding);
  });
  const rows = cited
    .slice(0, ROWS)
    .map((record) => identityRow(record.paths, record, record.extractor, record.encoding, record.textSha256));
  const table = (body: readonly Markup[]) =>
    markup`<table>
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">SHA-256 of the file</th>
          <th scope="col" class="n">Bytes</th>
          <th scope="col">Read by</th>
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>`;
  return markup`<section>
    <h2 id="identity">Identity of the files</h2>
    <h3>Works</h3>
    ${table(workRows)}
    ${
      cited.length === 0
        ? ""
        : markup`<h3>Documents with passages</h3>
            ${table(rows)}${restMarkup(cited.length - rows.length, "document", "documents")}`
    }
    <h3>Corpus</h3>
    <dl>
      <dt>Path</dt>
      <dd>${foreign(corpus.path)}</dd>
      <dt>Store</dt>
      <dd class="hash">${foreign(corpus.storeId)}, format ${corpus.storeFormat}</dd>
      ${
        corpus.rootHash === undefined
          ? ""
          : markup`<dt>Hash over all documents</dt>
              <dd class="hash">${corpus.rootHash}</dd>`
      }
      <dt>Documents</dt>
      <dd>${count(corpus.documents)}, of them ${counted(corpus.templates, "template", "templates")}</dd>
      <dt>Words</dt>
      <dd>${count(corpus.words)}</dd>
      <dt>Size of the originals</dt>
      <dd>${bytes(corpus.bytes)}</dd>
    </dl>
  </section>`;
}

function identityRow(
  paths: readonly string[],
  file: { readonly sha256: string; readonly byteLength: number },
  extractor: DocumentRecord["extractor"] | undefined,
  encoding: TextEncodingChoice | undefined,
  textSha256?: string,
): Markup {
  return markup`<tr>
    <td class="path">
      ${paths.map((path, index) => markup`${index === 0 ? "" : markup`<br /><small>also </small>`}${foreign(path)}`)}
    </td>
    <td class="hash">
      ${file.sha256 === "" ? "not read" : file.sha256}${textSha256 === undefined ? "" : markup`<br /><small>extracted text ${textSha256}</small>`}
    </td>
    <td class="n">${count(file.byteLength)}</td>
    <td>
      ${extractor === undefined ? "not read" : markup`${foreign(extractor.name)} ${foreign(extractor.version)}`}${encoding === undefined ? "" : markup`<br /><small>${foreign(encoding.label)}, ${foreign(encoding.reason)}, confidence ${encoding.confidence.toFixed(2)} of 1</small>`}
    </td>
  </tr>`;
}

export function methodMarkup(report: Report): Markup {
  const { provenance, settings } = report;
  return markup`<section>
    <h2 id="method">Method and parameters</h2>
    <p>
      The text of each file is extracted and divided into words; each word is normalised. Hashes of ${K_WORDS}
      words in a row (${K_UNSPACED} characters in scripts written without spaces) are thinned by robust
      winnowing with windows of ${WINDOW} (Schleimer, Wilkerson and Aiken, 2003). Two texts that share
      ${GUARANTEED_WORDS} words in a row (${GUARANTEED_CHARACTERS} characters) always share a selected hash.
      Shared hashes are joined into chains, each chain is aligned word by word, and only what the texts
      themselves show is reported. No step depends on chance
      or on training.
    </p>
    <dl>
      <dt>Method version</dt>
      <dd>${METHOD_VERSION}</dd>
      ${parameters(settings).map(
        ([name, value]) =>
          markup`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    <h3>Program</h3>
    <dl>
      <dt>Pincite</dt>
      <dd>${provenance.toolVersion}</dd>
      <dt>Report format</dt>
      <dd>${REPORT_FORMAT}</dd>
      <dt>Report</dt>
      <dd class="hash">${provenance.reportId}</dd>
      <dt>Made</dt>
      <dd>${provenance.createdUtc}</dd>
      ${Object.entries(provenance.environment).map(
        ([name, value]) =>
          markup`<dt>${name}</dt>
            <dd>${foreign(value)}</dd>`,
      )}
    </dl>
  </section>`;
}

function parameters(settings: DetectionSettings): [string, string][] {
  const bound = (value: number) => (Number.isFinite(value) ? count(value) : "all");
  return [
    ["Shortest run reported (min_run)", counted(settings.minRun, "word", "words")],
    ["Largest distance between hits of a chain (tau_pos)", counted(settings.tauPos, "word", "words")],
    ["Largest difference of their offsets (tau_off)", counted(settings.tauOff, "word", "words")],
    ["Fewest hits of a chain (kappa)", count(settings.kappa)],
    ["Places of one fingerprint that are followed", bound(settings.postingCap)],
    ["Documents opened for single short runs", bound(settings.shortRunBudget)],
    ["Fingerprints of the work looked up", settings.query],
  ];
}

export const definitionsMarkup = (): Markup =>
  markup`<section>
    <h2 id="definitions">Definitions</h2>
    <dl>
      ${DEFINITIONS.map(
        ({ term, meaning }) =>
          markup`<dt>${term}</dt>
            <dd>${meaning}</dd>`,
      )}
    </dl>
  </section>`;
