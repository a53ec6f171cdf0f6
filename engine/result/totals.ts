import { type Decimal, formatDecimal } from '../base/decimal.ts'
import type { BySide } from '../record/side.ts'
import { assertConserved, type DifferenceTotals, type SideSum } from './completeness.ts'
import type { SideTotal, TotalsLine } from './line.ts'

export interface RunSums {
  readonly sums: BySide<ReadonlyMap<string, SideSum>>
  readonly differences: DifferenceTotals
  readonly fx: TotalsLine['fx']
}

/** The totals of a run. Throws when they are not complete, see `assertConserved`. */
export function totalsLine(sums: RunSums): TotalsLine {
  assertConserved(sums.sums.source, sums.sums.target, sums.differences)
  return { kind: 'totals', ...formatSums(sums) }
}

/** The sums of a run, or of a part of it, as JSON. */
export const formatSums = ({ sums, differences, fx }: RunSums): Omit<TotalsLine, 'kind'> => ({
  source: formatSide(sums.source),
  target: formatSide(sums.target),
  accepted: sortedObject(
    new Map([...differences.accepted].map(([currency, own]) => [currency, sortedObject(formatAll(own))])),
  ),
  turned: sortedObject(formatAll(differences.turned)),
  fx: sortedObject(new Map(Object.entries(fx))),
})

function formatSide(sums: ReadonlyMap<string, SideSum>): { readonly [currency: string]: SideTotal } {
  const format = ({ count, total, matched, open, excluded, netted }: SideSum): SideTotal => ({
    count,
    total: formatDecimal(total),
    matched: formatDecimal(matched),
    open: formatDecimal(open),
    excluded: formatDecimal(excluded),
    netted: formatDecimal(netted),
  })
  return sortedObject(new Map([...sums].map(([currency, sum]) => [currency, format(sum)])))
}

const formatAll = (sums: ReadonlyMap<string, Decimal>): Map<string, string> =>
  new Map([...sums].map(([key, sum]) => [key, formatDecimal(sum)]))

const sortedObject = <Value>(entries: ReadonlyMap<string, Value>): { readonly [name: string]: Value } =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
