import { noReceipt } from '../log/receipt.ts'
import type { Side } from '../record/side.ts'
import type { ReadPeriod } from './read-period.ts'

/**
 * What a period adds of a side to the lines with which those of later periods are compared: the records that it counts, and those
 * that were withdrawn. The items of a later opening are among the lines of earlier periods.
 */
export function countedOf({ manifest, aside }: Pick<ReadPeriod, 'manifest' | 'aside'>, side: Side) {
  const parts = manifest.parts[side]
  const handedOn = parts.filter(({ kind }) => kind !== 'dataset')
  const countIn = (some: typeof parts): number => some.reduce((sum, { count }) => sum + count, 0)
  const first = manifest.before === noReceipt ? 0 : countIn(handedOn)
  const left = new Set(
    aside.flatMap((line) => (line.side === side && line.place !== 'withdrawn' && line.row >= first ? [line.row] : [])),
  )
  let row = 0
  return {
    count: countIn(parts) - first - left.size,
    /** Takes the lines of the side in order. */
    take: (lines: readonly string[]): readonly string[] =>
      lines.flatMap((line) => {
        const own = row++
        return own < first || left.has(own) ? [] : [`{"record":${line},"side":"${side}"}`]
      }),
  }
}
