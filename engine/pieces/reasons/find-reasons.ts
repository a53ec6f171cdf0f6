import { at } from '../../base/at.ts'
import { type JoinEntries, listKept } from './keep-step.ts'
import { filterByteCount } from './key-filter.ts'
import { planJoins, surveyedSegments } from './plan-step.ts'
import { beginReasons, type ReasonInput, type ReasonRun, type ReasonSizes, reasonRunOf } from './reason-input.ts'
import { readBytes, writeLines } from './reason-store.ts'
import { type ReasonTask, surveyedKey } from './reason-tasks.ts'
import { type JoinSearched, type JoinToSearch, type SearchedPiece, settleJoin } from './search-steps.ts'
import { formatState, newSearcherState, parseState } from './searcher-state.ts'
import { batchCountOf } from './step-batches.ts'

/**
 * After an interruption a step may be repeated, or the value that it returned before may be used. The value is
 * therefore JSON of at most 64 KB, and a step may depend only on earlier steps and objects.
 */
export interface ReasonSteps {
  step<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Returns the results of tasks in their order. The tasks may run at the same time. */
  tasks<Result>(phase: string, all: readonly NamedReasonTask[]): Promise<readonly Result[]>
}

interface NamedReasonTask {
  readonly name: string
  readonly task: ReasonTask
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
 * Finds the reasons of open records in pieces, and writes the same breaks as a run in memory. The records of a join are
 * divided into pieces by key, then by (amount, date, id). A piece also reads up to 64 neighbours on either side. A step
 * holds a segment or a piece, and about 30 bytes a searcher.
 */
export async function findReasonsInPieces(input: ReasonInput, steps: ReasonSteps): Promise<FoundReasons> {
  const begun = beginReasons(input)
  const { store, sizes } = begun
  const counts = await steps.tasks<readonly number[]>(
    'reasons surveys',
    batchesOf(begun).map((batch) => ({ name: `reasons survey ${batch}`, task: { kind: 'survey', batch } })),
  )
  const run = reasonRunOf(begun, surveyedSegments(begun, counts.flat()))
  const { joins, surveyed, searcherCount, groupCount } = run
  if (searcherCount === 0) return { keys: [], searcherCount }
  let state = 'state/begin'
  await steps.step('reasons begin', async () => {
    await writeLines(store, surveyedKey, surveyed)
    await store.write(state, formatState(newSearcherState(searcherCount)))
  })
  const foundIn: { readonly join: number; readonly groups: readonly number[] }[] = []
  const joinCount = joinCountAtOnce(sizes, searcherCount)
  let hasBegunFull = false
  for (let first = 0; first < joins.length; first += joinCount) {
    const indices = joins.slice(first, first + joinCount).map((_, index) => first + index)
    for (const { join, pieceCount } of await keptBy(run, steps, indices)) {
      if (at(joins, join).failed === undefined && !hasBegunFull) {
        const missed = state
        state = 'state/matched'
        await steps.step('reasons matched', async () => {
          const { isLeft } = parseState(await readBytes(store, missed))
          await store.write('state/matched', formatState(newSearcherState(searcherCount, isLeft)))
        })
        hasBegunFull = true
      }
      const searched = await searchJoin(run, steps, { join, pieceCount, state })
      if (searched === undefined) continue
      state = searched.state
      foundIn.push({ join, groups: searched.groups })
    }
  }
  const lines = Array.from({ length: groupCount }, (_, group): NamedReasonTask => {
    const own = foundIn.filter(({ groups }) => groups.includes(group)).map(({ join }) => join)
    return { name: `reasons lines ${group}`, task: { kind: 'lines', group, state, foundIn: own } }
  })
  return { keys: await steps.tasks('reasons breaks', lines), searcherCount }
}

const batchesOf = ({ segments, sizes }: Pick<ReasonRun, 'segments' | 'sizes'>): readonly number[] => [
  ...Array(batchCountOf(segments.length, sizes.segmentCountAtOnce)).keys(),
]

/** Reads all records once for some joins, of which each keeps those that searchers may meet. */
async function keptBy(
  run: ReasonRun,
  { step, tasks }: ReasonSteps,
  indices: readonly number[],
): Promise<readonly JoinEntries[]> {
  const [first] = indices
  await step(`reasons plan ${first}`, () => planJoins(run, indices))
  const passes = batchesOf(run).map((batch): NamedReasonTask => {
    return { name: `reasons pass ${first} ${batch}`, task: { kind: 'pass', indices, batch } }
  })
  await tasks(`reasons passes ${first}`, passes)
  return step(`reasons kept ${first}`, () => listKept(run, indices))
}

/** Searches the pieces of a join, each in a task, and merges their finds. Undefined where they found nothing. */
async function searchJoin(
  run: ReasonRun,
  { step, tasks }: ReasonSteps,
  search: JoinToSearch,
): Promise<JoinSearched | undefined> {
  const { join, pieceCount } = search
  const all = Array.from({ length: pieceCount }, (_, piece): NamedReasonTask => {
    return { name: `reasons search ${join} ${piece}`, task: { kind: 'search', ...search, piece } }
  })
  const searched = await tasks<SearchedPiece | null>(`reasons searches ${join}`, all)
  const pieces = searched.filter((each) => each !== null)
  if (at(run.joins, join).isListed) {
    const gathered = new Set(pieces.flatMap((each) => each.gathered))
    const groups = [...gathered].sort((left, right) => left - right)
    const lists = groups.map((group): NamedReasonTask => {
      const own = pieces.filter((each) => each.gathered.includes(group)).map(({ name }) => name)
      return { name: `reasons lists ${join} ${group}`, task: { kind: 'lists', ...search, group, pieces: own } }
    })
    pieces.push(...(await tasks<SearchedPiece>(`reasons listings ${join}`, lists)))
  }
  return pieces.some(({ groups, hasPartners }) => groups.length > 0 || hasPartners)
    ? step(`reasons settle ${join}`, () => settleJoin(run, search, pieces))
    : undefined
}

const joinCountAtOnce = ({ joinCountAtOnce: most, filterByteCountMax }: ReasonSizes, searcherCount: number): number =>
  Math.max(1, Math.min(most, Math.floor(filterByteCountMax / (2 * filterByteCount(searcherCount)))))
