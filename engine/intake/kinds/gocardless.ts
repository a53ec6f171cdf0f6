import type { ExportMap } from './export-map.ts'

const common = {
  kind: 'gocardless',
  format: 'json',
  fields: {
    id: 'id',
    amount: 'amount',
    fee: 'deducted_fees',
    currency: 'currency',
    date: 'charge_date · arrival_date · created_at',
    reference: 'reference',
    description: 'description',
    type: 'payout_type',
    status: 'status',
  },
  minorUnits: ['amount', 'fee'],
} as const

const signs = ['id', 'amount', 'currency', 'created_at', 'status']
const payments = { ...common, title: 'payments', lists: ['payments'] }
const refunds = { ...common, title: 'refunds', lists: ['refunds'], unsigned: {} }
const payouts = { ...common, title: 'payouts', lists: ['payouts'] }

export const gocardlessMaps: readonly ExportMap[] = [
  {
    kind: 'gocardless',
    title: 'transactions of a bank account',
    format: 'json',
    signs: ['transactionAmount.amount', 'transactionAmount.currency'],
    isUnmistakable: true,
    lists: ['transactions.booked', 'transactions.pending', 'booked', 'pending'],
    statuses: {
      'transactions.booked': 'booked',
      'transactions.pending': 'pending',
      booked: 'booked',
      pending: 'pending',
    },
    fields: {
      id: 'internalTransactionId · transactionId',
      amount: 'transactionAmount.amount',
      currency: 'transactionAmount.currency',
      date: 'bookingDate · bookingDateTime',
      valueDate: 'valueDate · valueDateTime',
      reference: 'remittanceInformationStructured · endToEndId · checkId',
      description: 'remittanceInformationUnstructured · remittanceInformationUnstructuredArray · additionalInformation',
      counterparty: 'creditorName · debtorName',
      type: 'proprietaryBankTransactionCode · bankTransactionCode',
      'attributes.counterpartyAccount':
        'creditorAccount.iban · debtorAccount.iban · creditorAccount.bban · debtorAccount.bban',
    },
  },
  { ...payments, signs: [...signs, 'charge_date', 'links.mandate'], isUnmistakable: true },
  { ...refunds, signs: [...signs, 'links.payment'], isUnmistakable: true },
  { ...payouts, signs: [...signs, 'arrival_date', 'deducted_fees'], isUnmistakable: true },
  { ...payments, signs },
]
