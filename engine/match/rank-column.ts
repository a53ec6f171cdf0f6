import type { Units } from '../record/columns.ts'

/** One part of the rank tuples of a block's candidates, by candidate: whole numbers from 0. */
export type RankColumn = Uint32Array | Float64Array | readonly Units[]

const uint32Max = 2 ** 32 - 1

/**
 * Collects one part of up to `countMax` rank tuples, of which a block may have millions: 4 bytes each while all of them
 * fit, 8 from the first on that does not, and an array only when one is a bigint.
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
    /** Elements that were never put are 0. */
    finish: (): RankColumn => units ?? numbers,
  }
}
