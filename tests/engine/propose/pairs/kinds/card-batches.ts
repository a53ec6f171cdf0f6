import { type Chance, createChance } from '../chance.ts'
import { dateText, periodOf } from '../days.ts'
import { type PairGenerator, sizeUsual } from '../generated-pair.ts'
import { moneyText, percentOf } from '../money.ts'
import { createPairBook } from '../pair-book.ts'
import { terminalLayouts } from '../terminal-layouts.ts'

/** Card payments against one deposit for each batch of a terminal. All terminals use the same batch numbers. */
export const cardBatches: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('card-batches', seed)
  const book = createPairBook(chance)
  const [layout, numbering, fee] = [chance.of(terminalLayouts), chance.of(numberings), chance.of(fees)]
  const [terminalCount, perBatch, unpaidShare] = [chance.between(3, 7), chance.between(2, 5), chance.share(0.01, 0.06)]
  const [period, firstTerminal] = [periodOf(chance), 10_000 + 10 * chance.between(100, 7_000)]
  const closingCount = Math.max(8, Math.ceil(size / terminalCount / perBatch))
  for (let place = 0; place < terminalCount; place += 1) {
    const nextDay = numbering.daysOf(chance)
    let day = period.first
    for (let closing = 0; closing < closingCount; closing += 1) {
      day += nextDay(closing)
      const at = { terminal: firstTerminal + 7 * place, batch: numbering.batchOf(closing) }
      const cents = Array.from({ length: chance.between(1, 2 * perBatch - 1) }, () => chance.between(200, 30_000))
      const items = cents.map((each) =>
        book.source({
          ...fee.write(each),
          currency: 'EUR',
          date: dateText(day),
          type: chance.pick(['VISA', 'MASTERCARD', 'AMEX', 'GIROCARD']),
          ...layout.source(at),
        }),
      )
      if (chance.chance(unpaidShare)) continue
      const net = cents.reduce((sum, each) => sum + each - fee.of(each), 0)
      const dates = { date: dateText(day + 1), ...(numbering.isByDay && { valueDate: dateText(day) }) }
      const deposit = book.target({ amount: moneyText(net), currency: 'EUR', ...dates, ...layout.target(at) })
      book.belong(items, [deposit])
    }
  }
  for (let left = Math.ceil(size * 0.01); left > 0; left -= 1)
    book.target({ amount: moneyText(chance.between(1_000, 90_000)), currency: 'EUR', date: dateText(period.day()) })
  const match = [...layout.criteria, ...numbering.criteria]
  return book.finish({
    rules: [{ id: 'batch', cardinality: 'n:m', match, sum: fee.sum }],
    layout: { key: layout.name, numbering: numbering.name, fee: fee.name },
  })
}

const running = { batchOf: (closing: number) => closing + 1, isByDay: false, criteria: [] }

const numberings = [
  { ...running, name: 'running, closed each day', daysOf: () => () => 1 },
  {
    ...running,
    name: 'running, closed at times',
    daysOf: (chance: Chance) => {
      const later = chance.between(0, 10)
      return (closing: number) => (closing === 0 ? later : chance.between(1, 3))
    },
  },
  {
    name: 'anew each day',
    batchOf: (closing: number) => 1 + (closing % 2),
    isByDay: true,
    daysOf: () => (closing: number) => (closing % 2 === 0 ? 1 : 0),
    criteria: [{ sourceField: 'date', targetField: 'valueDate' }],
  },
]

const fees = [
  { name: 'none', of: () => 0, write: (cents: number) => ({ amount: moneyText(cents) }), sum: {} },
  {
    name: '1.4 %, not shown',
    of: (cents: number) => percentOf(cents, 140),
    write: (cents: number) => ({ amount: moneyText(cents) }),
    sum: {
      source: [{ field: 'amount' as const }, { percent: '-1.4', of: 'amount' as const }],
      target: [{ field: 'amount' as const }],
    },
  },
  {
    name: 'shown',
    of: (cents: number) => percentOf(cents, 190) + 10,
    write: (cents: number) => ({ amount: moneyText(cents), fee: moneyText(percentOf(cents, 190) + 10) }),
    sum: {
      source: [{ field: 'amount' as const }, { field: 'fee' as const, times: -1 as const }],
      target: [{ field: 'amount' as const }],
    },
  },
]
