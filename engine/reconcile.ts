import type { Sha256 } from './base/hasher.ts'
import { finish, type Slices } from './base/slices.ts'
import type { ByHand } from './match/state/hand-matches.ts'
import { engineLimits, type Limits } from './match/state/limits.ts'
import { openRunState } from './match/state/open-run-state.ts'
import { type RunState, status } from './match/state/run-state.ts'
import { createWork, sliceStepCountUsual } from './match/state/work.ts'
import { claimAll, type OnRule } from './match/waterfall.ts'
import { type BySide, sides } from './record/side.ts'
import type { Table } from './record/table.ts'
import type { ResultChunk, ResultTree } from './result/artifact.ts'
import { breakLines, markSuggested } from './result/break-lines.ts'
import { classifyBreaks } from './result/breaks.ts'
import { writeClaimed } from './result/claimed-lines.ts'
import type { HeaderSide } from './result/header-side.ts'
import { excludedLines, suggestionsById } from './result/match-lines.ts'
import { outcomeOf, type RunOutcome } from './result/outcome.ts'
import { headerLine, openResult, type WrittenResult } from './result/result-writer.ts'
import { countRun } from './result/run-figures.ts'
import type { CompiledPolicy } from './rules/compiled-policy.ts'

interface ReconciledSide {
  readonly table: Table
  /** The Merkle root over the records of the dataset or of all parts, in hex. */
  readonly root: string
  /** Of a period's run: what the side was read from, in this order. */
  readonly parts?: HeaderSide['parts']
}

export interface ReconcileInput {
  readonly source: ReconciledSide
  readonly target: ReconciledSide
  readonly policy: CompiledPolicy
  /** Of a period's run: what decisions ask, and the root over the lines of their instructions. */
  readonly instructions?: (ByHand & { readonly root: string }) | undefined
  readonly sha256: Sha256
  /** The most UTF-8 bytes of a result chunk, unless a single line is longer. 256 KB when left out. */
  readonly chunkBytesMax?: number
  /**
   * Called with each chunk when it is complete; later its bytes are overwritten. If it returns true, the outcome leaves
   * the chunk out, so that a large result need not be in memory.
   */
  readonly takeChunk?: (chunk: ResultChunk) => boolean
  /** An empty tree that hashes the lines elsewhere, while the run goes on. */
  readonly tree?: ResultTree | undefined
  readonly onRule?: OnRule
  /** Called after the last rule with how many records are open. Throws where those are too many for the caller. */
  readonly onOpen?: (recordCount: number) => void
  /** The most steps that all rules together may take. A run that needs more throws a `WorkLimitError`. */
  readonly stepCountMax?: number
  /** The number of steps after which a slice ends. Only `reconcileInSlices` reads it. */
  readonly sliceStepCount?: number
  /** Replaces limits of the engine, for tests. */
  readonly limits?: Partial<Limits>
}

export interface ReconcileResult extends WrittenResult, Omit<RunOutcome, 'totals'> {}

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
  input.onOpen?.(openCount(run))
  const header = headerLine({ policy, sha256, instructions: input.instructions?.root, ...headersOf(input) })
  const result = openResult(run, { ...input, header })
  const suggestions = suggestionsById(run)
  const claimed = yield* writeClaimed(run, { ...result, suggestions, sha256 })
  const breaks = yield* classifyBreaks(run, claimed.ids)
  yield* result.write('breaks', markSuggested(yield* breakLines(run, breaks, sha256), suggestions))
  yield* result.write('excluded', excludedLines(run))
  yield* result.write('netted', claimed.netted)
  const suggestionCount = suggestions.length
  const figures = countRun(run, { claimed, suggestionCount, breaks })
  const { totals, ...outcome } = outcomeOf({ policy, limits: run.work.limits, header }, figures)
  return { run, outcome: { ...(yield* result.finish(totals, suggestionCount)), ...outcome } }
}

function* startRun({
  source,
  target,
  policy,
  limits,
  stepCountMax,
  sliceStepCount = sliceStepCountUsual,
  instructions: byHand,
}: ReconcileInput): Slices<RunState> {
  const work = createWork({ limits: { ...engineLimits, ...limits }, stepCountMax, sliceStepCount })
  return yield* openRunState({ source: source.table, target: target.table }, policy, { work, byHand })
}

const openCount = (run: RunState): number =>
  sides.reduce((sum, side) => sum + run[side].statuses.filter((each) => each === status.open).length, 0)

const headersOf = ({ source, target }: ReconcileInput): BySide<HeaderSide> => ({
  source: headerOf(source),
  target: headerOf(target),
})

const headerOf = ({ table, root, parts }: ReconciledSide): HeaderSide => ({
  count: table.rowCount,
  root,
  ...(parts && { parts }),
})
