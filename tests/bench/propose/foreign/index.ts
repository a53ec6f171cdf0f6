import type { PairGenerator } from '../../../engine/propose/pairs/generated-pair.ts'
import { bankWithoutReference } from './bank-without-reference.ts'
import { equalAmounts } from './equal-amounts.ts'
import { remittanceLines } from './remittance-lines.ts'
import { remittanceText } from './remittance-text.ts'
import { rentRoll } from './rent-roll.ts'
import { supplierPayments } from './supplier-payments.ts'
import { transfersWithTypos } from './transfers-with-typos.ts'

/** Pairs in which hardly a text is equal, or nearly every amount is. */
export const foreignKinds: { readonly [kind: string]: PairGenerator } = {
  'bank-without-reference': bankWithoutReference,
  'transfers-with-typos': transfersWithTypos,
  'remittance-lines': remittanceLines,
  'remittance-text': remittanceText,
  'equal-amounts': equalAmounts,
  'rent-roll': rentRoll,
}

/** Kinds that are kept aside: looked at only when the work on `propose` is done. */
export const keptKinds: { readonly [kind: string]: PairGenerator } = {
  'supplier-payments': supplierPayments,
}
