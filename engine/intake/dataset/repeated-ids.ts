import { at, uint32At } from '../../base/at.ts'
import { createNodeHeap } from '../../base/node-heap.ts'
import { compareEntries, type EntryPlace, entryWordCount, recordWord, suffixWord } from './id-entries.ts'

/** Entries of a sorted run, of which a part is in memory. `words` without entries, once refilled, end the run. */
export interface EntryWindow {
  words: Uint32Array
}

/** Which suffix each record's id gets, by the number of the record in its file. */
export interface IdSuffixes {
  readonly repeatCount: number
  /** 0 for a record that keeps its id. */
  of(record: number): number
}

/**
 * Finds the repeats among the ids of sorted runs, and the suffixes that `createIdRegister` would give them in the order
 * of the file. Yields each run whose window has to be refilled. Holds the windows, and four bytes a record in the
 * 65,536 records around a repeat.
 */
export function* findRepeats(runs: readonly EntryWindow[]): Generator<EntryWindow, IdSuffixes> {
  const suffixes = createSuffixes()
  const take = createResolver(suffixes)
  const heads = runs.map((): EntryPlace => ({ words: nothing, place: 0 }))
  const heap = createNodeHeap(runs.length, (left, right) => compareEntries(at(heads, left), at(heads, right)) < 0)
  for (const [run, window] of runs.entries()) {
    yield window
    at(heads, run).words = window.words
    if (window.words.length > 0) heap.raise(run)
  }
  for (let run = heap.pop(); run !== undefined; run = heap.pop()) {
    const head = at(heads, run)
    take(head)
    head.place += entryWordCount
    if (head.place === head.words.length) {
      const window = at(runs, run)
      yield window
      head.words = window.words
      head.place = 0
    }
    if (head.words.length > 0) heap.raise(run)
  }
  take({ words: nothing, place: 0 })
  return suffixes
}

/** An entry that belongs to no id. */
const nothing = new Uint32Array(entryWordCount).fill(0xffffffff)

/** Marks a record whose id an earlier record got as its suffixed id. No suffix is 1. */
const displaced = 1

/** Ends a list of records. */
const none = 0xffffffff

/**
 * Returns a function that takes all entries in order. The records that repeat an id are a list, each naming the next
 * where its suffix will stand. The least free suffix goes to the first of them, unless a record before it has that id.
 */
function createResolver(suffixes: Suffixes): (entry: EntryPlace) => void {
  const id = nothing.slice()
  let isFree = true
  let [first, last, suffix] = [none, none, 2]
  const assign = (): void => {
    const next = suffixes.of(first)
    suffixes.put(first, suffix)
    suffixes.repeatCount += 1
    suffix += 1
    first = next
  }
  return (entry) => {
    const { words, place } = entry
    if (!isSameId(id, entry)) {
      while (first !== none) assign()
      id.set(words.subarray(place, place + entryWordCount))
      isFree = true
      suffix = 2
    }
    const record = uint32At(words, place + recordWord)
    const taken = uint32At(words, place + suffixWord)
    if (taken === 0) {
      const keeps = isFree && suffixes.of(record) !== displaced
      isFree = false
      if (keeps) return
      if (first === none) first = record
      else suffixes.put(last, record)
      last = record
      suffixes.put(record, none)
      return
    }
    while (first !== none && suffix < taken) assign()
    if (first === none || suffix > taken) return
    if (record < first) suffix += 1
    else {
      suffixes.put(record, displaced)
      assign()
    }
  }
}

function isSameId(id: Uint32Array, { words, place }: EntryPlace): boolean {
  for (let word = 0; word < suffixWord; word += 1)
    if (uint32At(id, word) !== uint32At(words, place + word)) return false
  return true
}

interface Suffixes extends IdSuffixes {
  repeatCount: number
  put(record: number, suffix: number): void
}

const pageSize = 65_536

function createSuffixes(): Suffixes {
  const pages: Uint32Array[] = []
  return {
    repeatCount: 0,
    of: (record) => pages[Math.floor(record / pageSize)]?.[record % pageSize] ?? 0,
    put(record, suffix) {
      const index = Math.floor(record / pageSize)
      pages[index] ??= new Uint32Array(pageSize)
      at(pages, index)[record % pageSize] = suffix
    },
  }
}
