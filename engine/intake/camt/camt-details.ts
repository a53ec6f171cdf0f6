import type { Slots } from './element-tree.ts'

export interface Detail {
  readonly line: number
  readonly slots: Slots
  readonly charges: readonly Slots[]
}

/**
 * The details of one entry. A batch entry may have tens of thousands, and all must be read before the first becomes a
 * record.
 */
export interface DetailStore {
  add(detail: Detail): void
  count(): number
  common(): Slots
  /** The details in order. Requires that the store holds details and is not full. */
  all(): Iterable<Detail>
  isFull(): boolean
}

/** The most UTF-16 units of details that are held, for the sake of a Worker's memory. */
export const heldLengthMax = 16 * 1024 * 1024

/**
 * The number of details that are held as objects. Later ones are held as JSON: strings cut from the file's text would
 * keep all of it in memory.
 */
const heldWholeMax = 256

export function commonOf(left: Slots, right: Slots): Slots {
  const common: Slots = {}
  for (const slot in left) if (left[slot] === right[slot]) common[slot] = left[slot]
  return common
}

/** If `isHeld` is false, only the slots that are equal in all details are kept. */
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
