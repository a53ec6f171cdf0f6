import type { Trade } from '../trade.ts'
import { partsOf } from './slips.ts'

/** Takings of the tills of stores (source) against the bags that a bank counts (target), several on either side. */
export const tills: Trade = {
  rules: [
    {
      id: 'store-day',
      cardinality: 'n:m',
      match: [{ field: 'attributes.store' }, { field: 'date' }, { field: 'currency' }],
      sum: {},
    },
  ],
  deal: ({ chance, cents, day, number }) => {
    const [sold, store] = [day(), String(number())]
    const parts = partsOf(chance, cents)
    const total = parts.reduce((sum, part) => sum + part, 0)
    const bag = Math.floor(total / 3)
    const bags = chance.chance(0.4) ? [bag, total - bag] : [total]
    return {
      source: parts.map((part, index) => ({
        cents: part,
        day: sold,
        description: `TILL ${index + 1}`,
        type: 'takings',
        attributes: { store },
      })),
      target: bags.map((part) => ({
        cents: part,
        day: sold,
        description: `BAG ${number()}`,
        type: 'CASH',
        attributes: { store },
      })),
    }
  },
}
