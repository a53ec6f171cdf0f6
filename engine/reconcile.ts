import { canonicalize } from './base/canonical.ts'
import type { Sha256 } from './base/hasher.ts'
import { finish, type Slices } from './base/slices.ts'
import { engineVersion } from './base/version.ts'
import { engineLimits, type Limits } from './match/state/limits.ts'
import { openRunState } from './match/state/open-run-state.ts'
import type { Pass, RunState } from './match/state/run-state.ts'
import { createWork, sliceStepCountUsual } from './match/state/work.ts'
import { claimAll, type OnRule } from './match/waterfall.ts'
import { hashOfLine } from './merkle/tree.ts'
import type { Side } from './record/side.ts'
import type { Table } from './record/table.ts'
import { absentFields, fieldsFound, type RunWarning } from './result/absent-fields.ts'
import { createArtifactWriter, type ResultChunk, type ResultTree } from './result/artifact.ts'
import { breakLines, markSuggested } from './result/break-lines.ts'
import { classifyBreaks } from './result/breaks.ts'
import { createCoverage } from './result/completeness.ts'
import { createDifferenceSums } from './result/difference-sums.ts'
import type { HeaderLine, ResultLine, ResultView } from './result/line.ts'
import { idOfLine } from './result/line-id.ts'
import { createMatchDifferences } from './result/match-differences.ts'
import { createMatchIds } from './result/match-ids.ts'
import { excludedLines, nettedLines } from './result/match-lines.ts'
import { writeMatches } from './result/match-writer.ts'
import type { PlacedLine } from './result/record-ids.ts'
import { settledUnits } from './result/settled-units.ts'
import { type RunSummary, summarize } from './result/summary.ts'
import { totalsLine } from './result/totals.ts'
import { unsearchedOpen } from './result/unsearched-open.ts'
import { policyHash } from './rules/canonical-policy.ts'
import type { CompiledPolicy } from './rules/compiled-policy.ts'

export interface ReconcileInput {
  /** The records of each side, and the Merkle root of their dataset, in hex. */
  readonly source: { readonly table: Table; readonly root: string }
  readonly target: { readonly table: Table; readonly root: string }
  readonly policy: CompiledPolicy
  readonly sha256: Sha256
  /** The most UTF-8 bytes of a result chunk, unless a single line is longer. 256 KB when left out. */
  readonly chunkBytesMax?: number
  /**
   * Called with each chunk when it is complete. If it returns true, the outcome leaves the chunk out, so that a large
   * result need not be in memory.
   */
  readonly takeChunk?: (chunk: ResultChunk) => boolean
  /** An empty tree that hashes the lines elsewhere, while the run goes on. */
  readonly tree?: ResultTree | undefined
  readonly onRule?: OnRule
  /** The most steps that all rules together may take. A run that needs more throws a `WorkLimitError`. */
  readonly stepCountMax?: number
  /** The number of steps after which a slice ends. Only `reconcileInSlices` reads it. */
  readonly sliceStepCount?: number
  /** Replaces limits of the engine, for tests. */
  readonly limits?: Partial<Limits>
}

export interface ReconcileResult {
  readonly chunks: readonly ResultChunk[]
  /** The Merkle root over every line, in hex. */
  readonly resultRoot: string
  readonly leafCount: number
  readonly summary: RunSummary
  readonly passes: readonly Pass[]
  /** Likely mistakes in the rules or the records. They are no part of the result's lines. */
  readonly warnings: readonly RunWarning[]
}

export interface ReconciledRun {
  readonly run: RunState
  readonly outcome: ReconcileResult
}

/**
 * Reconciles two sides under a policy: applies rule by rule, puts open records into breaks, and writes the result as
 * canonical lines. The same records, rules and roots give the same bytes, whatever the order of the records. Throws
 * when a record is not in exactly one match, break, exclusion or netted line, or when the totals do not add up.
 */
export const reconcile = (input: ReconcileInput): ReconcileResult => reconcileRun(input).outcome

/**
 * Like `reconcile`, but also returns the final state of the run. Callers that explain a finished run start from this
 * state instead of binding the rules again.
 */
export const reconcileRun = (input: ReconcileInput): ReconciledRun =>
  finish(reconcileInSlices({ ...input, sliceStepCount: Number.POSITIVE_INFINITY }))

/** Like `reconcileRun`, in slices. The length of a slice is counted in steps, since the engine has no clock. */
export function* reconcileInSlices(input: ReconcileInput): Slices<ReconciledRun> {
  const { policy, sha256 } = input
  const run = yield* startRun(input)
  yield* claimAll(run, input.onRule)
  const artifact = createArtifactWriter(sha256, input)
  artifact.add('header', headerLine(input))
  const coverage = createCoverage(run)
  const settled = settledUnits(run)
  const differences = createMatchDifferences(run, settled)
  const sums = createDifferenceSums(run, settled, differences)
  const { suggestions, confidence, idAt } = yield* writeMatches(run, {
    artifact,
    coverage,
    settled,
    sums,
    differences,
  })
  const netted = nettedLines(run)
  const nettings = netted.map(({ netting, line }) => ({ netting, id: idOfNetted(sha256, line) }))
  for (const { netting } of netted) sums.addNetting(netting)
  const breaks = yield* classifyBreaks(run, createMatchIds({ coverage, idAt, nettings }))
  const write = function* (view: ResultView, lines: readonly PlacedLine<ResultLine>[]): Slices<void> {
    for (const each of lines) {
      coverage.add(each)
      artifact.add(view, each.line)
      if (run.work.endsSlice(stepsOfLine)) yield
    }
  }
  yield* write('breaks', markSuggested(yield* breakLines(run, breaks, sha256), suggestions))
  yield* write('excluded', excludedLines(run))
  yield* write('netted', netted)
  // The header and the suggestions are not counted: their lines take no record.
  coverage.assertComplete(artifact.lineCount() - 1 - suggestions.length)
  const totals = totalsLine(run, settled, sums.sums())
  artifact.add('totals', totals)
  const { chunks, root, leafCount } = artifact.finish()
  const summary = summarize(run, { confidence, suggestionCount: suggestions.length, breaks, totals })
  const foundIn = (side: Side) => fieldsFound(input[side].table, policy.attributePaths)
  const absent = absentFields(policy, { source: foundIn('source'), target: foundIn('target') })
  const warnings = [...unsearchedOpen(run, breaks), ...absent]
  return { run, outcome: { chunks, resultRoot: root, leafCount, summary, passes: run.passes, warnings } }
}

const stepsOfLine = 1_000

function* startRun({
  source,
  target,
  policy,
  limits,
  stepCountMax,
  sliceStepCount = sliceStepCountUsual,
}: ReconcileInput): Slices<RunState> {
  const work = createWork({ limits: { ...engineLimits, ...limits }, stepCountMax, sliceStepCount })
  return yield* openRunState({ source: source.table, target: target.table }, policy, { work })
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

/** The id of a netted line. Breaks refer to it and are written first. */
const idOfNetted = (sha256: Sha256, line: ResultLine): string =>
  idOfLine('netted', hashOfLine(sha256, canonicalize(line)))
