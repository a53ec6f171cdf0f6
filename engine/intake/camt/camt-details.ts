import type { Slots } from './element-tree.ts'

/** A transaction of an entry. */
export interface Detail {
  readonly line: number
  readonly slots: Slots
  /** Charges with a total or an amount each. */
  readonly charges: readonly Slots[]
}

/** The details of one entry. Batches have tens of thousands of them, and none is a record before the last is known. */
export interface DetailStore {
  add(detail: Detail): void
  count(): number
  /** The slots that are alike in all of them. */
  common(): Slots
  /** All of them in order. Requires details that are held, and room for them. */
  all(): Iterable<Detail>
  /** Whether there was more text than there is room for. */
  isFull(): boolean
}

/** UTF-16 units of details that are held: a part of a Worker's memory. */
export const heldLengthMax = 16 * 1024 * 1024

/** A store without details. With `isHeld` false it keeps what is alike in them, and nothing else. */
export function createDetailStore(isHeld: boolean): DetailStore {
  let count = 0
  let first: Detail | undefined
  let common: Slots = {}
  // As flat text each: pieces of the file's text would hold all of it.
  const others: string[] = []
  let heldLength = 0
  return {
    add(detail) {
      count += 1
      if (first === undefined) {
        first = detail
        common = { ...detail.slots }
        return
      }
      for (const slot in common) if (common[slot] !== detail.slots[slot]) delete common[slot]
      if (!isHeld || heldLength > heldLengthMax) return
      const text = JSON.stringify(detail)
      heldLength += text.length
      others.push(text)
    },
    count: () => count,
    common: () => common,
    *all() {
      if (first !== undefined) yield first
      for (const text of others) yield JSON.parse(text) satisfies Detail
    },
    isFull: () => heldLength > heldLengthMax,
  }
}
