import { at, uint32At } from '../../base/at.ts'
import { utf8 } from '../../base/bytes.ts'
import type { Sha256 } from '../../base/hasher.ts'

/**
 * Numbers ids. Keeps 128 bits of the SHA-256 of each, so that millions fit into memory: 21 bytes an id. To find two ids
 * that count as one takes about 2^64 hashes.
 */
export interface IdIndex {
  find(id: string): number | undefined
  /** Gives a new id the next number, from 0; undefined for an id that was added before. O(1). */
  add(id: string): number | undefined
}

const wordsPerId = 4
const pageIdCount = 4_096

/** The index is split into tables that grow one by one, so that growing never copies the whole index. */
const tableCount = 64
const loadMax = 0.9
const growth = 1.15
const slotCountMin = 8
const twoTo32 = 2 ** 32

/** A hash table. A slot holds the number of an id plus 1, or 0 where it is free. */
interface Table {
  slots: Uint32Array
  count: number
}

export function createIdIndex(sha256: Sha256): IdIndex {
  const tables = Array.from({ length: tableCount }, (): Table => ({ slots: new Uint32Array(slotCountMin), count: 0 }))
  const pages: Uint32Array[] = []
  const wanted = new Uint32Array(wordsPerId)
  let count = 0
  let last: { readonly id: string; readonly number: number | undefined } | undefined

  const wordOf = (number: number, word: number): number =>
    uint32At(at(pages, Math.floor(number / pageIdCount)), wordsPerId * (number % pageIdCount) + word)
  const isWanted = (number: number): boolean => wanted.every((each, word) => each === wordOf(number, word))
  const hash = (id: string): void => setWords(wanted, sha256(utf8(id)))
  const tableOf = (word: number): Table => at(tables, word % tableCount)
  const slotOf = ({ slots }: Table): number => {
    let slot = firstSlot(slots, uint32At(wanted, 1))
    for (let held = uint32At(slots, slot); held !== 0 && !isWanted(held - 1); held = uint32At(slots, slot))
      slot = slot + 1 === slots.length ? 0 : slot + 1
    return slot
  }
  const grow = (table: Table): void => {
    const { slots } = table
    table.slots = new Uint32Array(Math.ceil(growth * slots.length))
    for (const held of slots) if (held !== 0) putFirstFree(table.slots, held, wordOf(held - 1, 1))
  }
  const keep = (number: number): void => {
    if (number % pageIdCount === 0) pages.push(new Uint32Array(wordsPerId * pageIdCount))
    at(pages, pages.length - 1).set(wanted, wordsPerId * (number % pageIdCount))
  }
  return {
    find(id) {
      // The last id is kept, since each line of a result looks its ids up several times.
      if (last?.id === id) return last.number
      hash(id)
      const { slots } = tableOf(uint32At(wanted, 0))
      const held = uint32At(slots, slotOf({ slots, count: 0 }))
      last = { id, number: held === 0 ? undefined : held - 1 }
      return last.number
    },
    add(id) {
      hash(id)
      const table = tableOf(uint32At(wanted, 0))
      const slot = slotOf(table)
      if (uint32At(table.slots, slot) !== 0) return undefined
      const number = count
      keep(number)
      table.slots[slot] = number + 1
      table.count += 1
      count += 1
      last = undefined
      if (table.count > loadMax * table.slots.length) grow(table)
      return number
    },
  }
}

function setWords(words: Uint32Array, digest: Uint8Array): void {
  const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength)
  for (let word = 0; word < words.length; word += 1) words[word] = view.getUint32(4 * word)
}

const firstSlot = (slots: Uint32Array, word: number): number => Math.floor((word / twoTo32) * slots.length)

function putFirstFree(slots: Uint32Array, held: number, word: number): void {
  let slot = firstSlot(slots, word)
  while (uint32At(slots, slot) !== 0) slot = slot + 1 === slots.length ? 0 : slot + 1
  slots[slot] = held
}
