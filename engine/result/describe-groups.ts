import { compareUtf8 } from '../base/bytes.ts'
import { formatDecimal } from '../base/decimal.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import { candidateCountMax } from '../match/state/run-state.ts'
import { type BySide, oppositeSide, type Side, sides } from '../record/side.ts'
import { deviations } from './compared.ts'
import { groundOfGroups } from './group-grounds.ts'
import type { GroupPair, OpenGroup } from './group-pairs.ts'
import type { CandidateLine, PartOf } from './line.ts'
import { type Failure, failureOf } from './open-line.ts'

/** What a record says of the group of the other side that only one criterion keeps apart from its own. As JSON. */
export interface GroupFinds {
  /** A value of `grounds`. */
  readonly ground: number
  readonly failure: Failure
  readonly candidates: readonly CandidateLine[]
  /** Where the other group is one record, and the totals meet the sum. */
  readonly partOf?: PartOf
  /** Of a record that names several others: their total. */
  readonly total?: string
}

export interface DescribedPair extends BySide<OpenGroup> {
  readonly ground: number
  /** What the records of a group say: all but the id in their candidates is the same. */
  readonly findsOf: (group: OpenGroup, id: string) => GroupFinds
}

/**
 * Compares two groups by their first records, whose rows are given. Undefined where they meet or miss several criteria,
 * or have too little in common.
 */
export function describePair(rule: BoundRule, pair: GroupPair, rows: BySide<number>): DescribedPair | undefined {
  const [failed, ...others] = rule.criteria.filter((each) => each.verdict(rows.source, rows.target) === 'fails')
  if (failed === undefined || others.length > 0 || failed.criterion.kind.type === 'decimal') return undefined
  const miss = { rule, failed, ...rows }
  const ground = groundOfGroups(miss, pair)
  if (ground === undefined) return undefined
  const [failure, deviation] = [failureOf(miss), deviations(rule, rows.source, rows.target)]
  const findsOf = (group: OpenGroup, id: string): GroupFinds => {
    const { side } = group
    const { records, side: otherSide } = pair[oppositeSide(side)]
    const candidates = records.slice(0, candidateCountMax).map(({ id: other }) => ({
      ...(side === 'source' ? { source: id, target: other } : { source: other, target: id }),
      ...deviation,
    }))
    const said = { ground, failure, candidates }
    if (!pair.meetsSum) return said
    if (records.length > 1) return { ...said, total: totalText(rule, pair, otherSide) }
    return { ...said, partOf: partOf(rule, pair, side) }
  }
  return { source: pair.source, target: pair.target, ground, findsOf }
}

const partOf = (rule: BoundRule, pair: GroupPair, side: Side): PartOf => {
  const {
    side: otherSide,
    records: [anchor],
  } = pair[oppositeSide(side)]
  const coefficient = rule.sum?.difference(pair.source.total, pair.target.total) ?? 0n
  const difference = formatDecimal({ coefficient, scale: pair.scale })
  return { side: otherSide, id: anchor.id, total: totalText(rule, pair, side), difference }
}

/** The total of a group in the sign of its records. */
const totalText = ({ compiled: { turns } }: BoundRule, pair: GroupPair, side: Side): string =>
  formatDecimal({ coefficient: turns[side] ? -pair[side].total : pair[side].total, scale: pair.scale })

/**
 * What records say of groups, by searcher. A pair counts only where neither group has another one on as good a ground.
 * Of several pairs with the same record, by several rules, the one of the best ground counts, then the first.
 * `byRule` has the pairs of each rule, in the order of the rules.
 */
export function chooseGroups(byRule: readonly (readonly DescribedPair[])[]): ReadonlyMap<number, GroupFinds> {
  const pairs = byRule.flatMap(uniquePairs).sort((left, right) => left.ground - right.ground)
  const chosen = new Map<number, GroupFinds>()
  for (const { findsOf, ...pair } of pairs) {
    const records = sides.flatMap((side) => pair[side].records.map((record) => ({ record, group: pair[side] })))
    if (records.some(({ record }) => chosen.has(record.searcher))) continue
    for (const { record, group } of records) chosen.set(record.searcher, findsOf(group, record.id))
  }
  return chosen
}

/** The pairs of a rule that are the only ones of both their groups on the best ground that a group has. */
function uniquePairs(pairs: readonly DescribedPair[]): readonly DescribedPair[] {
  const bestOf = (side: Side): ReadonlyMap<OpenGroup, readonly DescribedPair[]> => {
    const best = new Map<OpenGroup, readonly DescribedPair[]>()
    for (const [group, own] of Map.groupBy(pairs, (pair) => pair[side])) {
      const least = Math.min(...own.map(({ ground }) => ground))
      best.set(
        group,
        own.filter(({ ground }) => ground === least),
      )
    }
    return best
  }
  const best = { source: bestOf('source'), target: bestOf('target') }
  return pairs
    .filter((pair) =>
      sides.every((side) => {
        const [first, ...others] = best[side].get(pair[side]) ?? []
        return first === pair && others.length === 0
      }),
    )
    .sort((left, right) => compareUtf8(left.source.records[0].id, right.source.records[0].id))
}
