import { uint32At } from '../../base/at.ts'

/**
 * Entries of ids, ten words each, by which `findRepeats` finds repeated ids in bounded memory. In the order of their
 * words, those of one id stand together, an id stands before the ids that are it with a suffix, and the records that
 * have the id before those that have it with the suffix 2, 3, …
 *
 * depth, 7 bits · SHA-256 of the id, 249 bits · suffix · number of the record
 *
 * `depth` is the number of suffixes that end the id. A record whose id ends with a suffix has two entries: one for its
 * id, whose suffix is 0, and one for its id without the suffix.
 */
export const entryWordCount = 10
export const [suffixWord, recordWord] = [8, 9]

const depthShift = 25

/** A record whose id ends with a suffix. */
export interface SuffixedId {
  /** Its place among the ids. */
  readonly index: number
  readonly depth: number
  readonly suffix: number
}

interface HashedIds {
  /** The number of the first record. */
  readonly first: number
  /** The SHA-256 of each id. */
  readonly hashes: Uint8Array
  readonly suffixed: readonly SuffixedId[]
  /** The SHA-256 of each suffixed id without its last suffix. */
  readonly bases: Uint8Array
}

export function entriesOfIds({ first, hashes, suffixed, bases }: HashedIds): Uint32Array {
  const count = hashes.length / 32
  const entries = new Uint32Array(entryWordCount * (count + suffixed.length))
  const own = new DataView(hashes.buffer, hashes.byteOffset)
  const ofBases = new DataView(bases.buffer, bases.byteOffset)
  const put = (place: number, view: DataView, at: number): void => {
    for (let word = 0; word < suffixWord; word += 1)
      entries[entryWordCount * place + word] = view.getUint32(32 * at + 4 * word)
    entries[entryWordCount * place] = uint32At(entries, entryWordCount * place) >>> 7
  }
  for (let index = 0; index < count; index += 1) {
    put(index, own, index)
    entries[entryWordCount * index + recordWord] = first + index
  }
  for (const [place, { index, depth, suffix }] of suffixed.entries()) {
    const start = entryWordCount * (count + place)
    put(count + place, ofBases, place)
    entries[start] = uint32At(entries, start) + (depth - 1) * 2 ** depthShift
    entries[start + suffixWord] = suffix
    entries[start + recordWord] = first + index
    entries[entryWordCount * index] = uint32At(entries, entryWordCount * index) + depth * 2 ** depthShift
  }
  return entries
}

export interface EntryPlace {
  words: Uint32Array
  place: number
}

/** Less than 0 if `left` comes before `right`, more than 0 if behind it. */
export function compareEntries(left: EntryPlace, right: EntryPlace): number {
  for (let word = 0; word < entryWordCount; word += 1) {
    const difference = uint32At(left.words, left.place + word) - uint32At(right.words, right.place + word)
    if (difference !== 0) return difference
  }
  return 0
}

/** Places of entries that fit beside a word in a number below 2^53. */
const sortedCountMax = 2 ** 21

/** A copy of at most `sortedCountMax` entries in order. */
export function sortEntries(entries: Uint32Array): Uint32Array {
  const count = entries.length / entryWordCount
  const order = new Float64Array(count)
  for (let place = 0; place < count; place += 1)
    order[place] = uint32At(entries, entryWordCount * place) * sortedCountMax + place
  order.sort()
  const places = Uint32Array.from(order, (each) => entryWordCount * (each % sortedCountMax))
  const [left, right] = [
    { words: entries, place: 0 },
    { words: entries, place: 0 },
  ]
  const byAllWords = (one: number, two: number): number => {
    left.place = one
    right.place = two
    return compareEntries(left, right)
  }
  for (let from = 0, to = 0; from < count; from = to) {
    const word = uint32At(entries, uint32At(places, from))
    for (to = from + 1; to < count && uint32At(entries, uint32At(places, to)) === word; ) to += 1
    if (to > from + 1) places.subarray(from, to).sort(byAllWords)
  }
  const sorted = new Uint32Array(entries.length)
  for (let rank = 0; rank < count; rank += 1) {
    const place = uint32At(places, rank)
    for (let word = 0; word < entryWordCount; word += 1)
      sorted[entryWordCount * rank + word] = uint32At(entries, place + word)
  }
  return sorted
}
