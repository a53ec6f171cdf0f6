import type { ExportMap } from './export-map.ts'

export const openBankingMaps: readonly ExportMap[] = [
  {
    kind: 'openbanking',
    title: 'transactions (United Kingdom)',
    format: 'json',
    signs: ['Amount.Amount', 'Amount.Currency', 'CreditDebitIndicator', 'BookingDateTime'],
    isUnmistakable: true,
    lists: ['Data.Transaction', 'Transaction'],
    fields: {
      id: 'TransactionId',
      amount: {
        column: 'Amount.Amount',
        flag: 'CreditDebitIndicator',
        debitValues: ['Debit', 'DBIT'],
        creditValues: ['Credit', 'CRDT'],
      },
      currency: 'Amount.Currency',
      date: 'BookingDateTime',
      valueDate: 'ValueDateTime',
      reference: 'TransactionReference',
      description: 'TransactionInformation',
      counterparty: 'MerchantDetails.MerchantName',
      account: 'AccountId',
      type: 'ProprietaryBankTransactionCode.Code · BankTransactionCode.SubCode · BankTransactionCode.Code',
      status: 'Status',
    },
  },
]
