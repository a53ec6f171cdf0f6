import { linesOf } from '@tallystick/engine/base'
import { reconcile } from '@tallystick/engine/reconcile'
import type { RuleInput } from '@tallystick/engine/rules'
import { policyOf, tableOf } from '../engine/support/reconcile-case.ts'
import { sha256 } from '../engine/support/sha256.ts'
import { createRandom } from './random.ts'

/**
 * `npm run bench:listed`: cash application with one text a payment. Prints how many pairs of an invoice and a payment
 * hand-written rules find, and how many of these are right.
 */

const seeds = [1, 2, 3, 4, 5]
const paymentCount = 1_000

type Row = { readonly id: string; readonly [field: string]: string }

interface Sides {
  readonly invoices: readonly Row[]
  readonly payments: readonly Row[]
  /** Pairs `invoice payment`. */
  readonly truth: ReadonlySet<string>
}

/** Invoices of 200 customers. Of 100 texts 6 leave out a number, 3 cut one off, 4 name one that another payment pays. */
function makeSides(seed: number): Sides {
  const random = createRandom(seed)
  const [invoices, payments, truth]: [Row[], Row[], Set<string>] = [[], [], new Set()]
  let earlier: string | undefined
  for (let index = 0; index < paymentCount; index++) {
    const customer = `Customer ${random.between(1, 200)}`
    const count = random.pick([1, 1, 2, 3, 4, 6])
    const own = Array.from({ length: count }, (_, place) => ({
      code: `INV-${10_000 + 8 * index + place}`,
      cents: random.between(1_000, 900_000),
    }))
    for (const { code, cents } of own) {
      invoices.push({ id: code, reference: code, amount: money(cents), currency: 'EUR', counterparty: customer })
      truth.add(`${code} P${index}`)
    }
    const codes = own.map(({ code }) => code)
    const draw = random.fraction()
    if (count > 1 && draw < 0.06) codes.pop()
    else if (count > 1 && draw < 0.09) codes.push((codes.pop() ?? '').slice(0, -2))
    else if (earlier !== undefined && draw < 0.13) codes.push(earlier)
    earlier = own[0]?.code
    const total = own.reduce((sum, { cents }) => sum + cents, 0)
    const description = `Payment for ${codes.join(', ')}`
    payments.push({ id: `P${index}`, amount: money(total), currency: 'EUR', counterparty: customer, description })
  }
  return { invoices, payments, truth }
}

const money = (cents: number): string => (cents / 100).toFixed(2).replace(/\.?0+$/, '')

const rules: readonly RuleInput[] = [
  {
    id: 'listed',
    cardinality: 'n:1',
    match: [{ sourceField: 'reference', targetField: 'description', op: 'listed' }],
    sum: {},
  },
  { id: 'rest', cardinality: 'n:1', select: 'subset', match: [{ field: 'counterparty' }], sum: {} },
]

/** The pairs that matches claim, with the suggestions where `withSuggestions`. */
function claimsOf({ invoices, payments }: Sides, withSuggestions: boolean): readonly string[] {
  const policy = policyOf(rules)
  const sideOf = (rows: readonly Row[]) => ({ table: tableOf(rows, policy), root: '' })
  const { chunks } = reconcile({ source: sideOf(invoices), target: sideOf(payments), policy, sha256 })
  const views = withSuggestions ? ['matches', 'suggestions'] : ['matches']
  return chunks
    .filter(({ view }) => views.includes(view))
    .flatMap(({ text }) => linesOf(text))
    .flatMap((text): string[] => {
      const line: { readonly source: readonly string[]; readonly target: readonly string[] } = JSON.parse(text)
      return line.source.flatMap((source) => line.target.map((target) => `${source} ${target}`))
    })
}

for (const withSuggestions of [false, true]) {
  let [claimed, right, wanted] = [0, 0, 0]
  for (const sides of seeds.map(makeSides)) {
    const claims = new Set(claimsOf(sides, withSuggestions))
    claimed += claims.size
    right += [...claims].filter((pair) => sides.truth.has(pair)).length
    wanted += sides.truth.size
  }
  const [precision, recall] = [right / claimed, right / wanted]
  const f1 = (2 * precision * recall) / (precision + recall)
  console.log(
    `${withSuggestions ? 'with suggestions' : 'matches'}: F1 ${f1.toFixed(4)}, precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`,
  )
}
