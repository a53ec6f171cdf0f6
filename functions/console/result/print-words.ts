import type { RunOverview, ShownLine, Side } from '../engine-worker/engine-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { dateText } from '../parts/locale-text.ts'
import { counted } from '../parts/plain-words.ts'

export function itemWords({ rows: [head], recordCounts, sums }: ShownLine, side: Side): string {
  const record = head?.[side]
  const count = recordCounts[side]
  const texts = [
    record?.date != null && dateText(record.date),
    record?.counterparty,
    record?.reference,
    record?.description,
    count > 1 && counted(count, 'record'),
    sums[side] !== null && amountText(sums[side].amount, sums[side].currency),
  ]
  const known = texts.filter((text) => text != null && text !== false)
  return known.length === 0 ? (record?.id ?? '') : known.join(' · ')
}

/** Undefined where no record has a date. */
export function periodWords({ since, asOf }: Pick<RunOverview, 'since' | 'asOf'>): string | undefined {
  if (since === null || asOf === null) return undefined
  return since === asOf ? dateText(since) : `${dateText(since)} to ${dateText(asOf)}`
}
