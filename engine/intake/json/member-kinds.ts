import { byteAt } from '../../base/at.ts'
import type { Column } from '../rows/row.ts'
import type { JsonPlan } from './json-plan.ts'
import { takes } from './scalar-scan.ts'

export interface ScannedPlan extends JsonPlan {
  /** Columns in which a number is read as text. Empty for records in the service's own form. */
  readonly texts: ReadonlySet<number>
}

export const takesAttributes = 8

export function kindsOf({ names, plan, texts }: ScannedPlan): Uint8Array {
  const kinds = new Uint8Array(names.length).fill(takes.anything)
  const restrict = ({ index }: Column, kind: number): void => {
    kinds[index] = byteAt(kinds, index) & kind
  }
  for (const column of plan.fields.values())
    restrict(column, texts.has(column.index) ? takes.number | takes.canonicalNumber : 0)
  for (const { source } of plan.amounts) {
    if (source.kind === 'flagged') restrict(source.flag, 0)
    for (const column of source.kind === 'sides' ? [source.debit, source.credit] : [source.column])
      restrict(column, takes.number | takes.canonicalNumber)
  }
  const isText = new Set([...texts, ...plan.attributes.map(({ column }) => column.index)])
  for (const index of kinds.keys()) if (!isText.has(index)) restrict({ name: '', index }, takes.number)
  if (plan.nested !== undefined && plan.nested.index < names.length) kinds[plan.nested.index] = takesAttributes
  return kinds
}
