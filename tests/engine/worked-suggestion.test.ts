import { expect, it } from 'vitest'
import type { CanonicalRecord, RuleInput } from '../../engine/index.ts'
import { breaksOf, pairsOf } from './support/brief.ts'
import { run } from './support/run.ts'

/** The worked example "bank against ledger": exact ids, then references, then cents, then text to look at. */
const rules: readonly RuleInput[] = [
  {
    id: 'e2e',
    match: [
      { field: 'attributes.endToEndId', normalize: ['trim', 'upper'] },
      { field: 'amount' },
      { field: 'currency' },
    ],
  },
  {
    id: 'ref-next-day',
    match: [
      { field: 'reference', normalize: ['upper', 'alphanumeric', 'strip-leading-zeros'] },
      { field: 'amount' },
      { field: 'currency' },
      { field: 'date', days: { before: 0, after: 1 } },
    ],
  },
  {
    id: 'ref-cents',
    variance: 'rounding',
    match: [
      { field: 'reference', normalize: ['upper', 'alphanumeric'] },
      { field: 'currency' },
      { field: 'amount', tolerance: '0.05' },
    ],
  },
  {
    id: 'text',
    action: 'suggest',
    match: [
      { field: 'amount' },
      { field: 'currency' },
      { field: 'date', days: 3 },
      {
        field: 'description',
        normalize: ['upper', 'fold-accents', { strip: ['GMBH', 'LTD', 'INC', 'CARD PAYMENT'] }, 'sort-tokens'],
        similarity: { method: 'token-set', min: '0.85' },
      },
    ],
  },
]

const record = (id: string, amount: string, rest: Partial<CanonicalRecord>): CanonicalRecord => ({
  id,
  amount,
  currency: 'EUR',
  date: '2026-03-01',
  ...rest,
})
const source = [
  record('s1', '1200', { attributes: { endToEndId: 'e2e-77' } }),
  record('s2', '80.5', { reference: 'inv-0042' }),
  record('s3', '19.99', { reference: 'INV 51' }),
  record('s4', '5', { description: 'CARD PAYMENT Café Acme GmbH' }),
  record('s5', '6', { description: 'CARD PAYMENT Zenith' }),
]
const target = [
  record('t1', '1200', { attributes: { endToEndId: ' E2E-77' } }),
  record('t2', '80.5', { reference: 'INV42', date: '2026-03-02' }),
  record('t3', '20.02', { reference: 'inv51' }),
  record('t4', '5', { description: 'Acme Cafe', date: '2026-03-04' }),
  record('t5', '6', { description: 'Someone else' }),
]

it('matches by id, reference and cents, and suggests what only its text tells', () => {
  const result = run({ source, target, rules })
  expect(pairsOf(result)).toEqual(['s1=t1 by e2e', 's2=t2 by ref-next-day', 's3=t3 by ref-cents'])
  expect(result.suggestions).toEqual([
    {
      kind: 'suggestion',
      rule: 'text',
      confidence: 'medium',
      source: ['s4'],
      target: ['t4'],
      equal: { amount: '5', currency: 'EUR' },
      differ: { date: ['2026-03-01', '2026-03-04'], description: ['CARD PAYMENT Café Acme GmbH', 'Acme Cafe'] },
      days: 3,
      similarity: 10_000,
    },
  ])
  expect(breaksOf(result)).toEqual([
    'missing_in_target s4/',
    'missing_in_target s5/',
    'missing_in_source /t4',
    'missing_in_source /t5',
  ])
  expect(result.breaks.map(({ suggested }) => suggested ?? false)).toEqual([true, false, true, false])
})
