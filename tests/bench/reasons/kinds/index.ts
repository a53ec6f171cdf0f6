import type { Kind } from '../trade.ts'
import { bankAmounts } from './bank-amounts.ts'
import { bankKeys } from './bank-keys.ts'
import { bankTimes } from './bank-times.ts'
import { chequeKinds } from './cheque-kinds.ts'
import { depositKinds } from './deposit-kinds.ts'
import { foreignKinds } from './foreign-kinds.ts'
import { intercompanyKinds } from './intercompany-kinds.ts'
import { invoiceKinds } from './invoice-kinds.ts'
import { keptBank } from './kept-bank.ts'
import { keptSingles } from './kept-singles.ts'
import { keptSums } from './kept-sums.ts'
import { payoutKinds } from './payout-kinds.ts'
import { tillKinds } from './till-kinds.ts'

/** The kinds by the name of their set: each set is judged in worlds of its own. */
export const kindSets: { readonly [set: string]: readonly Kind[] } = {
  open: [
    ...bankAmounts,
    ...bankKeys,
    ...bankTimes,
    ...chequeKinds,
    ...depositKinds,
    ...foreignKinds,
    ...intercompanyKinds,
    ...invoiceKinds,
    ...payoutKinds,
    ...tillKinds,
  ],
  kept: [...keptBank, ...keptSingles, ...keptSums],
}
