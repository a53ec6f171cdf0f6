import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { dateText } from '../../engine/propose/pairs/days.ts'
import { moneyText } from '../../engine/propose/pairs/money.ts'

/** A record before it is written. Empty texts are absent fields. */
export interface Entry {
  readonly cents: number
  /** As the engine counts days. */
  readonly day: number
  readonly currency?: string
  readonly reference?: string
  readonly description?: string
  readonly counterparty?: string
  readonly account?: string
  readonly type?: string
  readonly attributes?: { readonly [name: string]: string }
  /** A fee that was kept: the record has `gross`, `fee` and `net` in place of `amount`. */
  readonly feeCents?: number
}

export function recordOf(
  { cents, day, currency = 'EUR', feeCents, attributes, ...texts }: Entry,
  id: string,
): CanonicalRecord {
  const known = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
  const money =
    feeCents === undefined
      ? { amount: moneyText(cents) }
      : { gross: moneyText(cents), fee: moneyText(feeCents), net: moneyText(cents - feeCents) }
  return { ...known, ...money, id, currency, date: dateText(day), ...(attributes && { attributes }) }
}
