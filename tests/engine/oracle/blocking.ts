import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { basisPoints, type Comparison } from './comparison.ts'
import { writeFraction } from './fraction.ts'
import { affixOf } from './text.ts'
import type { Side, Value } from './values.ts'

/** Which criteria bound the pairs to look at, and the blocks that they make of records. */

export const isCurrency = ({ fields }: Comparison): boolean =>
  fields?.source === 'currency' || fields?.target === 'currency'

/** An exact criterion that every pair must meet. */
export const isKey = ({ criterion, isConverted }: Comparison): boolean =>
  criterion.op === 'equals' && criterion.nulls !== 'skip' && !isConverted

/** A window, or a similarity that is as good as one: it needs a value on both sides or on neither. */
export const isWindow = ({ criterion: { op, nulls, similarity }, isConverted }: Comparison): boolean =>
  nulls !== 'skip' &&
  !isConverted &&
  (op === 'near' ||
    op === 'listed' ||
    (similarity !== undefined && similarity.method !== 'jaro-winkler' && basisPoints(similarity.min) >= 6_000))

/** One text begins or ends the other, so that both have their first, or last, characters in common. */
const isPart = ({ criterion: { op, nulls } }: Comparison): boolean =>
  nulls !== 'skip' && (op === 'starts' || op === 'ends')

/** What both texts of a pair have in common, as part of a key; undefined for a text that is too short for any pair. */
function commonPart({ criterion: { op, min = 0 } }: Comparison, text: Value | undefined): string | undefined {
  if (typeof text !== 'string') return 'absent'
  const part = affixOf(op === 'ends' ? 'ends' : 'starts', min, text)
  return part === undefined ? undefined : `text ${part}`
}

/** Whether these criteria bound the pairs to look at. */
export const hasBlockingKey = (comparisons: readonly Comparison[]): boolean =>
  comparisons.some((each) => isWindow(each) || ((isKey(each) || isPart(each)) && !isCurrency(each)))

/** What the records of one block have in common, or undefined for one that lacks what it may not lack. */
export function blockOf(comparisons: readonly Comparison[], side: Side, record: CanonicalRecord): string | undefined {
  const parts: string[] = []
  for (const comparison of comparisons) {
    const value = comparison.valueOf(side, record)
    if (value === undefined && comparison.criterion.nulls === 'fail') return undefined
    if (isKey(comparison))
      parts.push(value === undefined ? 'absent' : typeof value === 'string' ? `text ${value}` : writeFraction(value))
    else if (isPart(comparison)) {
      const part = commonPart(comparison, value)
      if (part === undefined) return undefined
      parts.push(part)
    } else if (isWindow(comparison)) parts.push(value === undefined ? 'absent' : 'present')
  }
  return JSON.stringify(parts)
}
