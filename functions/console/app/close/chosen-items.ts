import type { ItemRecord, NewDecision, PeriodOfItem, ReconciliationRecord } from '@tallystick/client'
import { addDecimals, type Decimal, formatDecimal, parseDecimal, subtractDecimals, zero } from '@tallystick/engine/base'
import { typedAmount } from '../../engine-worker/typed-amount.ts'

/** Equal exactly for equal names. */
export const keyOf = ({ name: { side, root, leaf, id } }: ItemRecord): string => `${side} ${root} ${leaf} ${id}`

/** The keys with one more, or without it where it is there. */
export function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

/** What a person typed as the service reads decimals. Other text stays as it is, and is refused there. */
export const typedDecimal = (typed: string): string => typedAmount(typed) ?? typed.trim()

/** The least amount of a filter as the service reads it; undefined for other text, and for an amount with a sign. */
export function amountMinOf(typed: string): string | undefined {
  const amount = typedAmount(typed)
  return amount !== undefined && /^\d{1,18}(\.\d{1,12})?$/.test(amount) ? amount : undefined
}

/** Amounts of the service are decimals. */
function decimalOf(text: string): Decimal {
  const decimal = parseDecimal(text)
  if (decimal === undefined) throw new RangeError(`Got the amount ${text}`)
  return decimal
}

export interface ChosenSums {
  /** The currency of all of them; undefined where they have several. */
  readonly currency: string | undefined
  readonly source: string
  readonly target: string
  /** What they leave when they are matched, as an amount of the statement; 0 where they come to the same. */
  readonly difference: string
}

type Terms = Pick<ReconciliationRecord, 'statement' | 'isTurned'>

/** Exact sums of what is chosen. O(items). */
export function sumsOf(items: readonly ItemRecord[], { statement, isTurned }: Terms): ChosenSums {
  const currencies = new Set(items.map(({ currency }) => currency))
  const sumOf = (side: 'source' | 'target'): Decimal =>
    items.reduce((sum, each) => (each.name.side === side ? addDecimals(sum, decimalOf(each.amount)) : sum), zero)
  const [source, target] = [sumOf('source'), sumOf('target')]
  const [own, other] = statement === 'source' ? [source, target] : [target, source]
  return {
    currency: currencies.size === 1 ? [...currencies][0] : undefined,
    source: formatDecimal(source),
    target: formatDecimal(target),
    difference: formatDecimal(isTurned ? addDecimals(own, other) : subtractDecimals(own, other)),
  }
}

/** What a group comes to by currency: the sum of its side, or what its sides leave when they are matched. */
export function totalsOf(items: readonly ItemRecord[], terms: Terms): { readonly [currency: string]: string } {
  const ofCurrencies = Map.groupBy(items, ({ currency }) => currency)
  return Object.fromEntries(
    [...ofCurrencies].map(([currency, own]) => {
      const sides = new Set(own.map(({ name }) => name.side))
      const [side] = sides
      const sums = sumsOf(own, terms)
      return [currency, side !== undefined && sides.size === 1 ? sums[side] : sums.difference]
    }),
  )
}

/** The undecided item that comes nearest to zero with what is chosen; undefined without a difference. */
export function nearestItem(
  items: readonly ItemRecord[],
  chosen: readonly ItemRecord[],
  terms: Terms,
): ItemRecord | undefined {
  const { currency, difference } = sumsOf(chosen, terms)
  if (chosen.length === 0 || currency === undefined || difference === '0') return undefined
  const keys = new Set(chosen.map(keyOf))
  const rests = items
    .filter((item) => item.state === 'undecided' && item.currency === currency && !keys.has(keyOf(item)))
    .map((item) => ({ item, rest: sizeOf(sumsOf([...chosen, item], terms).difference) }))
    .filter(({ rest }) => rest < sizeOf(difference))
  return rests.toSorted((a, b) => a.rest - b.rest)[0]?.item
}

export type SeenItem = PeriodOfItem['items'][number]

/** All records of the match or netted group that cleared the item; undefined where some are not named, or none did. */
export function matchNames({ name, settledBy }: SeenItem): NonNullable<NewDecision['items']> | undefined {
  if (settledBy === null || settledBy.otherCount === 0) return undefined
  return settledBy.others.length === settledBy.otherCount ? [name, ...settledBy.others] : undefined
}

/** Only orders amounts, so that a float is enough. */
const sizeOf = (amount: string): number => Math.abs(Number(amount))
