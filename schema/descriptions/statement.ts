/** Texts of the components of schema/statement.ts: component, path of the property, text. */
export const statementDescriptions = {
  Statement: {
    '': 'A statement of an account as its file states it, and whether it adds up',
    line: 'The line of the file on which it begins',
    file: 'The name of its file in an archive; null for a file that came by itself',
    account: 'The account as the file names it',
    reference: 'The number or identification that the bank gave the statement',
    currency: 'The currency of its balances, as an ISO 4217 code',
    period: 'The period that it states',
    'period.from': 'The first day; null where the file says none',
    'period.to': 'The last day; null where the file says none',
    opening: 'The stated opening balance',
    closing: 'The stated closing balance',
    entryCount: 'How many entries the balances count; entries that are only expected are not among them',
    entryTotal: 'The sum of these entries',
    check:
      'balanced: opening balance and entries are the closing balance · mismatch: they are not · unchecked: a balance is missing, or the currencies differ',
    difference: 'Closing balance less opening balance and entries; null where that is unchecked',
  },
} as const
