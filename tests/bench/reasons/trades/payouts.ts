import { workdaysAfter } from '../../../engine/propose/pairs/days.ts'
import { percentOf } from '../../../engine/propose/pairs/money.ts'
import type { Trade } from '../trade.ts'

/** Charges of a processor (source) against its payouts at a bank (target), net of fees. */
export const payouts: Trade = {
  rules: [
    {
      id: 'payout',
      cardinality: 'n:1',
      match: [{ sourceField: 'attributes.payout', targetField: 'reference' }, { field: 'currency' }],
      sum: { source: [{ field: 'net' }], target: [{ field: 'amount' }] },
    },
  ],
  deal: ({ chance, cents, day, number }) => {
    const [payout, sold] = [`po_${number()}`, day()]
    const source = Array.from({ length: chance.between(2, 6) }, () => {
      const gross = cents()
      return {
        cents: gross,
        feeCents: feeOf(gross),
        day: sold - chance.between(0, 2),
        reference: `ch_${number()}`,
        type: 'charge',
        attributes: { payout },
      }
    })
    return {
      source,
      target: [
        {
          cents: source.reduce((sum, charge) => sum + charge.cents - charge.feeCents, 0),
          day: workdaysAfter(sold, 2),
          reference: payout,
          description: 'PAYOUT',
          type: 'CREDIT',
        },
      ],
    }
  },
}

/** 1.5 % and 0.25. */
export const feeOf = (gross: number): number => percentOf(gross, 150) + 25
