import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { readFraction, total, writeFraction, zero } from '../oracle/fraction.ts'

/** What the amounts of records, else their nets, else their grosses, add up to in each currency. */
export function controlTotalsOf(records: readonly CanonicalRecord[]): { readonly [currency: string]: string } {
  const byCurrency = Map.groupBy(records, ({ currency }) => currency ?? 'XXX')
  return Object.fromEntries(
    [...byCurrency].map(([currency, those]) => [
      currency,
      writeFraction(total(those.map(({ amount, net, gross }) => readFraction(amount ?? net ?? gross ?? '0') ?? zero))),
    ]),
  )
}
