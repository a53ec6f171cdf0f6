import { numberAt } from '../../base/at.ts'
import type { BySide, Side } from '../../record/side.ts'
import type { BoundSum } from '../../rules/criteria/bound-sum.ts'
import { type BoundRule, blockingKey, takesPartOf, valueAt } from '../state/bound-rule.ts'
import { type RunState, type SideState, status } from '../state/run-state.ts'
import { anchorSideOf, itemSideOf } from './anchors.ts'

/**
 * For a rule with a `listed` criterion: which texts of the 1-side (anchors) list which open records of the n side
 * (items).
 */

export interface ListingAnchor {
  readonly row: number
  /** Whether every key that its text lists has an open record. */
  readonly isWhole: boolean
}

/**
 * Edge `i` says that the text of the anchor at `anchorOf[i]` lists all rows of the item at `itemOf[i]`. No row is in
 * two items.
 */
export interface Listings {
  readonly anchors: readonly ListingAnchor[]
  readonly items: readonly (readonly number[])[]
  readonly anchorOf: Uint32Array
  readonly itemOf: Uint32Array
}

export const listingCriterion = ({ criteria }: BoundRule): BoundRule['criteria'][number] | undefined =>
  criteria.find(({ listedIn }) => listedIn !== undefined)

type ListingSides = BySide<Pick<SideState, 'table'>> & Pick<RunState, 'facts'>

export type KeyOf = (row: number) => string | undefined

export type CountedKeysOf = (row: number) => readonly string[]

/**
 * `countedIn` gives the keys that a text lists. With a mask every word that fits it is a key. Without a mask a word is
 * a key if a record of the n side that takes part has it, open or not. O(records) without a mask.
 */
export function listedKeys(
  run: ListingSides,
  rule: BoundRule,
): { readonly keyOf: KeyOf; readonly countedIn: CountedKeysOf } {
  const { keyOf, listedBy } = listedKeyReader(rule)
  const isMasked = rule.compiled.rule.match?.some(({ mask }) => mask !== undefined) === true
  const known = isMasked ? noKeys : (run.facts?.listedKeys(rule.compiled.rule.id) ?? keysOfItems(run, rule, keyOf))
  return {
    keyOf,
    countedIn(row) {
      const keys = listedBy(row)
      return isMasked ? keys : keys.filter((key) => known.has(key))
    },
  }
}

export function listedKeyReader(rule: BoundRule): { readonly keyOf: KeyOf; readonly listedBy: CountedKeysOf } {
  const bound = listingCriterion(rule)
  const listedIn = bound?.listedIn
  if (bound === undefined || listedIn === undefined) throw new TypeError('Only a rule with a listed criterion has keys')
  const textAt = (side: Side, row: number): string | undefined => {
    const text = valueAt(bound, side, row)
    if (typeof text === 'number' || typeof text === 'bigint') throw new TypeError('Only texts list keys')
    return text
  }
  return {
    keyOf: (row) => textAt(itemSideOf(rule), row),
    listedBy(row) {
      const text = textAt(anchorSideOf(rule), row)
      return text === undefined ? [] : [...listedIn(text)]
    },
  }
}

const noKeys: ReadonlySet<string> = new Set()

function keysOfItems(run: ListingSides, rule: BoundRule, keyOf: KeyOf): ReadonlySet<string | undefined> {
  const known = new Set<string | undefined>()
  const itemSide = itemSideOf(rule)
  const takesPart = takesPartOf(rule, itemSide)
  for (let row = 0; row < run[itemSide].table.rowCount; row++) if (takesPart(row)) known.add(keyOf(row))
  return known
}

/** The listings between open records that take part and have every field of the sum. O(records + listings). */
export function openListings(run: RunState, rule: BoundRule, sum: BoundSum): Listings {
  const { keyOf, countedIn } = listedKeys(run, rule)
  const items: number[][] = []
  const itemByKey = new Map<string, number>()
  for (const { row, block } of openRows(run, rule, { side: itemSideOf(rule), sum })) {
    const key = `${block}${keyOf(row)}`
    const known = itemByKey.get(key)
    if (known !== undefined) {
      items[known]?.push(row)
      continue
    }
    itemByKey.set(key, items.length)
    items.push([row])
  }
  const anchors: ListingAnchor[] = []
  const [anchorOf, itemOf]: [number[], number[]] = [[], []]
  for (const { row, block } of openRows(run, rule, { side: anchorSideOf(rule), sum })) {
    const keys = countedIn(row)
    const listed = keys.flatMap((key) => itemByKey.get(`${block}${key}`) ?? [])
    if (listed.length === 0) continue
    for (const item of listed) {
      anchorOf.push(anchors.length)
      itemOf.push(item)
    }
    anchors.push({ row, isWhole: listed.length === keys.length })
  }
  return { anchors, items, anchorOf: Uint32Array.from(anchorOf), itemOf: Uint32Array.from(itemOf) }
}

interface OneSide {
  readonly side: Side
  readonly sum: BoundSum
}

function* openRows(
  run: RunState,
  rule: BoundRule,
  { side, sum }: OneSide,
): Generator<{ readonly row: number; readonly block: string }> {
  const takesPart = takesPartOf(rule, side)
  const unitsOf = side === 'source' ? sum.sourceUnits : sum.targetUnits
  for (const row of run[side].ordering.rowsInTwinOrder) {
    if (numberAt(run[side].statuses, row) !== status.open || !takesPart(row) || unitsOf(row) === undefined) continue
    const block = blockingKey(rule.criteria, side, row)
    if (block !== undefined) yield { row, block }
  }
}
