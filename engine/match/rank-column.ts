import type { Units } from '../record/columns.ts'

/** Candidate → one part of its rank tuple: a whole number, at least 0. */
export type RankColumn = Uint32Array | Float64Array | readonly Units[]

const uint32Max = 2 ** 32 - 1

/**
 * Collects one part of up to `countMax` rank tuples, of which a block may have millions. A part takes 4 bytes while all
 * of them fit, 8 bytes from the first that does not, and a list of units only where one is a bigint.
 */
export function createRankColumn(countMax: number) {
  let numbers: Uint32Array | Float64Array = new Uint32Array(countMax)
  let units: Units[] | undefined
  return {
    put(index: number, rank: Units): void {
      if (units === undefined && typeof rank === 'bigint') units = Array.from(numbers)
      if (units !== undefined) {
        units[index] = rank
        return
      }
      if (rank > uint32Max && numbers instanceof Uint32Array) numbers = new Float64Array(numbers)
      numbers[index] = Number(rank)
    },
    /** The column of `countMax` elements; an element that was never put is 0. */
    finish: (): RankColumn => units ?? numbers,
  }
}

/** The element of a candidate; throws a `RangeError` where there is none. */
export function rankAt(column: RankColumn, index: number): Units {
  const rank = column[index]
  if (rank === undefined) throw new RangeError(`Got candidate ${index}, wanted one from 0 to ${column.length - 1}`)
  return rank
}
