import { workdaysAfter } from '../../../engine/propose/pairs/days.ts'
import type { Trade } from '../trade.ts'
import { partsOf } from './slips.ts'

/** Receipts of a cash office (source) against deposits (target), which only the office, the days and the sum relate. */
export const deposits: Trade = {
  rules: [
    {
      id: 'single',
      match: [
        { field: 'account' },
        { field: 'amount' },
        { field: 'currency' },
        { field: 'date', days: { before: 0, after: 3 } },
      ],
    },
    {
      id: 'batch',
      cardinality: 'n:1',
      select: 'subset',
      match: [{ field: 'account' }, { field: 'currency' }, { field: 'date', days: { before: 0, after: 3 } }],
      sum: {},
    },
  ],
  deal: ({ chance, cents, day, business, number }) => {
    const [office, banked] = [`OFFICE ${chance.between(1, 60)}`, day()]
    const parts = partsOf(chance, cents)
    return {
      source: parts.map((part) => ({
        cents: part,
        day: banked,
        counterparty: business().name,
        reference: `R${number()}`,
        account: office,
        type: 'receipt',
      })),
      target: [
        {
          cents: parts.reduce((sum, part) => sum + part, 0),
          day: workdaysAfter(banked, chance.between(0, 1)),
          account: office,
          description: `DEPOSIT ${number()}`,
          type: 'DEP',
        },
      ],
    }
  },
}
