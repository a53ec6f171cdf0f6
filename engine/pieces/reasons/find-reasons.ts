import { at } from '../../base/at.ts'
import { keepStep } from './keep-step.ts'
import { filterByteCount } from './key-filter.ts'
import { linesStep } from './lines-step.ts'
import { planStep, surveyStep } from './plan-step.ts'
import { type ReasonInput, type ReasonRun, type ReasonSizes, reasonSizes } from './reason-input.ts'
import { reasonJoins } from './reason-joins.ts'
import { readBytes } from './reason-store.ts'
import { searchJoin } from './search-steps.ts'
import { formatState, newSearcherState, parseState } from './searcher-state.ts'

interface FoundReasons {
  /**
   * The keys of stored objects with breaks. An object is a `NumberedBreak` as JSON on each line, in the order of the
   * result.
   */
  readonly keys: readonly string[]
  readonly searcherCount: number
}

/**
 * Finds the reasons of open records in pieces, and writes the same breaks as a run in memory. The records of a join are
 * divided into pieces by key, then by (amount, date, id). A piece also reads up to 64 neighbours on either side. A step
 * holds a segment or a piece, and about 30 bytes a searcher.
 */
export async function findReasonsInPieces({
  sizes,
  pause = async () => {},
  ...given
}: ReasonInput): Promise<FoundReasons> {
  const input = { ...given, pause }
  const { store, policy, limits } = input
  const allSizes = { ...reasonSizes, ...sizes }
  const surveyed = await surveyStep(input, allSizes)
  const last = surveyed.at(-1)
  const searcherCount = last === undefined ? 0 : last.firstSearcher + last.searcherCount
  if (searcherCount === 0) return { keys: [], searcherCount }
  const joins = reasonJoins(policy, limits.explainedTextStepCountMax)
  const groupCount = Math.ceil(searcherCount / allSizes.groupSearcherCount)
  const run: ReasonRun = { ...input, sizes: allSizes, joins, surveyed, searcherCount, groupCount }
  let state = 'state/begin'
  await store.step('reasons begin', () => store.write(state, formatState(newSearcherState(searcherCount))))
  const foundIn: { readonly join: number; readonly groups: readonly number[] }[] = []
  const joinCount = joinCountAtOnce(allSizes, searcherCount)
  let hasBegunFull = false
  for (let first = 0; first < joins.length; first += joinCount) {
    const indices = joins.slice(first, first + joinCount).map((_, index) => first + index)
    await planStep(run, indices)
    const kept = await keepStep(run, indices)
    for (const [position, index] of indices.entries()) {
      if (at(joins, index).failed === undefined && !hasBegunFull) {
        const missed = state
        state = 'state/matched'
        await store.step('reasons matched', async () => {
          const { isLeft } = parseState(await readBytes(store, missed))
          await store.write('state/matched', formatState(newSearcherState(searcherCount, isLeft)))
        })
        hasBegunFull = true
      }
      const searched = await searchJoin(run, { index, kept: at(kept, position), state })
      if (searched === undefined) continue
      state = searched.state
      foundIn.push({ join: index, groups: searched.groups })
    }
  }
  const lines = Array.from({ length: groupCount }, (_, group) => linesStep(run, { group, state, foundIn }))
  return { keys: await store.steps('reasons breaks', lines), searcherCount }
}

const joinCountAtOnce = ({ joinCountAtOnce: most, filterByteCountMax }: ReasonSizes, searcherCount: number): number =>
  Math.max(1, Math.min(most, Math.floor(filterByteCountMax / (2 * filterByteCount(searcherCount)))))
