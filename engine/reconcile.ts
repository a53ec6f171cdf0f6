import { canonicalize } from './base/canonical.ts'
import type { Sha256 } from './base/hasher.ts'
import { engineVersion } from './base/version.ts'
import { engineLimits, type Limits } from './match/limits.ts'
import { createRunState, type Match, type Pass, type RunState } from './match/run-state.ts'
import { rowsBySide } from './match/seen-run.ts'
import { claimAll, type OnRule } from './match/waterfall.ts'
import { createWork } from './match/work.ts'
import { hashOfLine } from './merkle/tree.ts'
import type { Table } from './record/table.ts'
import { absentFields, type RunWarning } from './result/absent-fields.ts'
import { type ArtifactWriter, createArtifactWriter, type ResultChunk } from './result/artifact.ts'
import type { MatchIds } from './result/break.ts'
import { breakLines, markSuggested } from './result/break-lines.ts'
import { classifyBreaks } from './result/breaks.ts'
import { assertComplete } from './result/completeness.ts'
import type { HeaderLine, ResultLine, ResultView } from './result/line.ts'
import { idOfLine } from './result/line-id.ts'
import { excludedLines, matchLines, nettedLines, suggestionLines } from './result/match-lines.ts'
import { type RunSummary, summarize } from './result/summary.ts'
import { totalsLine } from './result/totals.ts'
import { unexplainedOpen } from './result/unexplained-open.ts'
import { policyHash } from './rules/canonical-policy.ts'
import type { CompiledPolicy } from './rules/compiled-policy.ts'

export interface ReconcileInput {
  /** The records of each side, and the Merkle root of the dataset they were read from, in hex. */
  readonly source: { readonly table: Table; readonly root: string }
  readonly target: { readonly table: Table; readonly root: string }
  readonly policy: CompiledPolicy
  readonly sha256: Sha256
  /** Upper bound of a result chunk's UTF-8 bytes unless one line is longer; 256 KB when left out. */
  readonly chunkBytesMax?: number
  /** Called as each rule begins; the result does not depend on it. */
  readonly onRule?: OnRule
  /** Counted steps that all rules together may take; a run that needs more throws a `WorkLimitError`. */
  readonly stepCountMax?: number
  /** Bounds other than the engine's, for tests. */
  readonly limits?: Partial<Limits>
}

export interface ReconcileResult {
  readonly chunks: readonly ResultChunk[]
  /** The Merkle root over every line, in hex. */
  readonly resultRoot: string
  readonly leafCount: number
  readonly summary: RunSummary
  /** What each enabled rule did, in order. */
  readonly passes: readonly Pass[]
  /** Likely mistakes in the rules or the records; the lines do not depend on them. */
  readonly warnings: readonly RunWarning[]
}

export interface ReconciledRun {
  readonly run: RunState
  readonly outcome: ReconcileResult
}

/**
 * Reconciles two sides under a policy: claims rule by rule, classifies what is left as breaks, and writes the result as
 * canonical lines. The same records, rules and roots give the same bytes, in whatever order the records stand.
 * Throws when a record is not in exactly one match, break, exclusion or netted line, or when the totals do not add up.
 */
export const reconcile = (input: ReconcileInput): ReconcileResult => reconcileRun(input).outcome

/**
 * The same beside the run at its end. Callers that explain a finished run start from this state instead of binding the
 * rules again.
 */
export function reconcileRun(input: ReconcileInput): ReconciledRun {
  const { policy, sha256 } = input
  const run = startRun(input)
  claimAll(run, input.onRule)
  const writer = createArtifactWriter(sha256, input.chunkBytesMax)
  writer.add('header', headerLine(input))
  const matches = matchLines(run)
  const netted = nettedLines(run)
  const ids = matchIds([
    ...matches.map(({ match, line }) => ({ match, id: idOfLine('match', writer.add('matches', line)) })),
    // Breaks, which come before the netted lines, refer to them.
    ...netted.map(({ netting, line }) => ({
      match: netting,
      id: idOfLine('netted', hashOfLine(sha256, canonicalize(line))),
    })),
  ])
  const suggestions = suggestionLines(run)
  write(writer, 'suggestions', suggestions)
  const breaks = classifyBreaks(run, ids)
  const totals = totalsLine(run)
  const broken = markSuggested(breakLines(run, breaks, sha256), suggestions)
  const excluded = excludedLines(run)
  write(writer, 'breaks', broken)
  write(writer, 'excluded', excluded)
  const nettings = netted.map(({ line }) => line)
  write(writer, 'netted', nettings)
  writer.add('totals', totals)
  const lines = matches.map(({ line }) => line)
  assertComplete(run, [...lines, ...broken, ...excluded, ...nettings])
  const { chunks, root, leafCount } = writer.finish()
  const summary = summarize(run, { lines, suggestions, breaks, totals })
  const absent = absentFields(policy, { source: input.source.table, target: input.target.table })
  const warnings = [...unexplainedOpen(run, breaks), ...absent]
  return { run, outcome: { chunks, resultRoot: root, leafCount, summary, passes: run.passes, warnings } }
}

function startRun({ source, target, policy, limits, stepCountMax }: ReconcileInput): RunState {
  const work = createWork({ limits: { ...engineLimits, ...limits }, stepCountMax })
  return { ...createRunState(source.table, target.table, policy), work }
}

function headerLine({ source, target, policy, sha256 }: ReconcileInput): HeaderLine {
  return {
    kind: 'tallystick/result@1',
    engine: engineVersion,
    policy: policyHash(policy, sha256),
    source: { count: source.table.rowCount, root: source.root },
    target: { count: target.table.rowCount, root: target.root },
  }
}

function write(writer: ArtifactWriter, view: ResultView, lines: readonly ResultLine[]): void {
  for (const line of lines) writer.add(view, line)
}

/** The ids by which breaks refer to matches and nettings. */
function matchIds(matches: readonly { readonly match: Match; readonly id: string }[]): MatchIds {
  const idByMatch = new Map<Match, string>()
  const idByRow = { source: new Map<number, string>(), target: new Map<number, string>() }
  for (const { match, id } of matches) {
    idByMatch.set(match, id)
    const rows = rowsBySide(match.rule, match)
    for (const row of rows.source) idByRow.source.set(row, id)
    for (const row of rows.target) idByRow.target.set(row, id)
  }
  return {
    ofRow: (side, row) => idByRow[side].get(row),
    ofMatch(match) {
      const id = idByMatch.get(match)
      if (id === undefined) throw new Error('Every match of the run has a line')
      return id
    },
  }
}
