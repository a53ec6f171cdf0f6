import { groupedAmount } from '../../platform/amount.ts'

/** Figures as a person reads them. */

const counts = new Intl.NumberFormat('en-GB')

/** `12345` → `12,345`. */
export const countText = (count: number): string => counts.format(count)

const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** `1234567` → `1.2 MB`, in units of 1,000. */
export function bytesText(byteCount: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, byteCount)) / 3))
  const value = byteCount / 1000 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}

/** A share of a whole as a percentage with one digit: `"0.6667"` → `66.7 %`. Never 100 % of what is not whole. */
export function shareText(share: number): string {
  if (share === 1) return '100 %'
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`
}

/** A time as this machine's place has it, to the minute. */
export const timeText = (time: string | null): string =>
  time === null ? '–' : new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** Amounts by currency, a text each: `1,234.50 EUR`. */
export const amountTexts = (amounts: { readonly [currency: string]: string }): readonly string[] =>
  Object.entries(amounts).map(([currency, amount]) => `${groupedAmount(amount, currency)} ${currency}`)

/** `2026-03-01 – 2026-03-31`. */
export const periodText = ({ from, to }: { readonly from: string | null; readonly to: string | null }): string =>
  from === null && to === null ? 'no dates' : from === to ? (from ?? '') : `${from ?? '…'} – ${to ?? '…'}`

/** The beginning of a hash, enough to tell two apart. */
export const shortHash = (hash: string): string => hash.slice(0, 12)
