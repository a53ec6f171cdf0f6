import { at, uint32At } from './at.ts'

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

/** A digest takes 10 to 15 bytes, and moves twice. */
const small = { loadMax: 0.8, growth: 1.5, slotCountMax: 6_000 }
/** From two million digests on, where memory is short: 9 to 11 bytes, and seven moves. */
const large = { loadMax: 0.9, growth: 1.15 }
const slotCountMin = 64

/** A slot is two words; the first is 0 if the slot is free. */
interface Table {
  words: Uint32Array
  slotCount: number
  count: number
  /** A fuller table grows. */
  countMax: number
}

export function createFingerprintSet(): FingerprintSet {
  const tables = Array.from({ length: tableCount }, (): Table => createTable(slotCountMin))
  return {
    add(digests, start) {
      const high = digests.getUint32(start)
      // 0 marks a free slot: a digest whose word is 0 gets 1.
      const low = digests.getUint32(start + 4) || 1
      const table = at(tables, high & (tableCount - 1))
      if (!put(table, high, low)) return false
      if (table.count > table.countMax) grow(table)
      return true
    },
    readAhead(digests, count) {
      for (let index = 0; index < count; index++) {
        const { words, slotCount } = at(tables, digests.getUint32(32 * index) & (tableCount - 1))
        trace[0] = uint32At(words, 2 * slotOf(digests.getUint32(32 * index + 4) || 1, slotCount))
      }
    },
  }
}

/** The values that were read go here: a compiler could drop reads of unused values. */
const trace = new Uint32Array(1)

const slotOf = (low: number, slotCount: number): number => Math.floor((low / twoTo32) * slotCount)

const sizeOf = (slotCount: number) => (slotCount < small.slotCountMax ? small : large)

const createTable = (slotCount: number): Table => ({
  words: new Uint32Array(2 * slotCount),
  slotCount,
  count: 0,
  countMax: sizeOf(slotCount).loadMax * slotCount,
})

function put(table: Table, high: number, low: number): boolean {
  const { words, slotCount } = table
  let slot = slotOf(low, slotCount)
  while (true) {
    const known = uint32At(words, 2 * slot)
    if (known === 0) break
    if (known === low && uint32At(words, 2 * slot + 1) === high) return false
    slot = slot + 1 === slotCount ? 0 : slot + 1
  }
  words[2 * slot] = low
  words[2 * slot + 1] = high
  table.count += 1
  return true
}

function grow(table: Table): void {
  const { words, slotCount } = table
  Object.assign(table, createTable(Math.ceil(sizeOf(slotCount).growth * slotCount)))
  for (let word = 0; word < words.length; word += 2) {
    const low = uint32At(words, word)
    if (low !== 0) put(table, uint32At(words, word + 1), low)
  }
}

const twoTo32 = 2 ** 32
