import { expect, it } from 'vitest'
import { groupedAmount, paddedAmount } from '../../../../functions/audit/base/amount.ts'

it.each([
  ['1234.5', 'EUR', '1234.50', '1,234.50'],
  ['-1234567', 'EUR', '-1234567.00', '-1,234,567.00'],
  ['-123', 'JPY', '-123', '-123'],
  ['1000', 'KWD', '1000.000', '1,000.000'],
  ['0.125', 'EUR', '0.125', '0.125'],
  ['1000.12345', 'EUR', '1000.12345', '1,000.12345'],
  ['1234.5', 'XXX', '1234.5', '1,234.5'],
  ['1234', undefined, '1234', '1,234'],
])('shows %s of %s with the digits of its currency', (amount, currency, padded, grouped) => {
  expect([paddedAmount(amount, currency), groupedAmount(amount, currency)]).toEqual([padded, grouped])
})
