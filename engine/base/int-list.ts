import { grown } from './grown.ts'

/** A list of 4-byte numbers, half the size of a JavaScript array. */
export interface IntList {
  count(): number
  /** O(1) amortised. */
  add(value: number): void
  addAll(added: Int32Array | Uint32Array): void
  /** Makes room for a list `factor` times as long as it is now. */
  expect(factor: number): void
  /** All numbers. Nothing may be added afterwards. */
  finish(): Int32Array<ArrayBuffer>
}

export function createIntList(): IntList {
  let values = new Int32Array(256)
  let count = 0
  const makeRoom = (length: number): void => {
    values = new Int32Array(grown(values.buffer, 4 * length))
  }
  return {
    count: () => count,
    add(value) {
      if (count === values.length) makeRoom(2 * values.length)
      values[count] = value
      count += 1
    },
    addAll(added) {
      if (count + added.length > values.length) makeRoom(Math.max(2 * values.length, count + added.length))
      values.set(added, count)
      count += added.length
    },
    expect: (factor) => makeRoom(Math.max(values.length, Math.ceil(factor * count))),
    // A view, not a copy: the unused room was never touched, and so takes no memory.
    finish: () => values.subarray(0, count),
  }
}
