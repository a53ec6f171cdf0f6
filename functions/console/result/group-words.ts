import { hintWords } from '@tallystick/audit/report/break-words'
import type { BreakReason } from '../engine-worker/engine-types.ts'
import type { GroupName } from '../engine-worker/line-types.ts'
import { dateText } from '../parts/locale-text.ts'

/** What heads the breaks of a group: `Only in source, of the type FEE`. */
export function groupTitle({ reason, hint, cause }: GroupName): string {
  const words = reasonTitles[reason]
  if (cause !== null) return `${words}: ${causeTitles[cause.kind](cause.value)}`
  return hint == null ? words : `${words}: ${hintWords[hint]}`
}

const reasonTitles: { readonly [reason in BreakReason]: string } = {
  missing_in_target: 'Only in source',
  missing_in_source: 'Only in target',
  amount_mismatch: 'Amounts differ',
  sum_mismatch: 'Sums that do not add up',
  date_mismatch: 'Dates differ',
  currency_mismatch: 'Currencies differ',
  ambiguous: 'Several records fit',
  duplicate: 'There too often',
  subset_limit: 'Too many possible sums',
  group_too_large: 'Too many records to compare',
}

const causeTitles: { readonly [kind in NonNullable<GroupName['cause']>['kind']]: (value: string) => string } = {
  before_other: (day) => `before ${dateText(day)}, when the other side begins`,
  after_other: (day) => `after ${dateText(day)}, when the other side ends`,
  one_side: (type) => `of the type ${type}, a type without partners`,
  counterparty: (name) => name,
  same_day: (day) => `of ${dateText(day)}, a day without partners`,
  type: (type) => `of the type ${type}`,
}
