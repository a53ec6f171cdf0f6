import type { Trade } from '../trade.ts'
import { bank } from './bank.ts'
import { cheques } from './cheques.ts'
import { deposits } from './deposits.ts'
import { foreign } from './foreign.ts'
import { intercompany } from './intercompany.ts'
import { invoices } from './invoices.ts'
import { payouts } from './payouts.ts'
import { slips } from './slips.ts'
import { tills } from './tills.ts'

/** The pairs of systems by name. */
export const trades: { readonly [name: string]: Trade } = {
  bank,
  cheques,
  deposits,
  foreign,
  intercompany,
  invoices,
  payouts,
  slips,
  tills,
}
