import type { PairGenerator } from './generated-pair.ts'
import { bankLedger } from './kinds/bank-ledger.ts'
import { cardsWithLag } from './kinds/cards-with-lag.ts'
import { intercompany } from './kinds/intercompany.ts'
import { renamedReferences } from './kinds/renamed-references.ts'
import { twoCurrencies } from './kinds/two-currencies.ts'

/** Every kind of pair that rules are proposed for. */
export const pairKinds = {
  'bank-ledger': bankLedger,
  'cards-with-lag': cardsWithLag,
  intercompany,
  'renamed-references': renamedReferences,
  'two-currencies': twoCurrencies,
} satisfies { readonly [kind: string]: PairGenerator }
