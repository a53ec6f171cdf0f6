import type { Trade } from '../trade.ts'
import { shouted } from './names.ts'

/** A register of cheques (source) against the account that they are drawn on (target). Voids are netted in the register. */
export const cheques: Trade = {
  rules: [
    { id: 'voids', side: 'source', match: [{ field: 'reference' }, { field: 'currency' }] },
    {
      id: 'number',
      match: [
        { field: 'reference', normalize: ['digits', 'strip-leading-zeros'] },
        { field: 'amount' },
        { field: 'currency' },
      ],
    },
    {
      id: 'payee',
      action: 'suggest',
      match: [
        { field: 'amount' },
        { field: 'currency' },
        { field: 'date', days: { before: 0, after: 21 } },
        {
          sourceField: 'counterparty',
          targetField: 'description',
          op: 'similar',
          similarity: { method: 'token-set', min: '0.8' },
          normalize: ['upper', 'fold-accents'],
        },
      ],
    },
  ],
  deal: ({ chance, cents, day, business, number }) => {
    const [name, amount, drawn, cheque] = [business().name, -cents(), day(), number()]
    return {
      source: [{ cents: amount, day: drawn, reference: String(cheque), counterparty: name, type: 'cheque' }],
      target: [
        {
          cents: amount,
          day: drawn + chance.between(2, 12),
          reference: String(cheque).padStart(10, '0'),
          description: `CHEQUE ${shouted(name)}`,
          type: 'CHQ',
        },
      ],
    }
  },
}
