import { expect, it } from 'vitest'
import type { CanonicalRecord } from '../../engine/record/record.ts'
import { exampleRules } from '../support/node/docs.ts'
import { run } from './support/run.ts'

/** The example of payments that name their invoices, as docs/rules.md has it, with the outcomes that it states. */

const eur = (id: string, amount: string, rest: Partial<CanonicalRecord>): CanonicalRecord => ({
  id,
  amount,
  currency: 'EUR',
  ...rest,
})

const payments: readonly (readonly [string, string, string])[] = [
  ['p1', '100', 'INV-00460; INV-00601'],
  ['p2', '75', 'Thanks for inv-00700 and inv-00701!'],
  ['p3', '30', 'A|B|C'],
  ['p4', '25', 'INV-00800, INV-00801'],
  ['p5', '15', 'INV-00900'],
  ['p6', '5', 'INV-00900 (rest)'],
]
const invoices: readonly (readonly [string, string])[] = [
  ['INV-00460', '60'],
  ['INV-00601', '40'],
  ['INV-00700', '50'],
  ['INV-00701', '25'],
  ['A', '10'],
  ['B', '10'],
  ['C', '10'],
  ['INV-00800', '20'],
  ['INV-00900', '20'],
]

it('pays the invoices that a text lists, and says what does not add up', () => {
  const source = payments.map(([id, amount, description]) => eur(id, amount, { description }))
  const target = invoices.map(([reference, amount]) => eur(`of ${reference}`, amount, { reference }))
  const { matches, breaks } = run({ source, target, rules: exampleRules('invoices') })
  expect(matches.map((line) => [line.rule, line.confidence, line.source, line.target])).toEqual([
    ['invoices', 'high', ['p1'], ['of INV-00460', 'of INV-00601']],
    ['invoices', 'high', ['p2'], ['of INV-00700', 'of INV-00701']],
    ['keys', 'high', ['p3'], ['of A', 'of B', 'of C']],
  ])
  expect(breaks).toMatchObject([
    {
      reason: 'sum_mismatch',
      source: ['p4'],
      difference: '-5',
      listed: { found: ['of INV-00800'], missing: ['INV-00801'], taken: [] },
    },
    { reason: 'ambiguous', source: ['p5', 'p6'], target: ['of INV-00900'] },
  ])
})
