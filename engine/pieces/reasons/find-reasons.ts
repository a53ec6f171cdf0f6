import { at } from '../../base/at.ts'
import { newSearcherState } from '../../result/searcher-state.ts'
import { planCauses, settleCauses } from './cause-steps.ts'
import { hasGroupRules, settledGroupsState, settleGroups } from './group-step.ts'
import { listKept } from './kept-files.ts'
import { linesKey } from './lines-step.ts'
import { type ReasonInput, type ReasonRun, reasonRunOf } from './reason-input.ts'
import type { ReasonTask } from './reason-tasks.ts'
import { readCohorts } from './searchers.ts'
import {
  type JoinSearched,
  type JoinToSettle,
  type PieceSearched,
  readState,
  settleJoin,
  writeState,
} from './settle-step.ts'
import { batchCountOf } from './step-batches.ts'

/**
 * After an interruption a step may be repeated, or the value that it returned before may be used. The value is
 * therefore JSON of at most 64 KB, and a step may depend only on earlier steps and objects.
 */
export interface ReasonSteps {
  perform<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Returns the results of tasks in their order. The tasks may run at the same time. */
  performAll(
    phase: string,
    kind: 'explain',
    tasks: readonly NamedReasonTask[],
  ): Promise<readonly (PieceSearched | undefined)[]>
}

interface NamedReasonTask {
  readonly name: string
  readonly given: ReasonTask
}

interface FoundReasons {
  /**
   * The keys of stored objects with breaks. An object is a `NumberedBreak` as JSON on each line, in the order of the
   * result.
   */
  readonly keys: readonly string[]
  readonly searcherCount: number
}

/**
 * Finds the reasons of open records in pieces, and writes the same breaks as a run in memory. All records are read once
 * for each cohort of searching records. Those that are near searching records of a join are kept, and searched once the
 * joins before are settled. Requires that `createCohorts` has stored the searching records. A step holds a segment and
 * a cohort, or a piece, and about 30 bytes a searcher. The step that pairs groups holds the values that a rule compares.
 */
export async function findReasonsInPieces(input: ReasonInput, steps: ReasonSteps): Promise<FoundReasons> {
  const run = reasonRunOf(input, await readCohorts(input.store))
  const { store, joins, searcherCount, groupCount } = run
  if (searcherCount === 0) return { keys: [], searcherCount }
  let state = 'state/begin'
  await steps.perform('reasons-begin', () => writeState(store, 'state/begin', newSearcherState(searcherCount)))
  const pieceCounts = await keepNear(run, steps)
  const allPieceCount = pieceCounts.reduce((sum, count) => sum + count, 0)
  const foundIn: { readonly join: number; readonly groups: readonly number[] }[] = []
  let hasBegunFull = false
  for (const [join, pieceCount] of pieceCounts.entries()) {
    if (at(joins, join).failed === undefined && !hasBegunFull) {
      const missed = state
      state = 'state/matched'
      await steps.perform('reasons-matched', async () => {
        const before = await readState(store, missed)
        await writeState(store, 'state/matched', newSearcherState(searcherCount, before))
      })
      hasBegunFull = true
    }
    const searched = await searchJoin(run, steps, { join, pieceCount, state, allPieceCount })
    if (searched === undefined) continue
    state = searched.state
    foundIn.push({ join, groups: searched.groups })
  }
  const hasGroups = hasGroupRules(run)
  if (hasGroups) {
    const searched = state
    state = settledGroupsState
    await steps.perform('reasons-groups', () => settleGroups(run, searched))
  }
  const hasCauses = await findCauses(run, steps, state)
  const lines = Array.from({ length: groupCount }, (_, group): NamedReasonTask => {
    const own = foundIn.filter(({ groups }) => groups.includes(group)).map(({ join }) => join)
    return {
      name: `reasons-lines-${group}`,
      given: { kind: 'lines', group, state, foundIn: own, hasGroups, hasCauses },
    }
  })
  await steps.performAll('reasons-breaks', 'explain', lines)
  return { keys: Array.from({ length: groupCount }, (_, group) => linesKey(group)), searcherCount }
}

/** Finds the causes of the records that no join put into a break of two. Returns false where there is none. */
async function findCauses(run: ReasonRun, { perform, performAll }: ReasonSteps, state: string): Promise<boolean> {
  if (!(await perform('reasons-cause-values', () => planCauses(run, state)))) return false
  const batchCount = batchCountOf(run.segments.length, run.sizes.segmentCountAtOnce)
  const counts = Array.from({ length: batchCount }, (_, batch): NamedReasonTask => {
    return { name: `reasons-cause-counts-${batch}`, given: { kind: 'causes', batch } }
  })
  await performAll('reasons-causes', 'explain', counts)
  await perform('reasons-settle-causes', () => settleCauses(run, state, batchCount))
  return true
}

/** Keeps the records near searchers. Returns the number of pieces of each join. */
async function keepNear(run: ReasonRun, { perform, performAll }: ReasonSteps): Promise<readonly number[]> {
  const cohorts = [...run.cohorts.keys()]
  const divided = cohorts.map(
    (cohort): NamedReasonTask => ({ name: `reasons-divide-${cohort}`, given: { kind: 'divide', cohort } }),
  )
  await performAll('reasons-cohorts', 'explain', divided)
  const batchCount = batchCountOf(run.segments.length, run.sizes.segmentCountAtOnce)
  const passes = cohorts.flatMap((cohort) =>
    Array.from({ length: batchCount }, (_, batch): NamedReasonTask => {
      return { name: `reasons-pass-${cohort}-${batch}`, given: { kind: 'pass', cohort, batch } }
    }),
  )
  await performAll('reasons-passes', 'explain', passes)
  return perform('reasons-kept', () => listKept(run))
}

interface JoinToSearch extends JoinToSettle {
  readonly pieceCount: number
  /** The number of pieces of all joins. */
  readonly allPieceCount: number
}

/** Searches the pieces of a join, each in a task, and merges their finds. Undefined where they found nothing. */
async function searchJoin(
  run: ReasonRun,
  { perform, performAll }: ReasonSteps,
  { pieceCount, allPieceCount, ...search }: JoinToSearch,
): Promise<JoinSearched | undefined> {
  const { join } = search
  if (pieceCount === 0) return undefined
  const all = Array.from({ length: pieceCount }, (_, piece): NamedReasonTask => {
    return {
      name: `reasons-search-${join}-${piece}`,
      given: { kind: 'search', ...search, piece, pieceCount: allPieceCount },
    }
  })
  const searched = await performAll(`reasons-searches-${join}`, 'explain', all)
  const pieces = searched.filter((each) => each !== undefined)
  return pieces.some(({ groups, hasPartners }) => groups.length > 0 || hasPartners)
    ? perform(`reasons-settle-${join}`, () => settleJoin(run, search, pieces))
    : undefined
}
