import type { PairGenerator } from './generated-pair.ts'
import { bankLedger } from './kinds/bank-ledger.ts'
import { cardBatches } from './kinds/card-batches.ts'
import { cardsWithLag } from './kinds/cards-with-lag.ts'
import { cashApplication } from './kinds/cash-application.ts'
import { dirtyText } from './kinds/dirty-text.ts'
import { intercompany } from './kinds/intercompany.ts'
import { monthlyEqual } from './kinds/monthly-equal.ts'
import { payrollBatches } from './kinds/payroll-batches.ts'
import { processorPayouts } from './kinds/processor-payouts.ts'
import { renamedReferences } from './kinds/renamed-references.ts'
import { tillDeposits } from './kinds/till-deposits.ts'
import { twoCurrencies } from './kinds/two-currencies.ts'
import { voids } from './kinds/voids.ts'

/** Every kind of pair that rules are proposed for. */
export const pairKinds = {
  'bank-ledger': bankLedger,
  'cards-with-lag': cardsWithLag,
  intercompany,
  'processor-payouts': processorPayouts,
  'cash-application': cashApplication,
  'till-deposits': tillDeposits,
  'card-batches': cardBatches,
  'payroll-batches': payrollBatches,
  'renamed-references': renamedReferences,
  'two-currencies': twoCurrencies,
  'monthly-equal': monthlyEqual,
  voids,
  'dirty-text': dirtyText,
} satisfies { readonly [kind: string]: PairGenerator }
