import { workdaysAfter } from '../../../engine/propose/pairs/days.ts'
import type { Trade } from '../trade.ts'
import { nameSteps, shouted } from './names.ts'

/** A cash ledger (source) against the statement of its bank (target), with signed amounts. */
export const bank: Trade = {
  rules: [
    {
      id: 'reference',
      match: [{ field: 'reference', normalize: ['upper', 'alphanumeric'] }, { field: 'amount' }, { field: 'currency' }],
    },
    {
      id: 'rounding',
      variance: 'rounding',
      match: [
        { field: 'reference', normalize: ['upper', 'alphanumeric'] },
        { field: 'currency' },
        { field: 'amount', tolerance: '0.02' },
      ],
    },
    {
      id: 'salaries',
      cardinality: 'n:1',
      where: { source: [{ field: 'type', op: 'eq', value: 'salary' }] },
      match: [{ field: 'reference' }, { field: 'currency' }],
      sum: {},
    },
    {
      id: 'name',
      match: [
        { field: 'counterparty', normalize: nameSteps },
        { field: 'amount' },
        { field: 'currency' },
        { field: 'date', days: { before: 1, after: 5 } },
        { field: 'reference', normalize: ['upper', 'alphanumeric'], nulls: 'skip' },
      ],
    },
  ],
  deal: ({ chance, cents, day, business, number }) => {
    const [name, size, booked] = [business().name, cents(), day()]
    const isPaid = chance.chance(0.4)
    const document = `${isPaid ? 'ER' : 'RE'}-26-${number()}`
    const amount = isPaid ? -size : size
    // One of eight payers gives no reference.
    const reference = chance.chance(0.125) ? '' : document.replaceAll('-', chance.pick(['-', '-', ' ']))
    return {
      source: [
        { cents: amount, day: booked, reference: document, counterparty: name, type: isPaid ? 'payment' : 'receipt' },
      ],
      target: [
        {
          cents: amount,
          day: workdaysAfter(booked, chance.pick([0, 0, 1, 2])),
          reference,
          counterparty: shouted(name),
          type: 'TRANSFER',
        },
      ],
    }
  },
}
