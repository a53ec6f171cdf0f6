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
} satisfies { readonly [name: string]: PairGenerator }
