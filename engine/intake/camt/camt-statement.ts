import { absolute, addDecimals, compareDecimals, type Decimal, zero } from '../../base/decimal.ts'
import type { StatementFacts, StatementSink } from '../dataset/statement-writer.ts'
import type { StatedBalance } from '../rows/statement.ts'
import { decimalOf, type Reading } from './camt-reading.ts'
import type { Slots } from './element-tree.ts'

export interface CamtStatement {
  addBalance(reading: Reading): void
  count(amount: Decimal, currency: string | undefined, isBooked: boolean): void
  /** What a statement says of itself. Call it at the end of the statement, when its slots are complete. */
  facts(reading: Reading): StatementFacts
  checkTotals(slots: Slots, line: number): void
}

export function createCamtStatement(sink: StatementSink): CamtStatement {
  const balances = new Map<string, DatedBalance>()
  const [all, booked] = [createTally(), createTally()]
  const currencies = new Set<string | undefined>()
  return {
    addBalance(reading) {
      const { code = '' } = reading.slots
      if (!balanceCodes.includes(code)) return
      const unsigned = reading.amount('amount')
      if (unsigned === undefined && reading.isSound())
        reading.refuse('missing_amount', 'Got a balance without an amount, wanted Amt', 'Amt')
      const amount = unsigned && reading.signed(unsigned)
      const balance = { amount: amount ?? zero, currency: reading.currency('amountCurrency'), day: reading.day('date') }
      if (!reading.isSound()) return
      const before = balances.get(code)
      if (before === undefined || isNearer(balance, before, code)) balances.set(code, balance)
    },
    count(amount, currency, isBooked) {
      all.add(amount)
      if (isBooked) booked.add(amount)
      currencies.add(currency)
    },
    facts(reading) {
      const { electronicNumber, legalNumber, identification } = reading.slots
      return {
        reference: electronicNumber ?? legalNumber ?? identification,
        from: reading.day('from'),
        to: reading.day('to'),
        opening: balances.get('OPBD') ?? balances.get('PRCD'),
        closing: balances.get('CLBD'),
      }
    },
    checkTotals(slots, line) {
      const { page = '1', isLastPage } = slots
      const isOnePage = page === '1' && isLastPage !== 'false'
      if (!isOnePage || currencies.size > 1) return
      if (!all.agrees(slots) && !booked.agrees(slots)) sink.warn('control_total_mismatch', line)
    },
  }
}

interface DatedBalance extends StatedBalance {
  readonly day: number | undefined
}

/** Balances that are read: opening, previous day's closing, and closing. Interim and available balances are not. */
const balanceCodes = ['OPBD', 'PRCD', 'CLBD']

/**
 * Whether a balance replaces an earlier one of its code: a statement of several days opens with its first opening
 * balance and closes with its last closing balance.
 */
function isNearer(balance: DatedBalance, before: DatedBalance, code: string): boolean {
  const isKnown = balance.day !== undefined && before.day !== undefined
  const later = isKnown ? balance.day - before.day : 0
  return code === 'CLBD' ? later >= 0 : later < 0
}

function createTally() {
  const sides = { credit: { count: 0, sum: zero }, debit: { count: 0, sum: zero } }
  return {
    add(amount: Decimal): void {
      const side = amount.coefficient < 0n ? sides.debit : sides.credit
      side.count += 1
      side.sum = addDecimals(side.sum, absolute(amount))
    },
    agrees(stated: Slots): boolean {
      const { credit, debit } = sides
      return (
        isCount(stated['entryCount'], credit.count + debit.count) &&
        isCount(stated['creditCount'], credit.count) &&
        isCount(stated['debitCount'], debit.count) &&
        isSum(stated['creditSum'], credit.sum) &&
        isSum(stated['debitSum'], debit.sum)
      )
    },
  }
}

const isCount = (stated: string | undefined, count: number): boolean => stated === undefined || Number(stated) === count

/** Compares without signs, since some banks write the sum of debits with a sign. */
function isSum(stated: string | undefined, sum: Decimal): boolean {
  if (stated === undefined) return true
  const value = decimalOf(stated)
  return value !== undefined && compareDecimals(absolute(value), sum) === 0
}
