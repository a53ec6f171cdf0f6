import { dateText, dayOf } from '../../../engine/propose/pairs/days.ts'
import type { Trade } from '../trade.ts'

/** Dollars are worth so many hundredths of a cent on every day of these years, so that what was charged can be computed. */
const eurosPerDollar = '0.9215'
const rateDays = Array.from({ length: 130 }, (_, index) => dayOf('2024-12-02') + 7 * index)

/** What an amount in dollars costs at the rate, in cents. */
export const eurosOf = (dollarCents: number): number => Math.round((dollarCents * 9215) / 10_000)

/** Expenses (source), some in dollars, against the statement of a card in euros (target). */
export const foreign: Trade = {
  rules: [
    { id: 'expense', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'currency' }] },
    {
      id: 'abroad',
      variance: 'fx',
      convert: { to: 'target', maxAgeDays: 8 },
      match: [{ field: 'reference' }, { field: 'amount', tolerance: '1%' }],
    },
    {
      id: 'merchant',
      match: [
        { field: 'counterparty', normalize: ['upper', 'fold-accents'] },
        { field: 'amount' },
        { field: 'currency' },
        { field: 'date', days: { before: 0, after: 4 } },
        { field: 'reference', nulls: 'skip' },
      ],
    },
  ],
  referenceData: {
    rates: rateDays.map((day) => ({ from: 'USD', to: 'EUR', date: dateText(day), rate: eurosPerDollar })),
  },
  deal: ({ chance, cents, day, business, number }) => {
    const [name, size, spent, reference] = [business().name, -cents(), day(), `X${number()}`]
    const isAbroad = chance.chance(0.4)
    const charged = isAbroad ? Math.round((eurosOf(size) * chance.between(9_950, 10_050)) / 10_000) : size
    return {
      source: [
        { cents: size, currency: isAbroad ? 'USD' : 'EUR', day: spent, counterparty: name, reference, type: 'expense' },
      ],
      target: [
        {
          cents: charged,
          day: spent + chance.between(0, 3),
          counterparty: name.toUpperCase(),
          reference,
          type: 'CARD',
        },
      ],
    }
  },
}
