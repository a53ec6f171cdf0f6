import { byteAt, int32At } from '../base/at.ts'
import type { BoundRule } from '../match/bound-rule.ts'
import { idRank } from '../match/id-order.ts'
import { candidateCountMax, type RunState } from '../match/run-state.ts'
import type { Units } from '../record/columns.ts'
import { type BySide, oppositeSide, type Side, sides } from '../record/side.ts'
import { explainedRows } from './explained-rows.ts'
import { createRowKeys } from './key-codes.ts'
import type { BreakReason } from './line.ts'
import { type NearMiss, type NearMissSearch, nearMissJoins, visitNearMisses } from './near-miss.ts'
import type { Places } from './record-order.ts'

/** One open record that no other break holds, or two that only miss each other, with the near misses that explain them. */
export interface OpenBreak {
  readonly reason: BreakReason
  readonly source: readonly number[]
  readonly target: readonly number[]
  /** Nearest first, at most three. The first names the rule and the criterion. */
  readonly nearest: readonly NearMiss[]
  /** Set where no near misses were looked for: there are too many open records on its side. */
  readonly isUnexplained?: true
}

export interface OpenRecords {
  readonly source: readonly number[]
  readonly target: readonly number[]
  /** The order of all records of the run. */
  readonly places: () => Places
}

/**
 * Explains the rows of `open`: when exactly one source and one target miss each other by an amount, date or currency
 * criterion they are one break, every other record is missing on the other side. Near misses are looked for the first
 * open records of each side by id, so many as the limits say. O(joins × records) time, and memory for at most three near
 * misses a record.
 */
export function explainOpenRecords(run: RunState, rules: readonly BoundRule[], open: OpenRecords): OpenBreak[] {
  if (open.source.length + open.target.length === 0) return []
  const rows = { source: explainedRows(run, 'source', open.source), target: explainedRows(run, 'target', open.target) }
  const left = { source: new Set(rows.source.explained), target: new Set(rows.target.explained) }
  const known = { source: new Map<number, NearMiss[]>(), target: new Map<number, NearMiss[]>() }
  const paired: OpenBreak[] = []
  const places = open.places()
  const rowKeys = createRowKeys(run)
  for (const join of nearMissJoins(rules)) {
    if (left.source.size + left.target.size === 0) break
    const found = search(run, { ...join, places, rowKeys, left, known })
    for (const miss of found.mutual) {
      const reason = mismatchOf(miss)
      if (reason === undefined) continue
      paired.push({ reason, source: [miss.source], target: [miss.target], nearest: [miss] })
      left.source.delete(miss.source)
      left.target.delete(miss.target)
    }
    for (const side of sides) {
      for (const [row, nearest] of found.nearest[side].entries()) {
        if (left[side].has(row)) known[side].set(row, [...(known[side].get(row) ?? noMisses), ...nearest])
      }
    }
  }
  return [
    ...paired,
    ...[...left.source].map((row) => missing(row, 'source', known.source)),
    ...[...left.target].map((row) => missing(row, 'target', known.target)),
    ...sides.flatMap((side) => rows[side].beyond.map((row) => unexplained(row, side))),
  ]
}

const unexplained = (row: number, side: Side): OpenBreak => ({
  ...missing(row, side, new Map()),
  isUnexplained: true,
})

interface JoinOfOpen extends Pick<NearMissSearch, 'rule' | 'failed' | 'stepCountMax' | 'places' | 'rowKeys'> {
  readonly left: BySide<ReadonlySet<number>>
  readonly known: BySide<ReadonlyMap<number, readonly NearMiss[]>>
}

interface Found {
  /** The near misses of two open records that have no other open near miss. */
  readonly mutual: readonly NearMiss[]
  /** Row → its nearest near misses. At most three a record, those of earlier joins counted. */
  readonly nearest: BySide<ReadonlyMap<number, readonly NearMiss[]>>
}

function search(run: RunState, join: JoinOfOpen): Found {
  const { rule, failed, stepCountMax, places, rowKeys } = join
  const finds = { source: createFinds(run, 'source', join), target: createFinds(run, 'target', join) }
  const looks = {
    isLooking: (side: Side, row: number): boolean => finds[side].isOpen(row),
    isDone: (side: Side, row: number): boolean => finds[side].isDone(row),
  }
  visitNearMisses(run, { rule, failed, stepCountMax, places, rowKeys, ...looks }, (source, target) => {
    const distance = magnitude(failed.difference(source, target))
    const sourceIsOpen = finds.source.isOpen(source)
    const targetIsOpen = finds.target.isOpen(target)
    if (sourceIsOpen && targetIsOpen) {
      finds.source.addPartner(source, target)
      finds.target.addPartner(target, source)
    }
    if (sourceIsOpen) finds.source.offer(source, target, distance)
    if (targetIsOpen) finds.target.offer(target, source, distance)
  })
  const missOf = (source: number, target: number): NearMiss => ({ rule, failed, source, target })
  const mutual = [...join.left.source].flatMap((source) => {
    const target = finds.source.onlyPartner(source)
    return target !== undefined && finds.target.onlyPartner(target) === source ? [missOf(source, target)] : []
  })
  const nearest = {
    source: finds.source.nearest((row, other) => missOf(row, other)),
    target: finds.target.nearest((row, other) => missOf(other, row)),
  }
  return { mutual, nearest }
}

/** In place of a partner's row: no partner so far, or more than one. */
const [none, several] = [-1, -2]

/** A record of the other side, and how far the pair misses. */
interface Ranked {
  readonly row: number
  readonly distance: Units
}

/** What the open records of one side find under a join. */
function createFinds(run: RunState, side: Side, { left, known }: JoinOfOpen) {
  const other = oppositeSide(side)
  const partners = new Int32Array(run[side].table.rowCount).fill(none)
  const isOpen = new Uint8Array(partners.length)
  const isFull = new Uint8Array(partners.length)
  for (const row of left[side]) {
    isOpen[row] = 1
    if ((known[side].get(row) ?? noMisses).length >= candidateCountMax) isFull[row] = 1
  }
  const nearest = new Map<number, Ranked[]>()
  const isCloser = (row: number, distance: Units, than: Ranked): boolean =>
    distance < than.distance || (distance === than.distance && idRank(run[other], row) < idRank(run[other], than.row))
  return {
    isOpen: (row: number): boolean => byteAt(isOpen, row) === 1,
    /** True when the record has three near misses and several partners, or is not open. */
    isDone: (row: number): boolean =>
      byteAt(isOpen, row) !== 1 || (byteAt(isFull, row) === 1 && int32At(partners, row) === several),
    addPartner(row: number, partner: number): void {
      const earlier = int32At(partners, row)
      if (earlier !== partner) partners[row] = earlier === none ? partner : several
    },
    /** The one open record that a record misses, if there is just one. */
    onlyPartner(row: number): number | undefined {
      const partner = int32At(partners, row)
      return partner === none || partner === several ? undefined : partner
    },
    /** Keeps a near miss, once, among the nearest: by how far it misses, then by the other record's id. */
    offer(row: number, found: number, distance: Units): void {
      if (byteAt(isFull, row) === 1) return
      const before = known[side].get(row) ?? noMisses
      const ranked = nearest.get(row)
      const last = ranked?.[candidateCountMax - before.length - 1]
      if (last !== undefined && !isCloser(found, distance, last)) return
      if (before.some((each) => each[other] === found) || ranked?.some((each) => each.row === found)) return
      const miss = { row: found, distance }
      if (ranked === undefined) {
        nearest.set(row, [miss])
        return
      }
      const place = ranked.findIndex((each) => isCloser(found, distance, each))
      ranked.splice(place < 0 ? ranked.length : place, 0, miss)
      if (last !== undefined) ranked.pop()
    },
    /** Row → its near misses, nearest first. */
    nearest: (missOf: (row: number, other: number) => NearMiss): ReadonlyMap<number, readonly NearMiss[]> =>
      new Map([...nearest].map(([row, ranked]) => [row, ranked.map((each) => missOf(row, each.row))])),
  }
}

const noMisses: readonly NearMiss[] = []

const magnitude = (units: Units): Units => (units < 0 ? -units : units)

/** The reason of a two-sided break; undefined where two records lack a value or only hint at each other. */
const mismatchOf = ({ failed: { criterion, hasValues }, source, target }: NearMiss): BreakReason | undefined =>
  hasValues(source, target) ? criterion.kind.mismatch(criterion) : undefined

function missing(row: number, side: Side, known: ReadonlyMap<number, readonly NearMiss[]>): OpenBreak {
  const rows = side === 'source' ? { source: [row], target: [] } : { source: [], target: [row] }
  return {
    ...rows,
    reason: side === 'source' ? 'missing_in_target' : 'missing_in_source',
    nearest: known.get(row) ?? noMisses,
  }
}
