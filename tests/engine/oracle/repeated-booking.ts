import { dayOf, otherSide, rawText, sides } from './values.ts'
import type { Finding, Line } from './world.ts'

/** One record against two or three of the other side that are one booking on different days, by a rule without dates. */
export function repeatedBooking({ policy: { rule, comparisons }, reason, ...records }: Finding): Line {
  const side = sides.find((each) => records[each].length > 1 && records[otherSide(each)].length === 1)
  const readsDates = comparisons.some(({ kind }) => kind === 'date')
  if (side === undefined || reason !== 'ambiguous' || rule.cardinality !== '1:1' || rule.side || readsDates) return {}
  const own = [...records[side]].sort((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1))
  const [first, last] = [own[0], own.at(-1)]
  const valuesOf = (field: string) => new Set(own.map((record) => rawText(record, field)))
  const isOne = ['reference', 'amount', 'currency', 'counterparty'].every((field) => valuesOf(field).size === 1)
  const isTold = [...valuesOf('reference'), ...valuesOf('amount'), ...valuesOf('date')].every((each) => each)
  if (!first || !last || !isOne || !isTold || own.length > 3 || valuesOf('date').size < own.length) return {}
  return {
    reason: 'duplicate',
    counts: { source: records.source.length, target: records.target.length },
    days: (dayOf(last.date ?? '') ?? 0) - (dayOf(first.date ?? '') ?? 0),
    likely: first.id,
  }
}
