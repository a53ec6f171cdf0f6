import type { Slices } from '../base/slices.ts'
import { rowsById } from '../match/blocks/id-order.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import type { RunState } from '../match/state/run-state.ts'
import { runSeenBy, sideOfPlace } from '../match/state/seen-run.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { Break, MatchIds } from './break.ts'
import { type DescribedFinds, describeFinds, type OpenRecord } from './describe-found.ts'
import { grounds } from './grounds.ts'
import type { PartOf } from './line.ts'
import { openBreaks, reasonOf } from './open-breaks.ts'
import { causesOfOpen } from './open-causes.ts'
import { findOpenGroups } from './open-groups.ts'
import { openLine } from './open-line.ts'
import { type PairJoin, pairJoins } from './pair-joins.ts'
import { createMerge, createPartners } from './part-finds.ts'
import type { Places } from './record-order.ts'
import { codeIn, type FoundRows, type RunPart, searchPart } from './search-part.ts'
import {
  foundCount,
  isUnexplained,
  newSearcherState,
  type SearcherRows,
  type SearcherState,
  searcherRows,
} from './searcher-state.ts'
import { createSharedRows } from './shared-rows.ts'

export interface OpenRecords extends BySide<readonly number[]> {
  readonly places: () => Places
  readonly ids: MatchIds
  /** The set that an open record is a part of, and misses its anchor. */
  readonly partOf: (record: OpenRecord) => PartOf | undefined
}

/**
 * Puts the open rows into breaks. A source and a target form one break if they miss only each other, by an amount, date
 * or currency criterion, and share an identity. Every other record is missing on the other side. Up to a limit, the
 * first open records of each side by id search for near misses. O(joins × records) time, and memory for three near
 * misses and three matched records each.
 */
export function* classifyOpenRecords(
  run: RunState,
  rules: readonly BoundRule[],
  { places, ids, partOf, ...open }: OpenRecords,
): Slices<Break[]> {
  if (open.source.length + open.target.length === 0) return []
  const rows = { source: searchedRows(run, 'source', open.source), target: searchedRows(run, 'target', open.target) }
  const searched = [...recordsOf('source', rows.source.searched), ...recordsOf('target', rows.target.searched)]
  const joins = pairJoins(rules, run.work.limits.explainedTextStepCountMax)
  const whole = { searchers: searchersOf(run, searched), places: places(), shared: createSharedRows() }
  const wholeUnder = (join: PairJoin): RunPart => {
    const { rule } = join
    return {
      ...join,
      run: runSeenBy(run, rule),
      places: inPlaces(rule, whole.places),
      shared: whole.shared,
      searchers: inPlaces(rule, whole.searchers),
      numberOf: (_, row) => row,
      claimOf: (place, row) => ids.ofRow(sideOfPlace(rule, place), row),
    }
  }
  const missed = newSearcherState(searched.length)
  const misses = yield* findAll(joins.nearMisses.map(wholeUnder), missed)
  const state = newSearcherState(searched.length, missed)
  const taken = yield* findAll(joins.full.map(wholeUnder), state)
  const groups = yield* findOpenGroups(run, rules, { searched, searchers: whole.searchers, state })
  const unexplained = [...searched.entries()].filter(
    ([searcher, record]) => isUnexplained(state, searcher) && partOf(record) === undefined,
  )
  const causes = yield* causesOfOpen(run, unexplained)
  const breaks: Break[] = []
  const known = { searchers: searched.entries(), state, misses, taken, groups, partOf, causes }
  for (const { records, ...said } of openBreaks(known)) {
    breaks.push({ ...rowsOf(records), ...said })
    if (run.work.endsSlice(stepsOfBreak)) yield
  }
  for (const record of sides.flatMap((side) => recordsOf(side, rows[side].others))) {
    const line = openLine({ reason: reasonOf(record), taken: [] })
    breaks.push({ ...rowsOf([record]), line, candidates: [], isUnsearched: true })
  }
  return breaks
}

const stepsOfBreak = 1_000

const recordsOf = (side: Side, rows: readonly number[]): readonly OpenRecord[] =>
  rows.map((number) => ({ side, number }))

function rowsOf(records: readonly OpenRecord[]): BySide<readonly number[]> {
  const of = (side: Side) => records.filter((each) => each.side === side).map(({ number }) => number)
  return { source: of('source'), target: of('target') }
}

/**
 * The open rows of a side that search for near misses, which are the first by id, and the other open rows. O(n log n).
 */
function searchedRows(run: RunState, side: Side, open: readonly number[]) {
  const { explainedCountMax } = run.work.limits
  if (open.length <= explainedCountMax) return { searched: open, others: [] }
  const sorted = rowsById(run[side], open)
  return { searched: sorted.slice(0, explainedCountMax), others: sorted.slice(explainedCountMax) }
}

function searchersOf(run: RunState, searched: readonly OpenRecord[]): BySide<SearcherRows> {
  const searchers = {
    source: new Int32Array(run.source.table.rowCount).fill(-1),
    target: new Int32Array(run.target.table.rowCount).fill(-1),
  }
  for (const [searcher, { side, number }] of searched.entries()) searchers[side][number] = searcher
  return { source: searcherRows(searchers.source), target: searcherRows(searchers.target) }
}

/** What a netting rule sees in both places is of its one side. */
const inPlaces = <OfSide>(rule: BoundRule, bySide: BySide<OfSide>): BySide<OfSide> => ({
  source: bySide[sideOfPlace(rule, 'source')],
  target: bySide[sideOfPlace(rule, 'target')],
})

/** What joins find in turn. A searcher in a break of two records searches no more. Changes `state`. */
function* findAll(parts: readonly RunPart[], state: SearcherState): Slices<readonly DescribedFinds[]> {
  const all: DescribedFinds[] = []
  for (const part of parts) {
    if (!state.isLeft.includes(1)) break
    const { partners: found, finds } = yield* searchPart(part, state)
    const partners = createPartners(state.isLeft.length)
    partners.add(found)
    const merge = createMerge(state, partners)
    const merged = merge(finds, {
      codeOf: ({ place, other }) => codeIn(part, place === 'source' ? 'target' : 'source', other),
      compare: () => 0,
    })
    const counts = new Map(merged.map((each) => [each.searcher, documentCount(each)]))
    const mayBeFirst = (searcher: number): boolean => foundCount(state, searcher) === counts.get(searcher)
    for (const each of yield* describeFinds(part, merged, mayBeFirst)) all.push(each)
  }
  return all
}

const documentCount = ({ found }: FoundRows['finds'][number]): number =>
  found.filter(({ ground }) => ground === grounds.document).length
