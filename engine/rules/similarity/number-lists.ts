import { uint32At } from '../../base/at.ts'

/** List `i` is `values[starts[i] .. starts[i + 1])`. */
export interface NumberLists {
  readonly starts: Uint32Array
  readonly values: Uint32Array
}

const firstCount = 256

/** Do not keep `starts` and `values` across an `add`: it may replace both arrays. */
export function createNumberLists() {
  let count = 0
  const lists = { starts: new Uint32Array(firstCount), values: new Uint32Array(firstCount) }
  return {
    lists: lists as NumberLists,
    add(list: Uint32Array): void {
      const start = uint32At(lists.starts, count)
      const end = start + list.length
      count += 1
      if (count === lists.starts.length) lists.starts = grown(lists.starts, count + 1)
      if (end > lists.values.length) lists.values = grown(lists.values, end)
      lists.values.set(list, start)
      lists.starts[count] = end
    },
    clear(): void {
      count = 0
    },
  }
}

export function grown(numbers: Uint32Array, least: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(Math.max(2 * numbers.length, least))
  longer.set(numbers)
  return longer
}
