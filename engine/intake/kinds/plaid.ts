import type { ExportMap } from './export-map.ts'

/** Outgoing money is positive. */
const turned = ['amount']

export const plaidMaps: readonly ExportMap[] = [
  {
    kind: 'plaid',
    title: 'transactions',
    format: 'json',
    signs: [
      'transaction_id',
      'amount',
      'date',
      'account_id · payment_channel',
      'iso_currency_code · unofficial_currency_code · category_id · personal_finance_category · pending_transaction_id',
    ],
    isUnmistakable: true,
    lists: ['transactions', 'added', 'modified'],
    fields: {
      id: 'transaction_id',
      amount: 'amount',
      currency: 'iso_currency_code',
      date: 'date',
      valueDate: 'authorized_date',
      description: 'original_description · name',
      counterparty: 'merchant_name · payment_meta.payee',
      reference: 'payment_meta.reference_number · check_number',
      account: 'account_id',
      type: 'transaction_type · payment_channel',
    },
    turned,
  },
  {
    kind: 'plaid',
    title: 'transactions of an investment account',
    format: 'json',
    signs: ['investment_transaction_id', 'amount', 'date'],
    isUnmistakable: true,
    lists: ['investment_transactions'],
    fields: {
      id: 'investment_transaction_id',
      amount: 'amount',
      currency: 'iso_currency_code',
      date: 'date',
      description: 'name',
      account: 'account_id',
      type: 'subtype · type',
    },
    turned,
  },
  {
    kind: 'plaid',
    title: 'transactions of a sandbox user',
    format: 'json',
    signs: ['date_posted', 'date_transacted', 'amount'],
    isUnmistakable: true,
    lists: ['override_accounts.[].transactions'],
    fields: {
      amount: 'amount',
      currency: 'currency',
      date: 'date_posted',
      description: 'description',
    },
    turned,
  },
]
