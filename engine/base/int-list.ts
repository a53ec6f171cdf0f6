/** Whole numbers of four bytes each, in the order in which they are added: a list of JavaScript's takes twice as much. */
export interface IntList {
  count(): number
  /** O(1) amortised. */
  add(value: number): void
  /** Makes room for a list `factor` times as long as it is now. */
  expect(factor: number): void
  /** All of them; nothing is added afterwards. */
  finish(): Int32Array<ArrayBuffer>
}

/** An empty list. */
export function createIntList(): IntList {
  let values = new Int32Array(256)
  let count = 0
  const makeRoom = (length: number): void => {
    values = new Int32Array(values.buffer.transfer(4 * length))
  }
  return {
    count: () => count,
    add(value) {
      if (count === values.length) makeRoom(2 * values.length)
      values[count] = value
      count += 1
    },
    expect: (factor) => makeRoom(Math.max(values.length, Math.ceil(factor * count))),
    // What is left of the room was never touched, and so takes no memory; a copy of the exact length would.
    finish: () => values.subarray(0, count),
  }
}
