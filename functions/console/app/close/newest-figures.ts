import type { NewestPeriod, ProofRecord } from '@tallystick/client'
import type { Side } from '@tallystick/engine/record'

/** What the list of reconciliations says about the newest period of each. */

type Amounts = { readonly [currency: string]: string }

/** Sums of what the run left open of a side; undefined where it left nothing. Open records may come to 0. */
export function openSums({ open, openCount }: NonNullable<NewestPeriod['figures']>, side: Side): Amounts | undefined {
  if (openCount[side] === 0) return undefined
  const sums = Object.entries(open[side]).filter(([, amount]) => amount !== '0')
  return sums.length === 0 ? open[side] : Object.fromEntries(sums)
}

interface Unexplained {
  /** Of each currency with both closing balances. */
  readonly amounts: Amounts
  /** Currencies without a closing balance of some side, of which nothing is known yet. */
  readonly unbalanced: readonly string[]
}

export function unexplainedOf({ proofs, faults }: Pick<ProofRecord, 'proofs' | 'faults'>): Unexplained {
  const missing = faults.filter(({ code }) => code === 'balance_missing')
  const unbalanced = new Set(missing.map(({ pointer }) => pointer.slice(pointer.lastIndexOf('/') + 1)))
  const known = proofs.filter(({ currency }) => !unbalanced.has(currency))
  return {
    amounts: Object.fromEntries(known.map(({ currency, unexplained }) => [currency, unexplained])),
    unbalanced: [...unbalanced],
  }
}
