import { at, byteAt, int32At, uint32At } from '../../base/at.ts'
import { createByteBuffer } from '../../base/byte-buffer.ts'
import { indicesUpTo, radixSort } from '../../base/radix-sort.ts'
import { blockingKey, takesPartOf } from '../../match/bound-rule.ts'
import { createKeyTable, noKey } from '../../match/key-table.ts'
import { oppositeSide, type Side } from '../../record/side.ts'
import { appendEntry } from './explain-entry.ts'
import type { BoundJoin } from './explain-joins.ts'
import { filterOf, type JoinLookers, keysWanted } from './join-lookers.ts'
import { entryMarkOf, type LookedRecords } from './looked-records.ts'

/** Which rows of a stretch of records a join keeps, and in which order. */

/** Rows in the order of `SortKey`: a row that lists several keys stands in it once for each. */
export interface Kept {
  readonly rows: Uint32Array
  keyAt(index: number): string
  /** What the row lists or is listed by there, of a join of lists. */
  readonly listedAt?: (index: number) => string
}

/** What is known of a stretch of records before any join. */
export interface MarkedSlice {
  readonly records: LookedRecords
  readonly marked: MarkedRows
  /** The rows by (amount, date, id). */
  readonly inOrder: Uint32Array
}

/** The marks of all rows. */
export interface MarkedRows {
  /** Row → its looker, or -1. */
  readonly lookers: Int32Array
  readonly bornAt: Int32Array
  /** A row as an entry. Written once, however many joins keep the row. */
  entryOf(row: number): Uint8Array
}

/** Reads the marks of all rows. The bytes of the lines, and 12 bytes a row. */
export function markRecords(records: LookedRecords, firstLooker: number): MarkedRows {
  const { table, markOf, lineOf } = records
  const [lookers, bornAt] = [new Int32Array(table.rowCount), new Int32Array(table.rowCount)]
  const starts = new Uint32Array(table.rowCount + 1)
  const entries = createByteBuffer(64 * 1024)
  let looker = firstLooker
  for (let row = 0; row < table.rowCount; row++) {
    const mark = markOf(row)
    lookers[row] = mark.isLooking ? looker++ : -1
    bornAt[row] = mark.bornAt
    appendEntry(entries, entryMarkOf(mark, int32At(lookers, row)), lineOf(row))
    starts[row + 1] = entries.end
  }
  return {
    lookers,
    bornAt,
    entryOf: (row) => entries.bytes.subarray(uint32At(starts, row), uint32At(starts, row + 1)),
  }
}

/** What a join is looked for by. */
export interface KeptFrom extends MarkedSlice {
  readonly lookers: JoinLookers
}

/**
 * The rows that a join without lists keeps in a place: those that look, and those whose key a record has that looks in the
 * other place. A key is spelled once. O(rows × criteria).
 */
export function keptByKey(bound: BoundJoin, place: Side, { lookers, marked, inOrder }: KeptFrom): Kept {
  const { rule, rest, join } = bound
  const takesPart = takesPartOf(rule, place)
  const wanted = filterOf(lookers, join, oppositeSide(place))
  const keys = createKeyTable(rest, inOrder.length)[place]
  const textOf: string[] = []
  const isWanted = new Uint8Array(inOrder.length)
  const [rows, numbers] = [new Uint32Array(inOrder.length), new Uint32Array(inOrder.length)]
  let count = 0
  for (const row of inOrder) {
    if (int32At(marked.bornAt, row) >= join.position || !takesPart(row)) continue
    const number = keys.put(row)
    if (number === noKey) continue
    if (number === textOf.length) {
      const text = blockingKey(rest, place, row)
      if (text === undefined) throw new RangeError('A row with the number of a key has the key')
      textOf.push(text)
      if (wanted.has(text)) isWanted[number] = 1
    }
    if (byteAt(isWanted, number) === 0 && int32At(marked.lookers, row) < 0) continue
    rows[count] = row
    numbers[count] = number
    count += 1
  }
  return inKeyOrder(rows.subarray(0, count), numbers.subarray(0, count), textOf)
}

/** Puts rows in the order of their keys; rows of one key stay as they stand. */
function inKeyOrder(rows: Uint32Array, numbers: Uint32Array, textOf: readonly string[]): Kept {
  const used = [...new Set(numbers)].sort((left, right) => (at(textOf, left) < at(textOf, right) ? -1 : 1))
  const rankOf = new Uint32Array(textOf.length)
  for (const [rank, number] of used.entries()) rankOf[number] = rank
  const order = radixSort([numbers.map((number) => uint32At(rankOf, number))], indicesUpTo(numbers.length))
  return {
    rows: order.map((index) => uint32At(rows, index)),
    keyAt: (index) => at(textOf, uint32At(numbers, uint32At(order, index))),
  }
}

/** The same of a join of lists, where a row stands once for each key that it lists. O(rows + listings). */
export function keptByLists(bound: BoundJoin, place: Side, { lookers, marked, inOrder }: KeptFrom): Kept {
  const keysOf = keysWanted(bound, place, lookers)
  const [rows, numbers, textOf, listedOf]: [number[], number[], string[], string[]] = [[], [], [], []]
  const numberOf = new Map<string, number>()
  for (const row of inOrder) {
    const mark = { looker: int32At(marked.lookers, row), bornAt: int32At(marked.bornAt, row) }
    for (const { key, listed } of keysOf(row, mark)) {
      const text = key + listed
      const number = numberOf.get(text) ?? textOf.length
      if (number === textOf.length) {
        numberOf.set(text, number)
        textOf.push(text)
        listedOf.push(listed)
      }
      rows.push(row)
      numbers.push(number)
    }
  }
  const kept = inKeyOrder(Uint32Array.from(rows), Uint32Array.from(numbers), textOf)
  const numberByText = (index: number): number => numberOf.get(kept.keyAt(index)) ?? noKey
  return { ...kept, listedAt: (index) => at(listedOf, numberByText(index)) }
}
