import type { JsonValue } from '@tallystick/engine/base'
import type { BreakLine } from '@tallystick/engine/result'
import { sizeOfAmount } from '../base/amount.ts'

export const reasonWords: { readonly [reason in BreakLine['reason']]: string } = {
  missing_in_target: 'no record of the target belongs to it',
  missing_in_source: 'no record of the source belongs to it',
  amount_mismatch: 'the amounts differ',
  date_mismatch: 'the dates differ',
  currency_mismatch: 'the currencies differ',
  sum_mismatch: 'the group does not add up',
  ambiguous: 'several records fit equally well',
  duplicate: 'it is there more often than on the other side',
  subset_limit: 'too many records could make up the sum',
  group_too_large: 'too many records to compare',
}

export const hintWords: { readonly [hint in NonNullable<BreakLine['hint']>]: string } = {
  opposite_sign: 'the signs are opposite',
  transposed: 'two characters are swapped',
  factor_10: 'one amount is ten times the other',
  factor_100: 'one amount is a hundred times the other',
  day_month_swapped: 'day and month are swapped',
  year_off: 'the year is another',
  truncated: 'one text is the beginning of the other',
  one_character: 'one character differs',
}

type PartOf = NonNullable<BreakLine['partOf']>

/** `nearest to target t1 as part of 95.00, which misses it by 5.00`. The sign would depend on the anchor's side. */
export function partWords({ side, id, total, difference }: PartOf, amountText: (amount: string) => string): string {
  const missed = sizeOfAmount(difference)
  const miss = missed === '0' ? 'is its amount' : `misses it by ${amountText(missed)}`
  return `nearest to ${side} ${id} as part of ${amountText(total)}, which ${miss}`
}

type Cause = NonNullable<BreakLine['cause']>

/** `counterparty ACME is open elsewhere, too` */
export const causeWords = ({ kind, value }: Cause): string => causeSentences[kind](value)

const causeSentences: { readonly [kind in Cause['kind']]: (value: string) => string } = {
  before_other: (day) => `the other side begins on ${day}`,
  after_other: (day) => `the other side ends on ${day}`,
  one_side: (type) => `no record of type ${type} has a partner`,
  counterparty: (name) => `most records of ${name} are open`,
  same_day: (day) => `most records of ${day} are open`,
  type: (type) => `most records of type ${type} are open`,
}

type FailedRule = NonNullable<BreakLine['failed']>

/** `reference fails at amount alone, needs tolerance 9`. */
export function failedWords({ rule, field, code, needs }: FailedRule): string {
  if (code !== undefined) return `${rule}: ${codeWords[code]}`
  const failed = field === undefined ? rule : `${rule} fails at ${field} alone`
  return needs === undefined ? failed : `${failed}, needs ${membersText(needs)}`
}

const codeWords: { readonly [code in NonNullable<FailedRule['code']>]: string } = {
  one_side_count: 'more than one record on a side that has one',
  no_rate: 'no rate to convert with',
}

/** `{"days":{"after":27,"before":0}}` → `days before 0 after 27`. */
const membersText = (members: NonNullable<FailedRule['needs']>): string =>
  Object.entries(members)
    .sort(([a], [b]) => Number(b === 'before') - Number(a === 'before'))
    .map(([name, value]) => `${name} ${valueText(value)}`)
    .join(' ')

function valueText(value: JsonValue): string {
  if (typeof value === 'string') return value
  return isMembers(value) ? membersText(value) : JSON.stringify(value)
}

const isMembers = (value: JsonValue): value is NonNullable<FailedRule['needs']> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `5000000 by date, 4194304 at most` */
export const workWords = ({ needed, limit, by }: NonNullable<BreakLine['work']>): string =>
  `${needed} by ${by}, ${limit} at most`

/** `2 found, missing INV-1 and INV-2`, with at most `nameCountMax` names of each state. */
export function listedWords(
  { found, missing, taken }: NonNullable<BreakLine['listed']>,
  nameCountMax: number,
  nameText: (name: string) => string = (name) => name,
): string {
  const named = (state: string, names: readonly string[]): readonly string[] => {
    if (names.length === 0) return []
    const more = names.length - nameCountMax
    const shown = [...names.slice(0, nameCountMax).map(nameText), ...(more > 0 ? [`${more} more`] : [])]
    return [`${state} ${shown.join(' and ')}`]
  }
  return [`${found.length} found`, ...named('missing', missing), ...named('taken', taken)].join(', ')
}
