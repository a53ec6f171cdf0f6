import { at, byteAt, numberAt, uint32At } from '../base/at.ts'
import { negated, zero } from '../base/decimal.ts'
import { createExactSums } from '../base/exact-sums.ts'
import { handResiduals } from '../match/state/hand-matches.ts'
import { type RunState, status } from '../match/state/run-state.ts'
import type { Side } from '../record/side.ts'
import type { SideSum } from './completeness.ts'
import { settledAmount } from './settled-amount.ts'
import type { SettledUnits } from './settled-units.ts'
import type { SideSummary } from './summary.ts'

const parts = { total: 0, matched: 1, open: 2, excluded: 3, netted: 4 } as const
const partCount = 5

const notCounted = partCount

/** Status → the part of the totals in which a record counts. Records under review count as open. */
const partByStatus = Uint8Array.of(parts.open, parts.open, parts.open, parts.open, parts.open)
partByStatus[status.matched] = parts.matched
partByStatus[status.excluded] = parts.excluded
partByStatus[status.netted] = parts.netted

/** The parts after one rule of a run in pieces: an open record counts where a later rule, or none, takes it. */
export const partOfClaimed = partByStatus.slice()
partOfClaimed[status.open] = notCounted

/** The sums of settled amounts by currency: of all records, and by status. O(records). */
export function sumSide(
  run: RunState,
  side: Side,
  { units, currencyOf, currencies, scale, partOf = partByStatus }: SettledUnits & { readonly partOf?: Uint8Array },
) {
  const { statuses } = run[side]
  const sums = createExactSums(partCount * currencies.length, scale)
  const counts = new Uint32Array(currencies.length)
  for (let row = 0; row < statuses.length; row++) {
    const currency = uint32At(currencyOf[side], row)
    const part = byteAt(partOf, byteAt(statuses, row))
    if (part === notCounted) continue
    const settled = numberAt(units[side], row)
    counts[currency] = uint32At(counts, currency) + 1
    for (const each of [parts.total, part]) {
      if (Number.isNaN(settled)) sums.addDecimal(partCount * currency + each, settledAmount(run, side, row))
      else sums.add(partCount * currency + each, settled)
    }
  }
  // A residual by hand may be of no record of its side, so it is subtracted from what is matched there, not from a record.
  for (const { row, amount } of handResiduals(run.byHand, side))
    for (const each of [parts.total, parts.matched])
      sums.addDecimal(partCount * uint32At(currencyOf[side], row) + each, negated(amount))
  const sumOf = (currency: number): SideSum => {
    const amount = (part: keyof typeof parts) => sums.at(partCount * currency + parts[part]) ?? zero
    const [total, matched, open] = [amount('total'), amount('matched'), amount('open')]
    const [excluded, netted] = [amount('excluded'), amount('netted')]
    return { count: uint32At(counts, currency), total, matched, open, excluded, netted }
  }
  const found = [...counts.keys()].filter((currency) => uint32At(counts, currency) > 0)
  return new Map(found.map((currency) => [at(currencies, currency), sumOf(currency)]))
}

/** The records of a side by state, those of `partOf` only. O(records). */
export function countSide(run: RunState, side: Side, partOf = partByStatus): SideSummary {
  const counts = new Uint32Array(partCount + 1)
  const { statuses } = run[side]
  for (let row = 0; row < statuses.length; row++) {
    const part = byteAt(partOf, byteAt(statuses, row))
    counts[part] = uint32At(counts, part) + 1
  }
  return {
    matched: uint32At(counts, parts.matched),
    open: uint32At(counts, parts.open),
    netted: uint32At(counts, parts.netted),
  }
}
