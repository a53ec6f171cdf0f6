import { byteAt } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { SideRows } from './record-ids.ts'

/** Proves that no record is missing or in two lines. Records are known by their rows, or by numbers in pieces. */
export interface Coverage {
  /** A bit for each record that is in a line. */
  readonly bits: BySide<Uint8Array>
  /** Notes the records of the next line. Throws where a record is in a line already. */
  add(records: SideRows): void
  /** `add` for a line of one record a side. */
  addPair(pair: BySide<number>): void
  /** How many lines were noted. */
  lineCount(): number
  /** Throws unless all records below `count`, and no other ones, are in a line. `isRecord` leaves out some numbers. */
  assertComplete(count: BySide<number>, isRecord?: (side: Side, record: number) => boolean): Slices<void>
}

export const noneCovered = ({ source, target }: BySide<number>): BySide<Uint8Array> => ({
  source: new Uint8Array(Math.ceil(source / 8)),
  target: new Uint8Array(Math.ceil(target / 8)),
})

/** Continues from `bits`, and changes them. `nameOf` names a record in errors. */
export function createCoverage(
  bits: BySide<Uint8Array>,
  nameOf: (side: Side, record: number) => string = (_, record) => String(record),
): Coverage {
  let lineCount = 0
  const add = (side: Side, record: number): void => {
    if (hasBit(bits[side], record))
      throw new Error(`Completeness: ${side} record ${nameOf(side, record)} is in two lines`)
    setBit(bits[side], record)
  }
  return {
    bits,
    add({ source, target }) {
      lineCount += 1
      for (const record of source) add('source', record)
      for (const record of target) add('target', record)
    },
    addPair({ source, target }) {
      lineCount += 1
      add('source', source)
      add('target', target)
    },
    lineCount: () => lineCount,
    *assertComplete(count, isRecord = () => true) {
      for (const side of sides)
        for (let record = 0; record < count[side]; record++) {
          if (record % recordsOfSlice === 0) yield
          if (hasBit(bits[side], record) !== isRecord(side, record))
            throw new Error(`Completeness: ${side} record ${nameOf(side, record)} is in no line`)
        }
    },
  }
}

const recordsOfSlice = 100_000

export const hasBit = (bits: Uint8Array, index: number): boolean =>
  (byteAt(bits, index >>> 3) & (1 << (index & 7))) !== 0

export const setBit = (bits: Uint8Array, index: number): void => {
  bits[index >>> 3] = byteAt(bits, index >>> 3) | (1 << (index & 7))
}
