import type { Trade } from '../trade.ts'
import { nameSteps, shouted } from './names.ts'

/** Payments on an account (source), whose text lists the invoices they pay (target). */
export const invoices: Trade = {
  rules: [
    {
      id: 'listed',
      cardinality: '1:n',
      match: [
        { sourceField: 'description', targetField: 'reference', op: 'listed', normalize: ['upper'], mask: 'INV-#####' },
        { field: 'currency' },
      ],
      sum: {},
    },
    {
      id: 'name',
      match: [
        { field: 'counterparty', normalize: nameSteps },
        { field: 'amount' },
        { field: 'currency' },
        { field: 'date', days: { before: 60, after: 0 } },
      ],
    },
  ],
  deal: ({ chance, cents, day, business, number }) => {
    const [name, paid] = [business().name, day()]
    const target = Array.from({ length: chance.pick([1, 1, 2, 3]) }, () => ({
      cents: cents(),
      day: paid - chance.between(3, 18),
      counterparty: name,
      reference: `INV-${number()}`,
      type: 'invoice',
    }))
    return {
      source: [
        {
          cents: target.reduce((sum, invoice) => sum + invoice.cents, 0),
          day: paid,
          counterparty: shouted(name),
          description: `PAYMENT ${target.map(({ reference }) => reference).join(', ')}`,
          type: 'TRANSFER',
        },
      ],
      target,
    }
  },
}
