import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Comparison } from './comparison.ts'
import { type Both, sides } from './values.ts'
import type { Records } from './world.ts'

const identifyingOps = ['equals', 'starts', 'ends', 'listed', 'similar']
const fieldsOfKind = ['type', 'status', 'currency']

/** Whether one of these criteria holds for a pair on something that tells records apart. */
export const holdsOnIdentity = (
  comparisons: readonly Comparison[],
  all: Both<Records>,
  { source, target }: Both<CanonicalRecord>,
): boolean =>
  comparisons.some((comparison) => {
    const { onValues, verdict, similarity = 10_000 } = comparison.stand(source, target)
    return onValues && verdict === 'holds' && similarity >= 9_000 && tellsApart(comparison, all)
  })

/** A text that is more than a kind of record, and of which each side has two values, unless it has one record. */
const tellsApart = ({ kind, fields, criterion, ...comparison }: Comparison, all: Both<Records>): boolean =>
  kind === 'text' &&
  identifyingOps.includes(criterion.op) &&
  sides.every((side) => {
    const values = new Set(
      all[side].map((record) => comparison.valueOf(side, record)).filter((value) => value !== undefined),
    )
    return !fieldsOfKind.includes(fields?.[side] ?? '') && (values.size >= 2 || all[side].length === 1)
  })
