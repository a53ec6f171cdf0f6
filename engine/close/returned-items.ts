import { at } from '../base/at.ts'
import { type Decimal, negated, zero } from '../base/decimal.ts'
import type { Sha256 } from '../base/hasher.ts'
import { times } from './currency-sums.ts'
import { currenciesOf, differenceOf } from './fold-state.ts'
import type { Item } from './item.ts'
import { keyOfItem } from './item-name.ts'
import { originOf, residualRecord } from './leave-residual.ts'
import type { OpeningItem } from './opening.ts'
import { itemOfOpening } from './opening-item.ts'
import { factorOf, type PeriodTerms } from './period-terms.ts'

/** A match or netted group of a closed period that a decision of this one undoes. */
export interface EarlierMatch {
  /** Its records, and in the chain of each the highest number used up to now. */
  readonly items: readonly OpeningItem[]
  /** The item that it left: a residual, or the adjustment of its decision. */
  readonly residual?: OpeningItem
  /** The label under which its rule accepted a difference. */
  readonly label: string
}

/**
 * The items of the part `returned`: the records of each match, undecided, and what it had left with the opposite sign,
 * an adjustment where it was accepted. So the period before stays as it was signed, and nothing leaves the balances.
 */
export function returnedItems(
  sha256: Sha256,
  terms: PeriodTerms,
  matches: readonly EarlierMatch[],
): readonly OpeningItem[] {
  const numbers = new Map<string, number>()
  return matches.flatMap((match) => {
    const items = match.items.map((line) => itemOfOpening(sha256, line, 'returned'))
    const returned = match.items.map((line) => undecidedLine(line))
    const left = leftBy(sha256, match, { terms, items })
    return left === undefined ? returned : [...returned, oppositeOf(left, numbers)]
  })
}

function undecidedLine({ kind, side, part, record, firstSeen, chain }: OpeningItem): OpeningItem {
  return { kind, side, part, record, firstSeen, ...(chain && { chain }), state: 'undecided' }
}

interface Left {
  readonly line: OpeningItem
  readonly origin: Item
  readonly amount: Decimal
  /** Absent for a residual that stayed open. */
  readonly accepted: Pick<OpeningItem, 'label' | 'decision'> | undefined
}

function leftBy(
  sha256: Sha256,
  { items: lines, residual, label }: EarlierMatch,
  { terms, items }: { readonly terms: PeriodTerms; readonly items: readonly Item[] },
): Left | undefined {
  if (residual !== undefined) {
    const { label: own, decision } = residual
    const accepted =
      residual.state === 'accepted' && own !== undefined ? { label: own, ...(decision && { decision }) } : undefined
    const origin = itemOfOpening(sha256, residual, 'returned')
    return { line: residual, origin, amount: origin.amount, accepted }
  }
  if (currenciesOf(items).size > 1) return undefined
  const difference = differenceOf(terms, items).get(at(items, 0).currency) ?? zero
  if (difference.coefficient === 0n) return undefined
  const origin = originOf(items, terms.statement)
  const amount = times(factorOf(terms, terms.statement), difference)
  return { line: { ...at(lines, items.indexOf(origin)), side: terms.statement }, origin, amount, accepted: { label } }
}

function oppositeOf({ line, origin, amount, accepted }: Left, numbers: Map<string, number>): OpeningItem {
  const { kind, side, part, record, firstSeen, chain } = line
  const key = keyOfItem({ side, root: part, ...origin.first })
  const number = Math.max(numbers.get(key) ?? 0, chain?.number ?? 0) + 1
  numbers.set(key, number)
  return {
    kind,
    side,
    part,
    record: residualRecord(record, `${origin.first.id}~${number}`, negated(amount)),
    firstSeen,
    chain: { ...origin.first, number },
    state: accepted === undefined ? 'undecided' : 'accepted',
    ...accepted,
  }
}
