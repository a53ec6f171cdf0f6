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

/** Details that are held as they are. Later ones are flat text each: pieces of the file's text would hold all of it. */
const heldWholeMax = 256

/** The slots that are alike in both. */
export function commonOf(left: Slots, right: Slots): Slots {
  const common: Slots = {}
  for (const slot in left) if (left[slot] === right[slot]) common[slot] = left[slot]
  return common
}

/** A store without details. With `isHeld` false it keeps what is alike in them, and nothing else. */
export function createDetailStore(isHeld: boolean): DetailStore {
  let count = 0
  let common: Slots = {}
  const whole: Detail[] = []
  const texts: string[] = []
  let heldLength = 0
  return {
    add(detail) {
      count += 1
      common = count === 1 ? detail.slots : commonOf(common, detail.slots)
      if (!isHeld || heldLength > heldLengthMax) return
      if (whole.length < heldWholeMax) {
        whole.push(detail)
        return
      }
      const text = JSON.stringify(detail)
      heldLength += text.length
      texts.push(text)
    },
    count: () => count,
    common: () => common,
    *all() {
      yield* whole
      for (const text of texts) yield JSON.parse(text) satisfies Detail
    },
    isFull: () => heldLength > heldLengthMax,
  }
}
