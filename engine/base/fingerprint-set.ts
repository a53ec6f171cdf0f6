import { uint32At } from './at.ts'

/**
 * A set of digests that keeps 64 bits of each. With ten million digests, two different ones count as equal in one of
 * 370,000 sets.
 */
interface FingerprintSet {
  /** Adds the digest at `start`; false if it is already there. O(1) unless somebody chooses the digests. */
  add(digests: DataView, start: number): boolean
  /**
   * Reads the slots of `count` digests, one each 32 bytes. The reads wait for memory together: added after that, the
   * digests of a large set take half the time.
   */
  readAhead(digests: DataView, count: number): void
}

/** The set is split into tables that grow separately, so that it is never copied as a whole. */
const tableCount = 256

/** A digest takes 10 to 20 bytes. */
const loadMax = 0.8
const slotCountMin = 64

/** Slots are two words, of which the first is 0 if the slot is free. The number of slots is a power of two. */
type Table = Uint32Array

export function createFingerprintSet(): FingerprintSet {
  const tables = Array.from({ length: tableCount }, (): Table => new Uint32Array(2 * slotCountMin))
  const counts = new Uint32Array(tableCount)
  return {
    add(digests, start) {
      const high = digests.getUint32(start)
      const index = high & (tableCount - 1)
      // Read without `at`, which lists of all kinds share: this loop took half as long again with it.
      const table = tables[index]
      if (table === undefined) throw new Error(`Got the table ${index} of ${tableCount}`)
      if (!put(table, high, lowOf(digests, start))) return false
      const count = uint32At(counts, index) + 1
      counts[index] = count
      if (2 * count > loadMax * table.length) tables[index] = grown(table)
      return true
    },
    readAhead(digests, count) {
      let read = 0
      for (let index = 0; index < count; index++) {
        const table = tables[digests.getUint32(32 * index) & (tableCount - 1)]
        if (table !== undefined) read |= uint32At(table, placeOf(table, lowOf(digests, 32 * index)))
      }
      trace[0] = read
    },
  }
}

/** The values that were read go here: a compiler could drop reads of unused values. */
const trace = new Uint32Array(1)

/** 0 marks a free slot: a digest whose word is 0 gets 1. */
const lowOf = (digests: DataView, start: number): number => digests.getUint32(start + 4) || 1

const placeOf = (table: Table, low: number): number => (low << 1) & (table.length - 1)

function put(table: Table, high: number, low: number): boolean {
  let place = placeOf(table, low)
  while (true) {
    const known = uint32At(table, place)
    if (known === 0) break
    if (known === low && uint32At(table, place + 1) === high) return false
    place = (place + 2) & (table.length - 1)
  }
  table[place] = low
  table[place + 1] = high
  return true
}

function grown(table: Table): Table {
  const next = new Uint32Array(2 * table.length)
  for (let place = 0; place < table.length; place += 2) {
    const low = uint32At(table, place)
    if (low !== 0) put(next, uint32At(table, place + 1), low)
  }
  return next
}
