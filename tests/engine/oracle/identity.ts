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

/** Whether the criterion compares texts that are more than a kind of record. */
export const mayIdentify = ({ kind, fields, criterion }: Comparison): boolean =>
  kind === 'text' &&
  identifyingOps.includes(criterion.op) &&
  sides.every((side) => !fieldsOfKind.includes(fields?.[side] ?? ''))

/** It may identify, and each side has two values of it, unless it has one record. */
const tellsApart = (comparison: Comparison, all: Both<Records>): boolean =>
  mayIdentify(comparison) &&
  sides.every((side) => {
    const values = new Set(
      all[side].map((record) => comparison.valueOf(side, record)).filter((value) => value !== undefined),
    )
    return values.size >= 2 || all[side].length === 1
  })
