/** Whole numbers of four bytes each, in the order in which they are added: a list of JavaScript's takes twice as much. */
export interface IntList {
  count(): number
  /** O(1) amortised. */
  add(value: number): void
  /** All of them; nothing is added afterwards. */
  finish(): Int32Array<ArrayBuffer>
}

/** An empty list. */
export function createIntList(): IntList {
  let values = new Int32Array(256)
  let count = 0
  return {
    count: () => count,
    add(value) {
      if (count === values.length) values = new Int32Array(values.buffer.transfer(2 * values.byteLength))
      values[count] = value
      count += 1
    },
    finish: () => new Int32Array(values.buffer.transfer(4 * count)),
  }
}
