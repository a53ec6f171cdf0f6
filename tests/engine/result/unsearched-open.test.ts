import { expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { reconcileCase } from '../support/reconcile-case.ts'
import { run } from '../support/run.ts'
import { sha256 } from '../support/sha256.ts'

/** Three open records, and a matched one by which the reference tells records apart. */
const records = (side: string, amount: string): CanonicalRecord[] => [
  ...['c', 'a', 'b'].map((id) => ({
    id: `${side}${id}`,
    reference: 'R',
    amount,
    currency: 'EUR',
    account: `${side}${id}`,
  })),
  { id: `${side}z`, reference: 'Z', amount: '9', currency: 'EUR' },
]
const given = {
  source: records('s', '1'),
  target: records('t', '2'),
  rules: [{ match: [{ field: 'reference' }] }],
}
const candidatesOf = (explainedCountMax: number): Record<string, number> =>
  Object.fromEntries(
    run({ ...given, limits: { explainedCountMax } }).breaks.map(({ source = [], target = [], candidates = [] }) => [
      [...source, ...target].join(),
      candidates.length,
    ]),
  )
const warningsOf = (explainedCountMax: number) =>
  reconcileCase({ ...given, limits: { explainedCountMax } }, sha256).warnings

it('near misses are looked for the first open records of a side by id', () => {
  expect(candidatesOf(3)).toEqual({ sa: 3, sb: 3, sc: 3, ta: 3, tb: 3, tc: 3 })
  expect(candidatesOf(2)).toEqual({ sa: 3, sb: 3, sc: 0, ta: 3, tb: 3, tc: 0 })
})

it('a run says how many open records have no candidates for that', () => {
  expect(warningsOf(3)).toEqual([])
  expect(warningsOf(2)).toEqual([
    {
      code: 'unexplained_open',
      side: 'source',
      detail: '1 open records of source have no candidates: near misses are looked for the first 2 of a side by id.',
    },
    expect.objectContaining({ side: 'target' }),
  ])
})
