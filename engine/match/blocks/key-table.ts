import { float64At, int32At, uint32At } from '../../base/at.ts'
import { createNumberTable } from '../../record/number-table.ts'
import { noValue, numberOfRow, unread } from '../../record/numbering.ts'
import { type BySide, type Side, sides } from '../../record/side.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import { isCompared, type KeyNumbers, keyNumbersOf } from './key-numbers.ts'

export interface KeyedRows {
  readonly rows: Uint32Array
  readonly keys: Int32Array
}

interface KeyedSides extends BySide<KeyedRows> {
  readonly keyCount: number
}

/**
 * Those of the given rows that take part in a rule and have a blocking key, with the numbers of their keys: from 0, in
 * the order in which source rows have them. Target rows whose key no source row has are left out. O(rows × criteria);
 * up to 50 bytes a row.
 */
export function keyRows(
  { criteria, sourceTakesPart, targetTakesPart }: BoundRule,
  rows: BySide<Uint32Array>,
): KeyedSides {
  const spelled = { source: unspelled(rows.source), target: unspelled(rows.target) }
  dropRows(spelled.source, sourceTakesPart)
  dropRows(spelled.target, targetTakesPart)
  let keyMax = 0
  for (const part of criteria.filter(isCompared).map(keyNumbersOf)) {
    const numberMax = Math.max(...sides.map((side) => readPart(spelled[side], part, side)))
    if ((keyMax + 1) * (numberMax + 1) > Number.MAX_SAFE_INTEGER) keyMax = numberKeys(spelled)
    for (const side of sides) appendPart(spelled[side], numberMax + 1)
    keyMax = keyMax * (numberMax + 1) + numberMax
  }
  // Criteria whose field has to be present. Target rows are tested last: a row whose key no source row has needs no test.
  const required = criteria.filter((bound) => !isCompared(bound) && bound.criterion.nulls === 'fail')
  for (const bound of required) dropRows(spelled.source, bound.hasSource)
  const keyCount = numberKeys(spelled)
  for (const bound of required) dropRows(spelled.target, bound.hasTarget)
  return { source: keyedRows(spelled.source), target: keyedRows(spelled.target), keyCount }
}

/** The first `count` rows may have a key, of which the parts so far are one whole number. */
interface SpelledRows {
  readonly rows: Uint32Array
  readonly keys: Float64Array
  /** The numbers of the part that is appended next. */
  readonly part: Int32Array
  count: number
}

const unspelled = (rows: Uint32Array): SpelledRows => ({
  rows: rows.slice(),
  keys: new Float64Array(rows.length),
  part: new Int32Array(rows.length),
  count: rows.length,
})

/** Drops rows without a key. Returns the greatest number. */
function readPart(spelled: SpelledRows, numbers: KeyNumbers, side: Side): number {
  const { rows, keys, part } = spelled
  const column = numbers[side]
  const least = numbers.failsOnAbsent ? noValue + 1 : noValue
  let [count, most] = [0, 0]
  for (let place = 0; place < spelled.count; place++) {
    const row = uint32At(rows, place)
    let number = int32At(column, row)
    if (number === unread) number = numberOfRow(numbers, side, row)
    if (number < least) continue
    if (number > most) most = number
    rows[count] = row
    keys[count] = float64At(keys, place)
    part[count] = number
    count += 1
  }
  spelled.count = count
  return most
}

function appendPart({ keys, part, count }: SpelledRows, radix: number): void {
  for (let place = 0; place < count; place++) keys[place] = float64At(keys, place) * radix + int32At(part, place)
}

/** Replaces keys by numbers from 0. Drops target rows whose key no source row has. Returns how many keys there are. */
function numberKeys({ source, target }: BySide<SpelledRows>): number {
  const table = createNumberTable(source.count)
  setKeys(source, table.put(source.keys.subarray(0, source.count)))
  setKeys(target, table.find(target.keys.subarray(0, target.count)))
  return table.count()
}

function setKeys(spelled: SpelledRows, numbers: Int32Array): void {
  const { rows, keys, part } = spelled
  let count = 0
  for (let place = 0; place < numbers.length; place++) {
    const number = int32At(numbers, place)
    if (number === noValue) continue
    rows[count] = uint32At(rows, place)
    part[count] = int32At(part, place)
    keys[count] = number - 1
    count += 1
  }
  spelled.count = count
}

function dropRows(spelled: SpelledRows, isKept: (row: number) => boolean): void {
  const { rows, keys } = spelled
  let count = 0
  for (let place = 0; place < spelled.count; place++) {
    const row = uint32At(rows, place)
    if (!isKept(row)) continue
    rows[count] = row
    keys[count] = float64At(keys, place)
    count += 1
  }
  spelled.count = count
}

const keyedRows = ({ rows, keys, count }: SpelledRows): KeyedRows => ({
  rows: rows.subarray(0, count),
  keys: Int32Array.from(keys.subarray(0, count)),
})

export const noKey = -1
