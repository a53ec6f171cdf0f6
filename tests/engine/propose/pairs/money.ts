import type { Chance } from './chance.ts'

/** Money in cents, which are whole numbers. */

/** Canonical text of cents: no trailing zeros, no negative zero. */
export function moneyText(cents: number): string {
  const size = Math.abs(cents)
  const [whole, rest] = [Math.floor(size / 100), size % 100]
  const fraction = rest === 0 ? '' : rest % 10 === 0 ? `.${rest / 10}` : `.${String(rest).padStart(2, '0')}`
  return `${cents < 0 ? '-' : ''}${whole}${fraction}`
}

/** Amounts as a business has them: many sizes, and, where they may repeat, some round and some of a price list. */
export function amountsOf(chance: Chance, mayRepeat = true): () => number {
  const prices = Array.from(
    { length: chance.between(6, 20) },
    () => 100 * chance.between(5, 400) - chance.pick([0, 1, 5]),
  )
  const [roundShare, priceShare] = [chance.share(0.02, 0.1), chance.share(0, 0.12)]
  return () => {
    if (mayRepeat && chance.chance(roundShare)) return 1000 * chance.between(1, 100)
    if (mayRepeat && chance.chance(priceShare)) return chance.of(prices)
    const size = chance.pick([10_000, 100_000, 100_000, 1_000_000])
    return chance.between(size / 10, size * 2)
  }
}

/** Half to even, as the engine rounds. */
export function percentOf(cents: number, basisPoints: number): number {
  const [whole, rest] = [Math.floor((cents * basisPoints) / 10_000), (cents * basisPoints) % 10_000]
  return rest === 5_000 || rest === -5_000 ? whole + (Math.abs(whole) % 2) : Math.round((cents * basisPoints) / 10_000)
}
