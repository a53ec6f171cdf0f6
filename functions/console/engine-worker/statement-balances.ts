import { addDecimals, type Decimal, formatDecimal, parseDate, parseDecimal, zero } from '@tallystick/engine/base'
import type { Statement } from '@tallystick/engine/intake'

/** What all accounts of a file state together, at the beginning of their first and the end of their last statement. */
export interface StatedBalances {
  readonly opening: string
  readonly closing: string
  /** The last day of the statements. */
  readonly to: string | null
}

type Stated = Pick<Statement, 'account' | 'currency' | 'period' | 'opening' | 'closing'>

/** By currency; without a currency in which an account lacks a balance. */
export function balancesOf(statements: readonly Stated[]): { readonly [currency: string]: StatedBalances } {
  const lacking = new Set<string>()
  const sums = new Map<string, { opening: Decimal; closing: Decimal; to: string | null }>()
  for (const account of accountsOf(statements)) {
    const [first, last] = [account.at(0), account.at(-1)]
    const currency = first?.currency ?? ''
    const [opening, closing] = [decimalOf(first?.opening), decimalOf(last?.closing)]
    if (opening === undefined || closing === undefined || currency === '') lacking.add(currency)
    else {
      const { opening: others, closing: ends, to } = sums.get(currency) ?? { opening: zero, closing: zero, to: null }
      const until = [to, last?.period.to ?? null].filter((day) => day !== null).toSorted()
      sums.set(currency, {
        opening: addDecimals(others, opening),
        closing: addDecimals(ends, closing),
        to: until.at(-1) ?? null,
      })
    }
  }
  return Object.fromEntries(
    [...sums]
      .filter(([currency]) => !lacking.has(currency))
      .map(([currency, { opening, closing, to }]) => [
        currency,
        { opening: formatDecimal(opening), closing: formatDecimal(closing), to },
      ]),
  )
}

const decimalOf = (text: string | null | undefined): Decimal | undefined =>
  text == null ? undefined : parseDecimal(text)

/** What the days of an account's statements say: one that came twice, days that two have, days that none has. */
export interface StatementGap {
  readonly kind: 'twice' | 'overlap' | 'gap'
  readonly account: string | null
  /** The days that are missing or come twice. */
  readonly from: string
  readonly to: string
}

export function gapsIn(statements: readonly Stated[]): readonly StatementGap[] {
  return accountsOf(statements).flatMap((account) =>
    account.flatMap((next, place): readonly StatementGap[] => {
      const before = account[place - 1]
      const [end, start] = [before?.period.to, next.period.from]
      if (before === undefined || end == null || start == null) return []
      const isTwice = before.period.from === start && end === next.period.to
      if (isTwice) return [{ kind: 'twice', account: next.account, from: start, to: end }]
      if (start < end || (start === end && before.closing !== next.opening))
        return [{ kind: 'overlap', account: next.account, from: start, to: end }]
      const isMissing = (parseDate(start) ?? 0) > (parseDate(end) ?? 0) + 1 && before.closing !== next.opening
      return isMissing ? [{ kind: 'gap', account: next.account, from: end, to: start }] : []
    }),
  )
}

/** The statements of each account and currency, in the order of their days. */
function accountsOf(statements: readonly Stated[]): readonly (readonly Stated[])[] {
  const byAccount = Map.groupBy(statements, ({ account, currency }) => JSON.stringify([account, currency]))
  const dayOf = ({ period: { from, to } }: Stated): string => `${from ?? to ?? ''} ${to ?? ''}`
  return [...byAccount.values()].map((all) => all.toSorted((left, right) => (dayOf(left) < dayOf(right) ? -1 : 1)))
}
