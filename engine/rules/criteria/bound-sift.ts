import { uint32At } from '../../base/at.ts'
import { type Numbering, noValue, numberOfRow, unread } from '../../record/numbering.ts'
import { oppositeSide, type Side } from '../../record/side.ts'
import type { PairOutcome } from './bound-verdict.ts'
import type { CompiledCriterion } from './criterion-kind.ts'
import type { NumberRange } from './number-range.ts'

/** A row, and the rows of the other side that it is compared with: the first `count` of `others`. */
export interface ComparedRows {
  readonly side: Side
  readonly row: number
  readonly others: Uint32Array
  count: number
}

/**
 * Drops other rows, in place and in order: `held` keeps those that hold or are skipped with the row, `failed` those
 * that fail.
 */
export type Sift = (rows: ComparedRows, kept: 'held' | 'failed') => void

interface Compared {
  readonly numbering: (() => Numbering) | undefined
  readonly range: NumberRange | undefined
  verdict(source: number, target: number): PairOutcome
}

/** The sift agrees with `verdict` on every pair. It reads columns where the comparison has them. */
export function bindSift({ nulls }: CompiledCriterion, { numbering, range, verdict }: Compared): Sift {
  if (numbering !== undefined) return siftByNumbers(numbering, nulls)
  return range === undefined ? siftByVerdict(verdict) : siftByRange(range, verdict)
}

const siftByVerdict =
  (verdict: Compared['verdict']): Sift =>
  (rows, kept) => {
    const { side, row, others } = rows
    const [keepsFailed, isSource] = [kept === 'failed', side === 'source']
    let count = 0
    for (let index = 0; index < rows.count; index++) {
      const other = uint32At(others, index)
      const outcome = isSource ? verdict(row, other) : verdict(other, row)
      if ((outcome === 'fails') === keepsFailed) others[count++] = other
    }
    rows.count = count
  }

const siftByNumbers =
  (numbering: () => Numbering, nulls: CompiledCriterion['nulls']): Sift =>
  (rows, kept) => {
    const numbers = numbering()
    const { side, row, others } = rows
    const otherSide = oppositeSide(side)
    const [own, column] = [numberOfRow(numbers, side, row), numbers[otherSide]]
    const holdsAbsentOnce = nulls === 'skip'
    const holdsAbsentTwice = holdsAbsentOnce || nulls === 'match'
    const keepsFailed = kept === 'failed'
    let count = 0
    for (let index = 0; index < rows.count; index++) {
      const other = uint32At(others, index)
      let number = column[other]
      if (number === undefined || number === unread) number = numberOfRow(numbers, otherSide, other)
      const isAbsent = own === noValue || number === noValue
      const holds = own === number ? !isAbsent || holdsAbsentTwice : isAbsent && holdsAbsentOnce
      if (holds !== keepsFailed) others[count++] = other
    }
    rows.count = count
  }

/** Rows without a number in their column go to `verdict`. */
const siftByRange =
  ({ columns, from, to }: NumberRange, verdict: Compared['verdict']): Sift =>
  (rows, kept) => {
    const { side, row, others } = rows
    const { source, target, least } = columns()
    const isSource = side === 'source'
    const column = isSource ? target : source
    const own = (isSource ? source : target)[row]
    const keepsFailed = kept === 'failed'
    // The same range from the other side: target − source in [from, to] is source − target in [−to, −from].
    const [low, high] = isSource ? [from, to] : [-to, -from]
    const isOwnUsual = own !== undefined && own > least
    let count = 0
    for (let index = 0; index < rows.count; index++) {
      const other = uint32At(others, index)
      const value = column[other]
      let holds: boolean
      if (isOwnUsual && value !== undefined && value > least) {
        const difference = value - own
        holds = difference >= low && difference <= high
      } else holds = (isSource ? verdict(row, other) : verdict(other, row)) !== 'fails'
      if (holds !== keepsFailed) others[count++] = other
    }
    rows.count = count
  }
