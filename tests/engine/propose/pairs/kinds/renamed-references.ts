import type { CriterionInput } from '../../../../../engine/index.ts'
import { base32, scramble } from '../../../../bench/random.ts'
import { type Chance, createChance } from '../chance.ts'
import { dateText, lagOf, periodOf, workdaysAfter } from '../days.ts'
import { type PairGenerator, sizeUsual } from '../generated-pair.ts'
import { amountsOf, moneyText } from '../money.ts'
import { businessesOf } from '../names.ts'
import { createPairBook } from '../pair-book.ts'
import { fillPayments } from '../payments.ts'
import { documentNumbers, onFields } from '../reference-layout.ts'

/** Long references of one side, which the other cuts to a constant length, or puts something before or after. */
export const renamedReferences: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('renamed-references', seed)
  const book = createPairBook(chance)
  const form = chance.of(forms(chance))
  const [lag, period, amounts] = [lagOf(chance), periodOf(chance), amountsOf(chance)]
  const businesses = businessesOf(chance, Math.ceil(size / 8))
  const [sourceField, targetField] = chance.pick([
    ['reference', 'reference'],
    ['attributes.orderKey', 'reference'],
    ['reference', 'attributes.remittance'],
    ['attributes.e2e', 'attributes.custRef'],
  ])
  const number = documentNumbers(chance, size)
  fillPayments(
    { chance, book, size, shares: { twins: chance.pick([0, 0.01]), cents: chance.pick([0, 0.01]) } },
    {
      payment: () => ({
        business: chance.of(businesses),
        cents: amounts(),
        day: period.workday(),
        number: number(),
      }),
      source: (payment) => ({
        amount: moneyText(payment.cents),
        currency: 'EUR',
        date: dateText(payment.day),
        counterparty: payment.business.name,
        [sourceField]: form.source(payment.number),
      }),
      target: (payment) => ({
        amount: moneyText(payment.cents),
        currency: 'EUR',
        date: dateText(workdaysAfter(payment.day, lag.draw())),
        [targetField]: form.target(payment.number),
      }),
    },
  )
  const reference = { ...onFields(sourceField, targetField), ...form.criterion }
  return book.finish({
    rules: [
      { id: 'reference', match: [reference, { field: 'amount' }] },
      { id: 'cents', variance: 'rounding', match: [reference, { field: 'amount', tolerance: '0.05' }] },
    ],
    layout: { form: form.name, fields: `${sourceField} and ${targetField}` },
  })
}

interface Form {
  readonly name: string
  readonly source: (number: number) => string
  readonly target: (number: number) => string
  readonly criterion: CriterionInput
}

function forms(chance: Chance): readonly Form[] {
  const shop = chance.pick(['WEB', 'ACME', 'SHOP-EU'])
  const code = (number: number): string => `${base32(scramble(number))}${base32(scramble(number ^ 0x2545f491))}`
  const six = (number: number): string => String(number).padStart(7, '0')
  const long = (number: number): string => `${shop}-${six(number)}-${code(number)}-${code(number + 1)}`
  const [cutTo, keepLast] = [chance.between(shop.length + 9, 35), chance.between(12, 20)]
  return [
    {
      name: `cut to ${cutTo}`,
      source: long,
      target: (number) => long(number).slice(0, cutTo),
      criterion: { op: 'starts', min: cutTo },
    },
    {
      name: `last ${keepLast}`,
      source: long,
      target: (number) => long(number).slice(-keepLast),
      criterion: { op: 'ends', min: keepLast },
    },
    {
      name: 'prefix added',
      source: (number) => `${shop}${six(number)}`,
      target: (number) => `SEPA/${shop}${six(number)}`,
      criterion: { normalize: [{ extract: `${shop}#######` }] },
    },
    {
      name: 'prefix replaced',
      source: (number) => `ORD-${six(number)}`,
      target: (number) => `P${six(number)}`,
      criterion: { normalize: ['digits'] },
    },
    {
      name: 'suffix added',
      source: code,
      target: (number) => `${code(number)}-${number % 9}`,
      criterion: { op: 'starts', min: 14 },
    },
    {
      name: 'cut to 12, lower case',
      source: (number) => `${code(number)}${code(number + 7)}`,
      target: (number) => code(number).toLowerCase().slice(0, 12),
      criterion: { op: 'starts', min: 12, normalize: ['upper'] },
    },
  ]
}
