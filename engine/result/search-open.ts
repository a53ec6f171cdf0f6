import { byteAt, uint32At } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { holdsOnIdentity } from '../match/blocks/identity.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import { type SideState, status } from '../match/state/run-state.ts'
import { magnitude, type Units } from '../record/columns.ts'
import { type BySide, oppositeSide, type Side } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { addsUpAlone, createGrounds, identitiesMet } from './grounds.ts'
import { visitPairs } from './near-miss.ts'
import type { Finds } from './open-finds.ts'
import type { NearMissJoin, PairJoin } from './pair-joins.ts'
import type { KeySearch, SearchedRun } from './pair-search.ts'

/** Searches for the candidates of open records, one join at a time, for runs in memory and in pieces. */

export interface SearchingRecords extends Omit<KeySearch, keyof PairJoin> {}

interface MissSearch extends SearchingRecords, NearMissJoin {
  /** The finds of the open records, also of those that do not search themselves. */
  readonly finds: BySide<Finds>
}

/** Puts the pairs that fail exactly one criterion, and may be shown, into `finds`. `run` is as the join's rule sees it. */
export function* searchMisses(run: SearchedRun, { finds, ...search }: MissSearch): Slices<void> {
  const { failed } = search
  const pending = { source: finds.source.pending, target: finds.target.pending }
  const { sift, groundOf, countSettled, isOpenOnly } = createGrounds(run, search)
  const mayBeFound = isOpenOnly ? { source: unsettled(run.source), target: unsettled(run.target) } : undefined
  // One function and one list serve all pairs: millions of them would be garbage.
  let [side, row, partner]: [Side, number, number] = ['source', 0, 0]
  const measures = {
    distanceOf: (each: number): Units =>
      magnitude(side === 'source' ? failed.difference(row, each) : failed.difference(each, row)),
    groundOf: (each: number): number => groundOf(side, row, each),
  }
  const ofPartner = {
    distanceOf: (): Units => measures.distanceOf(partner),
    groundOf: (): number => groundOf(oppositeSide(side), partner, row),
  }
  const single = { others: new Uint32Array(1), count: 1 }
  yield* visitPairs(run, { ...search, pending, ...(mayBeFound && { mayBeFound }) }, (found, all) => {
    sift(found)
    if (found.count === 0) return
    side = found.side
    row = found.row
    const [own, other] = [finds[side], finds[oppositeSide(side)]]
    const ground = own.offer(row, found, measures)
    if (ground !== undefined) own.setCrowd(row, countSettled(all(), ground))
    single.others[0] = row
    for (let index = 0; index < found.count; index++) {
      partner = uint32At(found.others, index)
      if (!other.isOpen(partner)) continue
      own.addPartner(row, partner)
      other.addPartner(partner, row)
      other.offer(partner, single, ofPartner)
    }
  })
}

/** Whether a pair that meets every criterion could be the match: a record alone seldom is the sum of a group. */
const couldTake = (rule: BoundRule, source: number, target: number): boolean =>
  holdsOnIdentity(identitiesOf(rule), source, target) &&
  (rule.compiled.rule.cardinality === '1:1' || addsUpAlone(rule, source, target))

/** Of two records of a side, a party alone says nothing where one has a match on the other side. */
const identitiesOf = (rule: BoundRule): readonly BoundCriterion[] =>
  rule.compiled.rule.side === undefined ? rule.criteria : identitiesMet({ rule }).documents

/** Row → 1 unless the record is matched or netted. A loop, since `map` calls a function for each record. */
function unsettled({ statuses }: Pick<SideState, 'statuses'>): Uint8Array {
  const rows = new Uint8Array(statuses.length)
  for (let row = 0; row < rows.length; row++) {
    const each = byteAt(statuses, row)
    if (each !== status.matched && each !== status.netted) rows[row] = 1
  }
  return rows
}

type FoundTaken = BySide<ReadonlyMap<number, ReadonlySet<number>>>

/**
 * Finds the matched and netted records that meet every criterion of a join's rule with a searching record, and share an
 * identity with it.
 */
export function* searchTaken(run: SearchedRun, search: SearchingRecords & PairJoin): Slices<FoundTaken> {
  const found = { source: new Map<number, Set<number>>(), target: new Map<number, Set<number>>() }
  yield* visitPairs(run, { ...search, pending: search.searching }, ({ side, row, others, count }) => {
    const { statuses } = run[oppositeSide(side)]
    const taken = new Set<number>()
    for (let index = 0; index < count; index++) {
      const other = uint32At(others, index)
      const each = byteAt(statuses, other)
      if (each !== status.matched && each !== status.netted) continue
      const [source, target] = side === 'source' ? [row, other] : [other, row]
      if (couldTake(search.rule, source, target)) taken.add(other)
    }
    if (taken.size > 0) found[side].set(row, taken)
  })
  return found
}
