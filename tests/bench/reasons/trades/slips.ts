import type { Chance } from '../../../engine/propose/pairs/chance.ts'
import { workdaysAfter } from '../../../engine/propose/pairs/days.ts'
import type { Trade } from '../trade.ts'

/** Receipts (source), each with the number of its deposit slip, against deposits of a bank (target). */
export const slips: Trade = {
  rules: [
    {
      id: 'slip',
      cardinality: 'n:1',
      match: [
        { sourceField: 'attributes.slip', targetField: 'reference', normalize: ['digits', 'strip-leading-zeros'] },
        { field: 'currency' },
      ],
      sum: {},
    },
  ],
  deal: ({ chance, cents, day, business, number }) => {
    const [slip, banked] = [number(), day()]
    const parts = partsOf(chance, cents)
    return {
      source: parts.map((part) => ({
        cents: part,
        day: banked,
        counterparty: business().name,
        reference: `R${number()}`,
        type: 'cheque',
        attributes: { slip: String(slip) },
      })),
      target: [
        {
          cents: parts.reduce((sum, part) => sum + part, 0),
          day: workdaysAfter(banked, chance.between(0, 1)),
          reference: `SLIP ${String(slip).padStart(8, '0')}`,
          description: 'DEPOSIT',
          type: 'DEP',
        },
      ],
    }
  },
}

/** Two to five amounts. */
export const partsOf = (chance: Chance, cents: () => number): readonly number[] =>
  Array.from({ length: chance.between(2, 5) }, cents)
