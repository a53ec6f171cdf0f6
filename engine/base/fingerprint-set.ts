import { at, uint32At } from './at.ts'

/** A set of 64 bits of each digest. Among ten million, two count as one by chance in one set of 370,000. */
interface FingerprintSet {
  /** Adds the digest at `start`; false where it is known. O(1) for digests that nobody can choose. */
  add(digests: DataView, start: number): boolean
}

/** Each table grows by itself, so that the whole set is never copied at once. */
const tableCount = 256

/** At this load a table grows by a seventh: a digest costs 9 to 11 bytes. */
const loadMax = 0.9
const growth = 1.15
const slotCountMin = 16

/** Two words a slot; the first is 0 where the slot is free. */
interface Table {
  words: Uint32Array
  slotCount: number
  count: number
}

export function createFingerprintSet(): FingerprintSet {
  const tables = Array.from({ length: tableCount }, (): Table => createTable(slotCountMin))
  return {
    add(digests, start) {
      const high = digests.getUint32(start)
      // The word 0 marks a free slot, so no digest may have it.
      const low = digests.getUint32(start + 4) || 1
      const table = at(tables, high & (tableCount - 1))
      if (!put(table, high, low)) return false
      if (table.count > loadMax * table.slotCount) grow(table)
      return true
    },
  }
}

const createTable = (slotCount: number): Table => ({ words: new Uint32Array(2 * slotCount), slotCount, count: 0 })

function put(table: Table, high: number, low: number): boolean {
  const { words, slotCount } = table
  let slot = Math.floor((low / twoTo32) * slotCount)
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
  const { words } = table
  Object.assign(table, createTable(Math.ceil(growth * table.slotCount)))
  for (let word = 0; word < words.length; word += 2) {
    const low = uint32At(words, word)
    if (low !== 0) put(table, uint32At(words, word + 1), low)
  }
}

const twoTo32 = 2 ** 32
