/**
 * What is left out of the figures "after exclusions". Figures before exclusions never change; every rule that is on is
 * printed with the words it takes off.
 */
export interface ExclusionRules {
  /** Words of the work inside quotation marks or a block quotation. */
  readonly quotations: boolean;
  /** Words of the work in its list of references. */
  readonly bibliography: boolean;
  /** Words that a supplied template holds too. */
  readonly templates: boolean;
  /** Passages whose fingerprints stand in more documents than the posting cap, or in the background set. */
  readonly commonText: boolean;
  /** Verbatim runs of fewer words than this; 0 takes off none. */
  readonly runsBelowWords: number;
  /** Single documents of the corpus, each with the reason that was recorded. */
  readonly documents: readonly { readonly document: number; readonly reason: string }[];
}

export const DEFAULT_EXCLUSIONS: ExclusionRules = {
  quotations: false,
  bibliography: false,
  templates: true,
  commonText: false,
  runsBelowWords: 0,
  documents: [],
};
