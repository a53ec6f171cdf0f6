import type { Trade } from '../trade.ts'

/** Receivables of one company (source) against the payables of others of its group (target), whose signs are opposite. */
export const intercompany: Trade = {
  rules: [
    {
      id: 'invoice',
      match: [
        { field: 'reference', normalize: ['upper', 'alphanumeric', 'strip-leading-zeros'] },
        { field: 'currency' },
        { field: 'amount', sign: 'opposite' },
      ],
    },
    {
      id: 'entity',
      match: [
        { sourceField: 'counterparty', targetField: 'account' },
        { field: 'currency' },
        { field: 'amount', sign: 'opposite' },
        { field: 'date', days: 5 },
        { field: 'reference', normalize: ['upper', 'alphanumeric', 'strip-leading-zeros'], nulls: 'skip' },
      ],
    },
  ],
  deal: ({ chance, cents, day, number }) => {
    const [entity, size, booked, invoice] = [`E${chance.between(10, 25)}`, cents(), day(), number()]
    const isCredit = chance.chance(0.1)
    return {
      source: [
        {
          cents: isCredit ? -size : size,
          day: booked,
          counterparty: entity,
          reference: `IC-${String(invoice).padStart(7, '0')}`,
          type: isCredit ? 'credit note' : 'invoice',
        },
      ],
      target: [
        {
          cents: isCredit ? size : -size,
          day: booked + chance.between(0, 3),
          account: entity,
          reference: `ic ${invoice}`,
          type: isCredit ? 'credit note' : 'invoice',
        },
      ],
    }
  },
}
