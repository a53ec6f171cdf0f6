import { canonicalDecimal, isCurrencyCode, noCurrency } from '@tallystick/engine/base'
import { got } from '../options.ts'
import type { ConfigResult } from '../read-config.ts'

/** Amounts without a sign, as bounds are. */
export function readBounds(...[words, about]: Parameters<typeof readAmounts>): ReturnType<typeof readAmounts> {
  const read = readAmounts(words, about)
  const negative = read.ok ? Object.values(read.value).filter((amount) => amount.startsWith('-')) : []
  const faults = negative.map((amount) => `${got(amount)} as --${about.option}, wanted an amount without a sign`)
  return faults.length > 0 ? { ok: false, faults } : read
}

/** Amounts as a person types them, `1234.50` or `EUR:1234.50`, by currency. The last one of a currency counts. */
export function readAmounts(
  words: readonly string[],
  { option, currency = noCurrency }: { readonly option: string; readonly currency: string | undefined },
): ConfigResult<{ readonly [currency: string]: string }> {
  const amounts = new Map<string, string>()
  const faults: string[] = []
  for (const word of words) {
    const [, code = currency, text = ''] = /^(?:([^:]*):)?(.*)$/.exec(word) ?? []
    const amount = canonicalDecimal(text)
    if (amount === undefined || !isCurrencyCode(code))
      faults.push(`${got(word)} as --${option}, wanted an amount such as 1234.50 or EUR:1234.50`)
    else amounts.set(code, amount)
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: Object.fromEntries(amounts) }
}
