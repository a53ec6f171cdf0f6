import { byteAt } from '../../base/at.ts'
import { computeWithPauses } from '../../base/slices.ts'
import { bindPlaces } from '../../match/state/bound-rule.ts'
import { type BySide, type Side, sides } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import { createTableBuilder } from '../../record/table-builder.ts'
import { chooseGroups, type DescribedPair, describePair, type GroupFinds } from '../../result/describe-groups.ts'
import { type GroupPair, pairGroups } from '../../result/group-pairs.ts'
import { type GroupRecord, groupRecordsOf } from '../../result/group-records.ts'
import { pairsGroups } from '../../result/open-groups.ts'
import { searcherRows } from '../../result/searcher-state.ts'
import type { CompiledRule } from '../../rules/compiled-policy.ts'
import { createPieceReader } from '../records/piece-records.ts'
import { createRecordFile } from '../records/record-file.ts'
import type { ReasonRun } from './reason-input.ts'
import { readLines, writeLines } from './reason-store.ts'
import { readCohort, readCohortLines } from './searchers.ts'
import { groupOfSearcher, readState, writeState } from './settle-step.ts'

/** What searchers say of the groups that one criterion alone keeps apart from their own. */

type SearcherGroups = readonly [searcher: number, finds: GroupFinds]

const foundKey = (group: number): string => `groups/${group}`

export const settledGroupsState = 'state/groups'

/** The enabled rules by which groups are paired, with their positions. */
const rulesOf = ({ policy }: ReasonRun): readonly (readonly [position: number, compiled: CompiledRule])[] =>
  [...policy.compiled.filter(({ rule }) => rule.enabled).entries()].filter(([, compiled]) => pairsGroups(compiled))

export const hasGroupRules = (run: ReasonRun): boolean => rulesOf(run).length > 0

/** Writes what searchers say of groups, and their state. Holds the values of searchers that a rule compares. */
export async function settleGroups(run: ReasonRun, state: string): Promise<void> {
  const { store, searcherCount, groupCount } = run
  const known = await readState(store, state)
  const byRule: DescribedPair[][] = []
  for (const [position, compiled] of rulesOf(run)) {
    const records = await recordsUnder(run, { compiled, position, isLeft: known.isLeft })
    const pairs = await computeWithPauses(pairGroups(compiled, records), run.pause)
    const described: DescribedPair[] = []
    for (let from = 0; from < pairs.length; from += pairCountAtOnce)
      for (const each of await describePairs(run, compiled, pairs.slice(from, from + pairCountAtOnce)))
        described.push(each)
    byRule.push(described)
  }
  const found = new Map<number, SearcherGroups[]>()
  for (const [searcher, finds] of chooseGroups(byRule)) {
    known.hasNear[searcher] = 1
    const group = groupOfSearcher(searcher, searcherCount, groupCount)
    const own = found.get(group)
    if (own === undefined) found.set(group, [[searcher, finds]])
    else own.push([searcher, finds])
  }
  for (let group = 0; group < groupCount; group++) await writeLines(store, foundKey(group), found.get(group) ?? [])
  await writeState(store, settledGroupsState, known)
}

export const readGroups = async (
  { store }: Pick<ReasonRun, 'store'>,
  group: number,
): Promise<ReadonlyMap<number, GroupFinds>> => new Map(await readLines<SearcherGroups>(store, foundKey(group)))

/** The records of so many pairs are in memory at once. */
const pairCountAtOnce = 4_096

interface GroupRule {
  readonly compiled: CompiledRule
  readonly position: number
  readonly isLeft: Uint8Array
}

async function recordsUnder(
  run: ReasonRun,
  { compiled, position, isLeft }: GroupRule,
): Promise<BySide<readonly GroupRecord[]>> {
  const none = emptyTable(run)
  const records = { source: [] as GroupRecord[], target: [] as GroupRecord[] }
  for (const [index, { side, firstSearcher }] of run.cohorts.entries()) {
    const { table, rowCount, markOf } = await readCohort(run, index)
    const bound = bindPlaces(compiled, { source: none, target: none, [side]: table })
    const searchers = searcherRows(
      Int32Array.from({ length: rowCount }, (_, row) => (markOf(row).bornAt < position ? firstSearcher + row : -1)),
    )
    const own = await computeWithPauses(groupRecordsOf(bound, { side, table, searchers, isLeft }), run.pause)
    for (const record of own) records[side].push(record)
  }
  return records
}

const emptyTable = ({ policy }: ReasonRun): Table => createTableBuilder(policy.attributePaths).finish()

/** Reads the first record of each group, and compares the groups by them. */
async function describePairs(
  run: ReasonRun,
  compiled: CompiledRule,
  pairs: readonly GroupPair[],
): Promise<readonly DescribedPair[]> {
  const first = (pair: GroupPair, side: Side): number => pair[side].records[0].searcher
  const isWanted = new Uint8Array(run.searcherCount)
  for (const pair of pairs) for (const side of sides) isWanted[first(pair, side)] = 1
  const files = { source: createRecordFile(), target: createRecordFile() }
  const rowOf = new Map<number, number>()
  const counts = { source: 0, target: 0 }
  for (const [index, { side, firstSearcher }] of run.cohorts.entries()) {
    const { rowCount, markOf, lineOf } = await readCohortLines(run, index)
    for (let row = 0; row < rowCount; row++) {
      if (byteAt(isWanted, firstSearcher + row) === 0) continue
      files[side].add(markOf(row), lineOf(row))
      rowOf.set(firstSearcher + row, counts[side]++)
    }
    await run.pause()
  }
  const tableOf = async (side: Side): Promise<Table> => {
    const reader = createPieceReader(run.policy.attributePaths, { keepsLines: false })
    await computeWithPauses(reader.addInSlices(files[side].finish()), run.pause)
    return reader.finish().table
  }
  const rule = bindPlaces(compiled, { source: await tableOf('source'), target: await tableOf('target') }, run.facts)
  return pairs.flatMap((pair) => {
    const row = (side: Side): number => {
      const found = rowOf.get(first(pair, side))
      if (found === undefined) throw new RangeError('The first record of each group is read')
      return found
    }
    return describePair(rule, pair, { source: row('source'), target: row('target') }) ?? []
  })
}
