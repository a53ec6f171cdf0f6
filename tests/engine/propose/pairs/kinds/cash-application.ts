import type { CriterionInput, RuleInput } from '../../../../../engine/index.ts'
import { type Chance, createChance } from '../chance.ts'
import { dateText, periodOf } from '../days.ts'
import type { Draft } from '../draft.ts'
import { type PairGenerator, sizeUsual } from '../generated-pair.ts'
import { amountsOf, moneyText, percentOf } from '../money.ts'
import { type Business, businessesOf } from '../names.ts'
import { createPairBook } from '../pair-book.ts'
import { documentNumbers } from '../reference-layout.ts'

/** Open invoices against payments whose text lists what they pay. */
export const cashApplication: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('cash-application', seed)
  const book = createPairBook(chance)
  const [period, amounts, number] = [periodOf(chance), amountsOf(chance), documentNumbers(chance, size)]
  const customers = businessesOf(chance, Math.ceil(size / 10))
  const layout = layoutOf(chance)
  const discount = chance.pick([0, 0, 200, 300])
  const shares = {
    discount: chance.share(0.05, 0.15),
    unnamed: chance.share(0.03, 0.08),
    odd: chance.share(0.01, 0.03),
  }
  const invoiceOf = (customer: Business): Invoice => {
    const [cents, code, day] = [amounts(), layout.write(number()), period.day()]
    return { cents, code, day, customer }
  }
  const draftOf = (invoice: Invoice): Draft => ({
    amount: moneyText(invoice.cents),
    currency: 'EUR',
    date: dateText(invoice.day),
    counterparty: invoice.customer.name,
    'attributes.customerNo': invoice.customer.number,
    [layout.itemField]: invoice.code,
  })
  const paymentOf = (invoices: readonly Invoice[], { cents, text }: { cents: number; text: string }): Draft => ({
    amount: moneyText(cents),
    currency: 'EUR',
    date: dateText(Math.max(...invoices.map(({ day }) => day)) + chance.between(3, 30)),
    counterparty: invoices[0]?.customer.name ?? '',
    [layout.textField]: text,
  })
  for (let left = size; left > 0; ) {
    const customer = chance.of(customers)
    const drawn = chance.fraction()
    const isUnnamed = drawn < shares.unnamed
    const isOdd = !isUnnamed && drawn < shares.unnamed + shares.odd
    const count = isUnnamed ? 1 : chance.pick([1, 1, 2, 2, 3, 4, 6])
    const invoices = Array.from({ length: count }, () => invoiceOf(customer))
    left -= count
    if (chance.chance(0.08)) {
      for (const invoice of invoices) book.source(draftOf(invoice))
      continue
    }
    const total = invoices.reduce((sum, { cents }) => sum + cents, 0)
    const isShort = discount > 0 && !isUnnamed && !isOdd && chance.chance(shares.discount)
    const cents = isOdd ? Math.floor(total / 2) : isShort ? total - percentOf(total, discount) : total
    const text = isUnnamed
      ? chance.pick(['', 'as per statement', 'payment on account'])
      : layout.list(invoices.map(({ code }) => code))
    const items = invoices.map((invoice) => book.source(draftOf(invoice)))
    book.belong(items, [book.target(paymentOf(invoices, { cents, text }))], isOdd ? 'unasked' : undefined)
  }
  for (let left = Math.round(size * chance.share(0.02, 0.05)); left > 0; left -= 1) {
    const invoice = invoiceOf(chance.of(customers))
    book.target(paymentOf([invoice], { cents: invoice.cents, text: layout.list([invoice.code]) }))
  }
  return book.finish({
    rules: rulesOf(layout, discount),
    layout: { lists: layout.name, discount: moneyText(discount) },
  })
}

interface Invoice {
  readonly cents: number
  readonly code: string
  readonly day: number
  readonly customer: Business
}

interface Layout {
  readonly name: string
  readonly itemField: string
  readonly textField: string
  readonly write: (number: number) => string
  readonly list: (codes: readonly string[]) => string
  readonly criterion: CriterionInput
}

function layoutOf(chance: Chance): Layout {
  const [separator, lead] = [
    chance.pick([', ', '; ', ' ', ' + ', ' and ']),
    chance.pick(['', 'Inv. ', 'Payment for ', 'paying: ']),
  ]
  const [name, write] = chance.pick<[string, (number: number) => string]>([
    ['INV-00000', (number) => `INV-${String(number).padStart(5, '0')}`],
    ['RE 2026/0', (number) => `RE2026/${number}`],
    ['numbers', (number) => `70${String(number).padStart(7, '0')}`],
  ])
  const isLower = chance.chance(0.3)
  const [itemField, textField] = chance.pick([
    ['reference', 'description'],
    ['attributes.invoiceNo', 'description'],
    ['reference', 'reference'],
    ['reference', 'attributes.remittance'],
  ])
  return {
    name: `${name} by "${separator}"`,
    itemField,
    textField,
    write,
    list: (codes) => `${lead}${codes.map((code) => (isLower ? code.toLowerCase() : code)).join(separator)}`,
    criterion: {
      ...(itemField === textField ? { field: itemField } : { sourceField: itemField, targetField: textField }),
      op: 'listed',
      normalize: ['upper'],
    },
  }
}

const rulesOf = ({ criterion }: Layout, discount: number): readonly RuleInput[] => [
  { id: 'listed', cardinality: 'n:1', match: [criterion], sum: {} },
  ...(discount > 0
    ? [
        {
          id: 'discount',
          cardinality: 'n:1' as const,
          variance: 'discount' as const,
          match: [criterion],
          sum: { tolerance: { from: `-${moneyText(discount)}1%`, to: '0' } },
        },
      ]
    : []),
  {
    id: 'customer',
    match: [{ field: 'counterparty' }, { field: 'amount' }, { field: 'date', days: { before: 0, after: 30 } }],
  },
]
