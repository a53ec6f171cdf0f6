import { at, uint32At } from '../../base/at.ts'
import type { Units } from '../../record/columns.ts'
import { grown } from '../../rules/similarity/number-lists.ts'
import type { OfPair } from '../state/bound-rule.ts'
import { createRankColumn, firstCount, type RankColumn } from './rank-column.ts'

/**
 * Pairs of a block that meet all criteria, by source and then target, with their rank tuples. Stored in columns, since
 * a block may have millions: pair `i` joins the nodes at positions `source[i]` and `target[i]`; its tuple is element
 * `i` of each of `ranks`.
 */
export interface CandidateList {
  readonly count: number
  readonly source: Uint32Array
  readonly target: Uint32Array
  readonly ranks: readonly RankColumn[]
}

/** Collects candidates source by source; the targets of a source may come in any order. */
export function createPairList(parts: readonly OfPair<Units>[], countMax: number) {
  const columns = parts.map((rankOf) => ({ rankOf, column: createRankColumn(countMax + 1) }))
  let [sources, targets] = [new Uint32Array(firstCount), new Uint32Array(firstCount)]
  let count = 0
  let begun = 0
  let isInOrder = true
  return {
    isFull: (): boolean => count > countMax,
    add(target: number, sourceRow: number, targetRow: number): void {
      if (count === targets.length) [sources, targets] = [grown(sources, 0), grown(targets, 0)]
      isInOrder &&= count === begun || uint32At(targets, count - 1) < target
      targets[count] = target
      for (const { rankOf, column } of columns) column.put(count, rankOf(sourceRow, targetRow))
      count += 1
    },
    endSource(source: number): void {
      sources.fill(source, begun, count)
      if (!isInOrder) {
        const found = targets.slice(begun, count)
        const order = Uint32Array.from(found.keys()).sort((a, b) => uint32At(found, a) - uint32At(found, b))
        for (const [place, index] of order.entries()) targets[begun + place] = uint32At(found, index)
        for (const { column } of columns) reorder(column, order, begun)
      }
      begun = count
      isInOrder = true
    },
    finish: (): CandidateList => ({
      count,
      source: cut(sources, count),
      target: cut(targets, count),
      ranks: columns.map(({ column }) => column.finish(count)),
    }),
  }
}

/** The first numbers of an array, which is used up: half of its memory may be spare. */
const cut = (numbers: Uint32Array<ArrayBuffer>, count: number): Uint32Array =>
  numbers.length === firstCount
    ? numbers.slice(0, count)
    : new Uint32Array(numbers.buffer.transfer(count * Uint32Array.BYTES_PER_ELEMENT))

function reorder(column: ReturnType<typeof createRankColumn>, order: Uint32Array, begin: number): void {
  const ranks = Array.from(order, (_, index) => column.get(begin + index))
  for (const [place, index] of order.entries()) column.put(begin + place, at(ranks, index))
}
