import type { Units } from '../../record/columns.ts'

/** One part of the rank tuples, by candidate: whole numbers of at least 0. */
export type RankColumn = Uint32Array | Float64Array | readonly Units[]

const uint32Max = 2 ** 32 - 1

/**
 * Collects one part of rank tuples. An element takes 4 bytes while all elements fit into 32 bits, then 8; from the
 * first bigint on the column is a list. Grows to at most `countMax` elements.
 */
export function createRankColumn(countMax: number) {
  let numbers: Uint32Array | Float64Array = new Uint32Array(firstCount)
  let units: Units[] | undefined
  const grow = (): void => {
    const wider = new (numbers instanceof Uint32Array ? Uint32Array : Float64Array)(
      Math.min(countMax, 2 * numbers.length),
    )
    wider.set(numbers)
    numbers = wider
  }
  return {
    put(index: number, rank: Units): void {
      if (units === undefined && typeof rank === 'bigint') units = Array.from(numbers.subarray(0, index))
      if (units !== undefined) {
        units[index] = rank
        return
      }
      if (index >= numbers.length) grow()
      if (rank > uint32Max && numbers instanceof Uint32Array) numbers = new Float64Array(numbers)
      numbers[index] = Number(rank)
    },
    get: (index: number): Units => rankAt(units ?? numbers, index),
    finish: (count: number): RankColumn =>
      units ?? (numbers.length === firstCount ? numbers.slice(0, count) : numbers.subarray(0, count)),
  }
}

/** Most blocks have a few candidates. Up to 64 bytes an array is in V8's own heap, which frees it at no cost. */
export const firstCount = 16

export function rankAt(column: RankColumn, index: number): Units {
  const rank = column[index]
  if (rank === undefined) throw new RangeError(`Got candidate ${index}, wanted one from 0 to ${column.length - 1}`)
  return rank
}
