import type { ExportMap } from './export-map.ts'

export const gocardlessMaps: readonly ExportMap[] = [
  {
    kind: 'gocardless',
    title: 'transactions of a bank account',
    format: 'json',
    signs: ['transactionAmount.amount', 'transactionAmount.currency'],
    isUnmistakable: true,
    lists: ['transactions.booked', 'transactions.pending', 'booked', 'pending'],
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
  {
    kind: 'gocardless',
    title: 'payments, refunds and payouts',
    format: 'json',
    signs: ['id', 'amount', 'currency', 'created_at', 'status'],
    lists: ['payments', 'refunds', 'payouts'],
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
  },
]
