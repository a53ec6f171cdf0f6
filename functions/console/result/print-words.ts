import type { RunOverview, ShownLine, Side } from '../engine-worker/engine-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { counted } from '../parts/plain-words.ts'

export function itemWords({ rows: [head], recordCounts }: ShownLine, side: Side): string {
  const record = head?.[side]
  const count = recordCounts[side]
  const texts = [
    record?.date,
    record?.reference ?? record?.id,
    record?.counterparty,
    record?.description,
    // Only for a single record: the amount of the first of several would look like that of all.
    head?.difference != null && record?.amount != null && count === 1 && amountText(record.amount, record.currency),
    count > 1 && counted(count, 'record'),
  ]
  return texts.filter((text) => text != null && text !== false).join(' · ')
}

/** Undefined where no record has a date. */
export function periodWords({ since, asOf }: Pick<RunOverview, 'since' | 'asOf'>): string | undefined {
  if (since === null || asOf === null) return undefined
  return since === asOf ? since : `${since} to ${asOf}`
}
