import { type Chance, createChance } from '../../../engine/propose/pairs/chance.ts'
import { dateText, periodOf } from '../../../engine/propose/pairs/days.ts'
import { withTypo } from '../../../engine/propose/pairs/dirt.ts'
import { type PairGenerator, sizeUsual } from '../../../engine/propose/pairs/generated-pair.ts'
import { moneyText } from '../../../engine/propose/pairs/money.ts'
import { personAt } from '../../../engine/propose/pairs/names.ts'
import { createPairBook } from '../../../engine/propose/pairs/pair-book.ts'

/** Transfers as they leave one bank and reach another: days late, some short of a charge or converted, memos retyped. */
export const transfersWithTypos: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('transfers-with-typos', seed)
  const book = createPairBook(chance)
  const period = periodOf(chance)
  const [lateMax, offShare, typoShare] = [chance.pick([3, 9, 20]), chance.share(0.1, 0.4), chance.share(0.1, 0.4)]
  const [cutFrom, cutTo] = [chance.pick([14, 18, 40]), chance.pick([18, 30, 60])]
  const nameOf = namesOf(chance, size)
  for (let position = 0; position < size; position += 1) {
    const [name, cents, day] = [nameOf(), Math.round(10 ** (2 + 3.5 * chance.fraction())), period.day()]
    const memo = `${name} ${chance.of(purposes)}`
    const sent = () =>
      book.source({
        amount: moneyText(cents),
        currency: 'GBP',
        date: dateText(day),
        description: memo.slice(0, cutFrom),
      })
    const reached = () => {
      const off = chance.chance(offShare) ? chance.pick([0.005, 0.01, 0.02, 0.04]) * chance.fraction() : 0
      const own = chance.chance(typoShare) ? withTypo(chance, memo) : memo
      const text = chance.chance(0.5) ? `${own} ${chance.of(codes)}` : `${name} ${chance.of(codes)}`
      return book.target({
        amount: moneyText(Math.max(1, Math.round(cents * (1 - off)))),
        currency: 'GBP',
        date: dateText(day + Math.floor(lateMax * chance.fraction() ** 2)),
        description: text.slice(0, cutTo),
      })
    }
    const draw = chance.fraction()
    if (draw < 0.05) sent()
    else if (draw < 0.1) reached()
    else book.belong([sent()], [reached()])
  }
  return book.finish({
    rules: [],
    layout: { lateMax: String(lateMax), offShare: offShare.toFixed(2), cut: `${cutFrom} ${cutTo}` },
  })
}

const purposes = ['payment', 'donation', 'rent', 'invoice', 'school fees', 'deposit', 'gift', 'loan'] as const
const codes = ['BGC', 'FPI', 'CHAPS', '-- TFR', 'CR'] as const

function namesOf(chance: Chance, size: number): () => string {
  const initialShare = chance.pick([0, 0.3])
  return () => {
    const name = personAt(chance.between(0, Math.ceil(size / 2))).toUpperCase()
    return chance.chance(initialShare) ? name.replace(/^(\S)\S*/, '$1') : name
  }
}
