import { at } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { holdsApart } from '../match/state/apart.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import type { RunState } from '../match/state/run-state.ts'
import type { BySide, Side } from '../record/side.ts'
import type { CompiledRule } from '../rules/compiled-policy.ts'
import type { OpenRecord } from './describe-found.ts'
import { chooseGroups, type DescribedPair, describePair, type GroupFinds } from './describe-groups.ts'
import { pairGroups } from './group-pairs.ts'
import { groupRecordsOf } from './group-records.ts'
import type { SearcherRows, SearcherState } from './searcher-state.ts'

interface SearchedRecords {
  readonly searched: readonly OpenRecord[]
  readonly searchers: BySide<SearcherRows>
}

/** Whether open records may form groups by the rule that one criterion alone keeps apart. */
export const pairsGroups = ({ rule, criteria }: CompiledRule): boolean =>
  rule.action === 'match' &&
  rule.side === undefined &&
  rule.sum !== undefined &&
  rule.cardinality !== '1:1' &&
  criteria.length > 0

/**
 * What searching records say of the groups that one criterion alone keeps apart from their own, by searcher. Marks them
 * in `state`. O(records × log records) for each rule for groups.
 */
export function* findOpenGroups(
  run: RunState,
  rules: readonly BoundRule[],
  { searched, searchers, state }: SearchedRecords & { readonly state: SearcherState },
): Slices<ReadonlyMap<number, GroupFinds>> {
  const byRule: DescribedPair[][] = []
  for (const rule of rules) {
    if (!pairsGroups(rule.compiled)) continue
    const recordsOf = (side: Side) =>
      groupRecordsOf(rule, { side, table: run[side].table, searchers: searchers[side], isLeft: state.isLeft })
    const records = { source: yield* recordsOf('source'), target: yield* recordsOf('target') }
    const pairs: DescribedPair[] = []
    for (const pair of yield* pairGroups(rule.compiled, records)) {
      const rowsIn = (side: Side) => pair[side].records.map(({ searcher }) => at(searched, searcher).number)
      if (holdsApart(run, rule, { source: rowsIn('source'), target: rowsIn('target') })) continue
      const rowOf = (side: Side): number => at(searched, pair[side].records[0].searcher).number
      const described = describePair(rule, pair, { source: rowOf('source'), target: rowOf('target') })
      if (described !== undefined) pairs.push(described)
      if (run.work.endsSlice(stepsOfPair)) yield
    }
    byRule.push(pairs)
  }
  const found = chooseGroups(byRule)
  for (const searcher of found.keys()) state.hasNear[searcher] = 1
  return found
}

const stepsOfPair = 1_000
