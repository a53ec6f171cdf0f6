import { useCall } from '../use-call.ts'
import type { Reconciliation } from './close-calls.ts'
import { useClose } from './use-close.ts'

/**
 * The currency with which forms of a reconciliation begin: that of its settings, else the first one of its newest files.
 * Empty where neither names one, and undefined until the files were asked.
 */
export function useOwnCurrency(reconciliation: Reconciliation): string | undefined {
  const close = useClose()
  const { value, error } = useCall(`currency ${reconciliation.id}`, (signal) =>
    close.currencyOf(reconciliation, signal),
  )
  return error === undefined ? value : ''
}
