import type { CanonicalRecord } from '@tallystick/engine/record'
import type { RuleInput } from '@tallystick/engine/rules'
import { expect, it } from 'vitest'
import { policyOf, run } from '../../../../engine/support/run.ts'
import { inForms, sizeOf } from '../../../../support/forms.ts'
import { inPieces } from '../../../../support/pieces/in-pieces.ts'

/** What only many records reach. The short form has fewer of them and limits to match. */

const usual = {
  partitionCount: 7,
  pieceByteCountMax: sizeOf({ short: 50_000, long: 1_000_000 }),
  mergedLineCountMax: 50_000,
  mergedFileCountMax: 8,
}

interface LargeCase {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
  readonly rules: readonly RuleInput[]
  readonly limits?: Parameters<typeof inPieces>[0]['limits']
}

async function expectSame({ rules, limits, ...sides }: LargeCase) {
  const memory = run({ ...sides, rules, ...(limits && { limits }) })
  const pieces = await inPieces({ ...sides, policy: policyOf(rules), limits, sizes: usual, partRecordCount: 20_000 })
  expect(pieces.text.split('\n').slice(1)).toEqual(memory.text.split('\n').slice(1))
  expect(pieces.summary).toEqual(memory.summary)
  return { memory, pieces }
}

const record = (id: string, members: Partial<CanonicalRecord>): CanonicalRecord => ({
  id,
  amount: '10',
  currency: 'EUR',
  date: '2026-03-01',
  ...members,
})

const list = (count: number, make: (index: number) => CanonicalRecord): readonly CanonicalRecord[] =>
  Array.from({ length: count }, (_, index) => make(index))

const openCount = { short: 1_001, long: 100_001 }
it(inForms('explains the first open records of a side by id, and warns of the others', openCount), async () => {
  const count = sizeOf(openCount)
  const source = list(count, (index) => record(`s${index}`, { reference: `R${index}`, amount: String(index + 1) }))
  const target = [record('t0', { reference: 'R0', amount: '2' }), record('t1', { reference: 'Q', amount: '3' })]
  const rules: readonly RuleInput[] = [{ id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }] }]
  const limits = { explainedCountMax: count - 1 }
  const { pieces } = await expectSame({ source, target, rules, limits })
  expect(pieces.warnings).toEqual([
    {
      code: 'unexplained_open',
      side: 'source',
      detail: `1 open records of source have no candidates: near misses are looked for the first ${count - 1} of a side by id.`,
    },
  ])
})

const blockSize = { short: 2_001, long: 200_001 }
it(inForms('makes a break of a block that has too many records', blockSize), async () => {
  const count = sizeOf(blockSize)
  const half = Math.ceil(count / 2)
  const source = list(half, (index) => record(`s${index}`, { reference: 'same', date: `2026-03-0${1 + (index % 9)}` }))
  const target = [
    ...list(count - half, (index) => record(`t${index}`, { reference: 'same', date: `2026-03-0${1 + (index % 7)}` })),
    record('u', { reference: 'other' }),
  ]
  const rules: readonly RuleInput[] = [
    { id: 'crowd', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date', days: 30 }] },
    { id: 'none', match: [{ field: 'account' }, { field: 'amount' }] },
  ]
  const { pieces } = await expectSame({ source, target, rules, limits: { blockRecordCountMax: count - 1 } })
  expect(pieces.summary.breaks.group_too_large).toBe(1)
})

const skewed = { short: 3_000, long: 60_000 }
it(inForms('decides what shares one key in most records', skewed), async () => {
  const count = sizeOf(skewed)
  const side = (prefix: string) =>
    list(count, (index) =>
      record(`${prefix}${index}`, {
        reference: index % 10 === 0 ? `R${index}` : 'same',
        amount: String(1 + (index % 997)),
        date: `2026-03-${String(1 + (index % 28)).padStart(2, '0')}`,
      }),
    )
  const rules: readonly RuleInput[] = [
    { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date' }] },
    { id: 'near', match: [{ field: 'reference' }, { field: 'amount', tolerance: '1' }, { field: 'date', days: 1 }] },
  ]
  const { pieces } = await expectSame({ source: side('s'), target: side('t').slice(1), rules })
  expect(pieces.summary.matchCount).toBeGreaterThan(count / 20)
})
