import type { ReconciliationRecord } from '@tallystick/client'
import { firstCurrency } from '../../parts/amount-text.ts'
import { client } from '../session.ts'
import { useCall } from '../use-call.ts'

/**
 * The currency with which forms of a reconciliation begin: that of its settings, else the first one of its newest files.
 * Empty where neither names one, and undefined until the files were asked.
 */
export function useOwnCurrency({ id, source, target }: ReconciliationRecord): string | undefined {
  const { value, error } = useCall(`currency ${id}`, async (signal) => {
    for (const { currency } of [source, target]) if (currency !== null) return currency
    for (const { adapter } of [source, target]) {
      const page = await client().datasets.list({ adapter, limit: 1 }, { signal }).pages().next()
      const currency = page.done === false ? firstCurrency(page.value.items[0]?.totals ?? {}) : undefined
      if (currency !== undefined) return currency
    }
    return ''
  })
  return error === undefined ? value : ''
}
