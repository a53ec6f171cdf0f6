import { int32At } from '../base/at.ts'
import { formatDate } from '../base/date.ts'
import { absentDay } from '../record/columns.ts'
import { type BySide, oppositeSide, type Side, sides } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import type { FieldsFound, RunWarning } from './absent-fields.ts'
import { type AmountSizes, areMirrored, commonSizes } from './amount-sizes.ts'
import type { HeaderLine } from './line.ts'
import type { RunSummary } from './summary.ts'

/** The first and the last day of some records, as days since 1970-01-01. */
export type DaysFound = { readonly first: number; readonly last: number }

/** What is known about all records of both sides. */
export interface SideFigures {
  readonly fields: BySide<FieldsFound>
  /** Undefined for a side without a date. */
  readonly days: BySide<DaysFound | undefined>
  /** Called only where little is matched. */
  readonly sizes: () => BySide<AmountSizes>
}

interface EndedRun {
  readonly policy: CompiledPolicy
  readonly header: Pick<HeaderLine, Side>
  readonly summary: RunSummary
}

/** Warnings about how the two sides relate: likely mistakes in the choice of files, or in their signs or currencies. */
export const sideWarnings = (run: EndedRun, figures: SideFigures): readonly RunWarning[] => [
  ...sameRecords(run),
  ...currencyOnOneSide(run, figures),
  ...periodsApart(run, figures),
  ...sidesMirrored(run, figures),
]

function sameRecords({ header: { source, target } }: EndedRun): readonly RunWarning[] {
  if (source.count === 0 || source.root !== target.root) return []
  return [{ code: 'same_records', detail: 'Source and target are the same records: one side may be the wrong file.' }]
}

/**
 * `No record of target has a currency, and records of source have one: the rules compare currencies.` Where each of them
 * passes over absent ones: `the rules compare no currencies`.
 */
function currencyOnOneSide({ policy }: EndedRun, { fields }: SideFigures): readonly RunWarning[] {
  const has = (side: Side): boolean => fields[side].canonical.includes('currency')
  const criteria = policy.rules.flatMap(({ enabled, match = [] }) => (enabled ? match.filter(isOfCurrency) : []))
  if (criteria.length === 0) return []
  const compared = criteria.every(({ nulls }) => nulls === 'skip') ? 'no currencies' : 'currencies'
  return sides
    .filter((side) => fields[side].rowCount > 0 && !has(side) && has(oppositeSide(side)))
    .map((side) => ({
      code: 'currency_on_one_side',
      side,
      detail: `No record of ${side} has a currency, and records of ${oppositeSide(side)} have one: the rules compare ${compared}.`,
    }))
}

const isOfCurrency = ({ field }: { readonly field?: string }): boolean => field === 'currency'

/** Where most records are matched, one side simply books on later days. */
function periodsApart({ summary }: EndedRun, { days: { source, target } }: SideFigures): readonly RunWarning[] {
  if (source === undefined || target === undefined || isMatched(summary, 2)) return []
  if (source.first <= target.last && target.first <= source.last) return []
  const text = ({ first, last }: DaysFound): string => `${formatDate(first)} to ${formatDate(last)}`
  const detail = `The days of source are ${text(source)}, those of target ${text(target)}: they have no day in common.`
  return [{ code: 'periods_apart', detail }]
}

/**
 * At most 5 % matched, and at least half of the sizes of amounts of the side with fewer meet only under the sign that the
 * rules do not see. Rules that compare opposite signs themselves know about signs.
 */
function sidesMirrored({ policy, summary }: EndedRun, { sizes }: SideFigures): readonly RunWarning[] {
  if (isMatched(summary, 20) || policy.rules.some(readsSigns)) return []
  const { same, opposite, least } = commonSizes(sizes())
  const { signs } = policy.referenceData
  const seen = signs.source === signs.target ? { same, opposite, least } : { same: opposite, opposite: same, least }
  if (!areMirrored(seen)) return []
  const detail =
    'Amounts of source and target meet under opposite signs: turn the signs of one side, or exchange its columns.'
  return [{ code: 'sides_mirrored', detail }]
}

const readsSigns = ({ sign, sum, match = [] }: CompiledPolicy['rules'][number]): boolean =>
  [sign, sum?.sign, ...match.map((criterion) => criterion.sign)].some((each) => each !== undefined && each !== 'same')

/** Whether at least one of `of` records is matched or netted. */
function isMatched({ source, target }: RunSummary, of: number): boolean {
  const settled = source.matched + source.netted + target.matched + target.netted
  return of * settled >= settled + source.open + target.open
}

/** O(rows). */
export function daysFound(table: Table): DaysFound | undefined {
  const days = table.date('date')
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = 0; row < days.length; row++) {
    const day = int32At(days, row)
    if (day === absentDay) continue
    if (day < first) first = day
    if (day > last) last = day
  }
  return first > last ? undefined : { first, last }
}

export const addDays = (left: DaysFound | undefined, right: DaysFound | undefined): DaysFound | undefined =>
  left && right ? { first: Math.min(left.first, right.first), last: Math.max(left.last, right.last) } : (left ?? right)
