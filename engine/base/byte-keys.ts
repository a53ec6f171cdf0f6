import { int32At, uint32At } from './at.ts'
import { appendRange, type BufferRange, createWordBuffer, stringOf, type WordBuffer } from './word-buffer.ts'

/**
 * Numbers UTF-8 texts in order of arrival, without making strings of them. Texts with equal hashes are compared byte by
 * byte.
 */
export interface ByteKeys {
  count(): number
  /** An unknown text gets the next number. O(length). */
  numberOf(text: BufferRange): number
  /** -1 if the text is unknown. O(length). */
  find(text: BufferRange): number
}

/** A text takes its own bytes and 16 to 40 more. */
export function createByteKeys(): ByteKeys {
  const keys: Keys = {
    slots: new Int32Array(64),
    hashes: new Int32Array(32),
    ends: new Uint32Array(32),
    texts: createWordBuffer(512),
    count: 0,
    crowded: new Map(),
  }
  return {
    count: () => keys.count,
    numberOf(text) {
      const hash = hashOf(text)
      const slot = slotOf(keys, text, hash)
      const known = numberIn(keys, slot, text)
      return known < 0 ? add(keys, { text, hash, slot }) : known
    },
    find: (text) => numberIn(keys, slotOf(keys, text, hashOf(text)), text),
  }
}

interface Keys {
  /** Slot → the number of its text plus 1; 0 where the slot is free. */
  slots: Int32Array
  /** By number: the hash of the text, and where its bytes end. A text begins where the previous one ends. */
  hashes: Int32Array<ArrayBuffer>
  ends: Uint32Array<ArrayBuffer>
  readonly texts: WordBuffer
  count: number
  /** Texts that found no free slot. There are none unless somebody chooses texts whose hashes collide. */
  readonly crowded: Map<string, number>
}

/** The most slots that are tried for a text. In a table half full, hardly any text lies further from its first slot. */
const probeCountMax = 256

/** The four bytes at `position` of a text that ends at `end`; bytes behind the end are read as 0. */
function wordAt(view: DataView, position: number, end: number): number {
  const word = view.getUint32(position, true)
  return position + 4 <= end ? word | 0 : word & ((1 << (8 * (end - position))) - 1)
}

/** MurmurHash3 for 32 bits, a word at a time. */
function hashOf({ view, start, end }: BufferRange): number {
  let hash = end - start
  for (let position = start; position < end; position += 4) {
    const mixed = Math.imul(wordAt(view, position, end), 0xcc9e2d51)
    hash ^= Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593)
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/** The slot of a text, or a free slot for it; -1 if other texts occupy all slots that are tried. */
function slotOf(keys: Keys, text: BufferRange, hash: number): number {
  const { slots, hashes } = keys
  const mask = slots.length - 1
  let slot = hash & mask
  for (let probes = 0; probes < probeCountMax; probes++) {
    const number = int32At(slots, slot) - 1
    if (number < 0 || (int32At(hashes, number) === hash && isText(keys, number, text))) return slot
    slot = (slot + 1) & mask
  }
  return -1
}

const startOf = ({ ends }: Keys, number: number): number => (number === 0 ? 0 : uint32At(ends, number - 1))

function isText(keys: Keys, number: number, { view, start, end }: BufferRange): boolean {
  const known = keys.texts.view
  const knownEnd = uint32At(keys.ends, number)
  let place = startOf(keys, number)
  if (knownEnd - place !== end - start) return false
  for (let position = start; position < end; position += 4, place += 4)
    if (wordAt(view, position, end) !== wordAt(known, place, knownEnd)) return false
  return true
}

function numberIn(keys: Keys, slot: number, text: BufferRange): number {
  return slot < 0 ? (keys.crowded.get(stringOf(text)) ?? -1) : int32At(keys.slots, slot) - 1
}

interface Added {
  readonly text: BufferRange
  readonly hash: number
  readonly slot: number
}

function add(keys: Keys, { text, hash, slot }: Added): number {
  const number = keys.count
  if (number === keys.ends.length) {
    keys.hashes = new Int32Array(keys.hashes.buffer.transfer(8 * number))
    keys.ends = new Uint32Array(keys.ends.buffer.transfer(8 * number))
  }
  appendRange(keys.texts, text)
  keys.hashes[number] = hash
  keys.ends[number] = keys.texts.end
  keys.count += 1
  if (slot < 0) keys.crowded.set(stringOf(text), number)
  else keys.slots[slot] = number + 1
  if (2 * keys.count > keys.slots.length) grow(keys)
  return number
}

/** Makes four times as many slots: doubling would move every text twice as often. */
function grow(keys: Keys): void {
  const slots = new Int32Array(4 * keys.slots.length)
  const mask = slots.length - 1
  keys.slots = slots
  keys.crowded.clear()
  for (let number = 0; number < keys.count; number++) {
    let slot = int32At(keys.hashes, number) & mask
    let probes = 0
    for (; probes < probeCountMax && int32At(slots, slot) !== 0; probes++) slot = (slot + 1) & mask
    if (probes < probeCountMax) slots[slot] = number + 1
    else {
      const { view } = keys.texts
      keys.crowded.set(stringOf({ view, start: startOf(keys, number), end: uint32At(keys.ends, number) }), number)
    }
  }
}
