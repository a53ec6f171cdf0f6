import { at } from '../../base/at.ts'
import { type ExplainInput, type ExplainRun, type ExplainSizes, explainSizes } from './explain-input.ts'
import { explainJoins } from './explain-joins.ts'
import { readBytes } from './explain-store.ts'
import { filterByteCount } from './key-filter.ts'
import { linesStep } from './lines-step.ts'
import { formatState, newLookerState, parseState } from './looker-state.ts'
import { planStep, surveyStep } from './plan-step.ts'
import { runsStep } from './runs-step.ts'
import { searchJoin } from './search-steps.ts'

/** Where the breaks of an explanation are. */
export interface Explained {
  /** Objects of `ExplainedBreak` as JSON, one a line; each object in the order of the artifact. */
  readonly keys: readonly string[]
  readonly lookerCount: number
}

/**
 * Explains the open records of a run in pieces, in the same lines as `explainOpenRecords` does in memory: each join is
 * searched in pieces by key, then by (amount, date, id), with 64 neighbours on either side. No step holds more than its
 * slice or its piece, and 25 bytes a record that looks for others.
 */
export async function explainInPieces({ sizes, rest = async () => {}, ...given }: ExplainInput): Promise<Explained> {
  const input = { ...given, rest }
  const { store, policy, limits } = input
  const allSizes = { ...explainSizes, ...sizes }
  const surveyed = await surveyStep(input, allSizes)
  const last = surveyed.at(-1)
  const lookerCount = last === undefined ? 0 : last.firstLooker + last.lookerCount
  if (lookerCount === 0) return { keys: [], lookerCount }
  const joins = explainJoins(policy, limits.explainedTextStepCountMax)
  const groupCount = Math.ceil(lookerCount / allSizes.groupLookerCount)
  const run: ExplainRun = { ...input, sizes: allSizes, joins, surveyed, lookerCount, groupCount }
  let state = 'state/begin'
  await store.step('explain begin', () => store.write(state, formatState(newLookerState(lookerCount))))
  const foundIn: { readonly join: number; readonly groups: readonly number[] }[] = []
  const joinCount = joinCountAtOnce(allSizes, lookerCount)
  let hasBegunFull = false
  for (let first = 0; first < joins.length; first += joinCount) {
    const indices = joins.slice(first, first + joinCount).map((_, index) => first + index)
    await planStep(run, indices)
    const runs = await runsStep(run, indices)
    for (const [position, index] of indices.entries()) {
      if (at(joins, index).failed === undefined && !hasBegunFull) {
        const missed = state
        state = 'state/matched'
        await store.step('explain matched', async () => {
          const { isLeft } = parseState(await readBytes(store, missed))
          await store.write('state/matched', formatState(newLookerState(lookerCount, isLeft)))
        })
        hasBegunFull = true
      }
      const searched = await searchJoin(run, { index, runs: at(runs, position), state })
      if (searched === undefined) continue
      state = searched.state
      foundIn.push({ join: index, groups: searched.groups })
    }
  }
  const lines = Array.from({ length: groupCount }, (_, group) => linesStep(run, { group, state, foundIn }))
  return { keys: await store.steps('explain breaks', lines), lookerCount }
}

/** Joins that the records are passed over for at a time: at least one. */
const joinCountAtOnce = ({ joinCountAtOnce: most, filterByteCountMax }: ExplainSizes, lookerCount: number): number =>
  Math.max(1, Math.min(most, Math.floor(filterByteCountMax / (2 * filterByteCount(lookerCount)))))
