import { type PairGenerator, sizeUsual } from './generated-pair.ts'
import { bankLedger } from './kinds/bank-ledger.ts'
import { cardsWithLag } from './kinds/cards-with-lag.ts'
import { cashApplication } from './kinds/cash-application.ts'
import { dirtyText } from './kinds/dirty-text.ts'
import { intercompany } from './kinds/intercompany.ts'
import { processorPayouts } from './kinds/processor-payouts.ts'
import { renamedReferences } from './kinds/renamed-references.ts'
import { tillDeposits } from './kinds/till-deposits.ts'
import { voids } from './kinds/voids.ts'

/** One half each of two pairs: the books of two businesses that write alike, count alike, and never met. */
const halvesOf =
  (generate: PairGenerator): PairGenerator =>
  (seed, size = sizeUsual) => {
    const [ours, theirs] = [generate(seed, size), generate(seed + 5_000, size)]
    return {
      source: ours.source,
      target: theirs.target,
      truth: [],
      rules: [],
      layout: { ours: JSON.stringify(ours.layout), theirs: JSON.stringify(theirs.layout) },
    }
  }

/**
 * A pair of which the source has lost every other record that has a counterpart, and the target the rest of them: the
 * fields, customers, numbers and days of one business, and no record that belongs to another.
 */
const partedOf =
  (generate: PairGenerator): PairGenerator =>
  (seed, size = sizeUsual) => {
    const { source, target, truth, layout } = generate(seed, 1.6 * size)
    const [even, odd] = [truth.filter((_, index) => index % 2 === 0), truth.filter((_, index) => index % 2 === 1)]
    const lost = {
      source: new Set(even.flatMap((group) => group.source)),
      target: new Set(odd.flatMap((group) => group.target)),
    }
    return {
      source: source.filter(({ id }) => !lost.source.has(id)),
      target: target.filter(({ id }) => !lost.target.has(id)),
      truth: [],
      rules: [],
      layout,
    }
  }

/** Kinds in which nothing but the other half could tell what belongs together. */
export const unrelatedHalves = {
  'a ledger and the bank of another': halvesOf(bankLedger),
  'purchases and the cards of others': halvesOf(cardsWithLag),
  'companies of two groups': halvesOf(intercompany),
  'charges and the payouts of another': halvesOf(processorPayouts),
  'invoices and the payments of another': halvesOf(cashApplication),
  'tills and the bags of other stores': halvesOf(tillDeposits),
  'references of two shops': halvesOf(renamedReferences),
  'cheques of two accounts': halvesOf(voids),
  'texts of two offices': halvesOf(dirtyText),
  'a ledger and a bank with gaps': partedOf(bankLedger),
  'purchases and other purchases by the same cards': partedOf(cardsWithLag),
  'other invoices of the same companies': partedOf(intercompany),
  'payouts of other charges': partedOf(processorPayouts),
  'payments of other invoices': partedOf(cashApplication),
  'other orders of a shop': partedOf(renamedReferences),
  'bags of other days': partedOf(tillDeposits),
  'other payments of the same names': partedOf(dirtyText),
} satisfies { readonly [name: string]: PairGenerator }
