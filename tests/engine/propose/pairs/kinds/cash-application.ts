import type { RuleInput } from '../../../../../engine/rules/language/written-form.ts'
import { type Chance, createChance } from '../chance.ts'
import { dateText, periodOf } from '../days.ts'
import type { Draft } from '../draft.ts'
import { type PairGenerator, sizeUsual } from '../generated-pair.ts'
import { type ListLayout, listLayoutOf } from '../invoice-lists.ts'
import { amountsOf, moneyText, percentOf } from '../money.ts'
import { type Business, businessesOf } from '../names.ts'
import { createPairBook } from '../pair-book.ts'
import { documentNumbers } from '../reference-layout.ts'

/** Open invoices against payments whose text lists what they pay. */
export const cashApplication: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('cash-application', seed)
  const book = createPairBook(chance)
  const [period, amounts, number] = [periodOf(chance), amountsOf(chance), documentNumbers(chance, size)]
  const customers = businessesOf(chance, size / 10)
  const list = listLayoutOf(chance, size)
  const discount = chance.pick([0, 0, 200, 300])
  const draw = drawOf(chance, discount)
  const invoiceOf = (customer: Business): Invoice => ({
    cents: amounts(),
    code: list.write(number()),
    day: period.day(),
    customer,
  })
  const itemOf = (invoice: Invoice): Draft => book.source(invoiceDraft(invoice, list))
  const paymentOf = (
    invoices: readonly Invoice[],
    cents: number,
    text = list.list(invoices.map(({ code }) => code)),
  ): Draft =>
    book.target({
      amount: moneyText(cents),
      currency: 'EUR',
      date: dateText(Math.max(...invoices.map(({ day }) => day)) + chance.between(3, 30)),
      counterparty: invoices[0]?.customer.name ?? '',
      [list.textField]: text,
    })
  for (let left = size; left > 0; ) {
    const [customer, { event, count }] = [chance.of(customers), draw()]
    const invoices = Array.from({ length: count }, () => invoiceOf(customer))
    left -= count
    const items = invoices.map(itemOf)
    const total = invoices.reduce((sum, { cents }) => sum + cents, 0)
    const half = Math.floor(total / 2)
    if (event === 'both') book.belong(items, [paymentOf(invoices, total)])
    else if (event === 'discount') book.belong(items, [paymentOf(invoices, total - percentOf(total, discount))])
    else if (event === 'unnamed')
      book.belong(items, [paymentOf(invoices, total, chance.pick(['', 'as per statement', 'on account']))])
    else if (event === 'instalments') book.belong(items, [paymentOf(invoices, half), paymentOf(invoices, total - half)])
    else if (event === 'partial') book.belong(items, [paymentOf(invoices, half)], 'unasked')
    else if (event === 'unlisted') book.belong(items, [paymentOf(invoices, total, 'on account')], 'unasked')
    else if (event === 'foreign') {
      const foreign = invoiceOf(customer)
      book.belong(items, [paymentOf([...invoices, foreign], total + foreign.cents)], 'unasked')
    }
  }
  for (let left = Math.round(size * chance.share(0.02, 0.05)); left > 0; left -= 1) {
    const invoice = invoiceOf(chance.of(customers))
    paymentOf([invoice], invoice.cents)
  }
  return book.finish({ rules: rulesOf(list, discount), layout: { lists: list.name, discount: moneyText(discount) } })
}

interface Invoice {
  readonly cents: number
  readonly code: string
  readonly day: number
  readonly customer: Business
}

const invoiceDraft = ({ cents, code, day, customer }: Invoice, { itemField }: ListLayout): Draft => ({
  amount: moneyText(cents),
  currency: 'EUR',
  date: dateText(day),
  counterparty: customer.name,
  'attributes.customerNo': customer.number,
  [itemField]: code,
})

type Event = 'both' | 'open' | 'unnamed' | 'partial' | 'discount' | 'instalments' | 'unlisted' | 'foreign'

/** Draws what becomes of some invoices of a customer. */
function drawOf(chance: Chance, discount: number): () => { readonly event: Event; readonly count: number } {
  const shares: readonly [Event, number][] = [
    ['open', chance.share(0.05, 0.12)],
    ['unnamed', chance.share(0.03, 0.08)],
    ['partial', chance.share(0.01, 0.03)],
    ['unlisted', chance.pick([0, 0.01])],
    ['foreign', chance.pick([0, 0.01])],
    ['discount', discount > 0 ? chance.share(0.05, 0.15) : 0],
    ['instalments', chance.pick([0, 0, 0.04])],
  ]
  return () => {
    let left = chance.fraction()
    for (const [event, share] of shares) {
      left -= share
      if (left < 0)
        return { event, count: event === 'unnamed' || event === 'instalments' ? 1 : chance.pick([1, 1, 2, 3, 4]) }
    }
    return { event: 'both', count: chance.pick([1, 1, 1, 2, 2, 3, 4, 6]) }
  }
}

function rulesOf({ criterion, single }: ListLayout, discount: number): readonly RuleInput[] {
  const rate = moneyText(discount)
  const discounted: RuleInput = {
    id: 'discount',
    cardinality: 'n:1',
    variance: 'discount',
    match: [criterion],
    sum: { tolerance: { from: `-${rate}1%`, to: '0' } },
  }
  return [
    { id: 'instalments', cardinality: '1:n', match: [single], sum: {} },
    { id: 'listed', cardinality: 'n:1', match: [criterion], sum: {} },
    ...(discount > 0 ? [discounted] : []),
    {
      id: 'customer',
      match: [{ field: 'counterparty' }, { field: 'amount' }, { field: 'date', days: { before: 0, after: 30 } }],
    },
  ]
}
