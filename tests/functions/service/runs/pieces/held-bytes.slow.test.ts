import { canonicalize } from '@tallystick/engine/base'
import type { CanonicalRecord } from '@tallystick/engine/record'
import type { RuleInput } from '@tallystick/engine/rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PerformTask } from '../../../../../functions/service/runs/pieces/piece-context.ts'
import { sizesFor } from '../../../../../functions/service/runs/pieces/sizes-for.ts'
import { moneyCase } from '../../../../engine/oracle/money-cases.ts'
import type { OracleCase } from '../../../../engine/oracle/oracle-case.ts'
import { residualCase } from '../../../../engine/oracle/residual-cases.ts'
import { groupCase, pairCase, subsetCase } from '../../../../engine/oracle/rule-sets.ts'
import { policyOf, run } from '../../../../engine/support/run.ts'
import { sizeOf } from '../../../../support/forms.ts'
import { inPieces } from '../../../../support/pieces/in-pieces.ts'
import { performTimes } from '../../../../support/pieces/tasks.ts'
import { unsettled, unsettledRules } from '../../../../support/pieces/unsettled.ts'

/** What tasks hold by their own account: 64 MB at most with the sizes of the service. */

const heldByteCountMax = 64_000_000

const byteCountOf = (records: readonly CanonicalRecord[]): number =>
  records.reduce((sum, record) => sum + canonicalize(record).length + 1, 0)

const distinct = (records: readonly CanonicalRecord[]): readonly CanonicalRecord[] => [
  ...new Map(records.map((each) => [each.id, each])).values(),
]

const cases: Readonly<Record<string, fc.Arbitrary<OracleCase>>> = {
  pairs: pairCase,
  groups: groupCase,
  subsets: subsetCase,
  money: moneyCase,
  rests: residualCase,
}

describe('with the sizes of the service', () => {
  it.each(Object.entries(cases))('tasks of %s hold less than 64 MB', async (_, arbitrary) => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async ({ rules, limits, ...given }) => {
        const sides = { source: distinct(given.source), target: distinct(given.target) }
        const all = [...sides.source, ...sides.target]
        const policy = policyOf(rules)
        const sizes = sizesFor({ recordCount: all.length, byteCount: byteCountOf(all), policy })
        const held: number[] = []
        const onHeld = (byteCount: number): void => void held.push(byteCount)
        await inPieces({ ...sides, policy, limits, sizes, onHeld })
        if (all.length > 0) expect(Math.max(...held)).toBeGreaterThan(0)
        expect(Math.max(0, ...held)).toBeLessThanOrEqual(heldByteCountMax)
      }),
      { numRuns: sizeOf({ short: 2, long: 20 }), seed: 20_261_123 },
    )
  })
})

const rules: readonly RuleInput[] = [
  { id: 'exact', match: [{ field: 'reference' }, { field: 'currency' }, { field: 'amount' }] },
  { id: 'fee', match: [{ field: 'reference' }, { field: 'currency' }, { field: 'amount', tolerance: '1.00' }] },
  { id: 'late', match: [{ field: 'amount' }, { field: 'currency' }, { field: 'date', days: 3 }] },
]

/** Payments of which one in ten has another amount, and one in twenty no other side. */
const payments = (prefix: 's' | 't', count: number): readonly CanonicalRecord[] =>
  Array.from({ length: count }, (_, index): CanonicalRecord => {
    const isLonely = index % 20 === 7
    return {
      id: `${prefix}${index}`,
      amount: String(100 + ((index * 7_919) % 9_973) + (prefix === 't' && index % 10 === 3 ? 5 : 0)),
      currency: index % 3 === 0 ? 'USD' : 'EUR',
      date: `2026-03-${String(1 + (index % 28)).padStart(2, '0')}`,
      reference: isLonely ? `${prefix}-${index}` : `PAY-${index}`,
    }
  })

/** A hundredth of the sizes of the service. Some buffers are as large for few records as for many. */
const hundredth = {
  partitionCount: 16,
  pieceByteCountMax: 120_000,
  mergedLineCountMax: 2_000,
  mergedFileCountMax: 12,
  chunkByteCountMax: 8_192,
  fileByteCountMax: 30_000,
  explain: {
    segmentByteCountMax: 80_000,
    packedByteCount: 80_000,
    cohortByteCount: 80_000,
    rangeByteCount: 2_000,
    pieceByteCount: 80_000,
  },
}

/** Runs a case in pieces that are a hundredth of the usual. Returns the most that a task held. */
async function mostHeld(sides: Sides, rules: readonly RuleInput[]): Promise<number> {
  const held: number[] = []
  const onHeld = (byteCount: number): void => void held.push(byteCount)
  const policy = policyOf(rules)
  const pieces = await inPieces({ ...sides, policy, sizes: hundredth, partRecordCount: 1_000, onHeld })
  const memory = run({ ...sides, rules })
  expect(pieces.text.split('\n').slice(1)).toEqual(memory.text.split('\n').slice(1))
  return Math.max(...held)
}

interface Sides {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
}

it('tasks that take a hundredth of the records hold less than a fiftieth of 64 MB', async () => {
  const most = await mostHeld({ source: payments('s', 2_500), target: payments('t', 2_500) }, rules)
  expect(most).toBeGreaterThan(100_000)
  expect(most).toBeLessThan(heldByteCountMax / 50)
})

const recordOf = (id: string, index: number, members: Partial<CanonicalRecord>): CanonicalRecord => ({
  id,
  amount: String(1 + (index % 9)),
  currency: 'EUR',
  date: `2026-03-${String(1 + (index % 28)).padStart(2, '0')}`,
  counterparty: `Northwind Trading Company ${index % 97}, Rotterdam`,
  description: `Settlement of contract ${index % 101}`,
  ...members,
})

const list = (count: number, make: (index: number) => CanonicalRecord): readonly CanonicalRecord[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** As many records of one key as a block may have, in a hundredth: 2,000 records of 190 bytes. */
const fullBlocks: Readonly<Record<string, { readonly sides: Sides; readonly rules: readonly RuleInput[] }>> = {
  pairs: {
    sides: {
      source: list(1_000, (index) => recordOf(`s${index}`, index, { account: 'K', type: `T${index}` })),
      target: list(1_000, (index) => recordOf(`t${index}`, index, { account: 'K', type: `T${index}` })),
    },
    rules: [
      {
        id: 'block',
        match: [{ field: 'account' }, { field: 'amount', tolerance: '0.5' }, { field: 'type', op: 'contains' }],
      },
      { id: 'rest', match: [{ field: 'currency' }, { field: 'amount' }, { field: 'date' }], ambiguous: 'best' },
    ],
  },
  'one with many': {
    sides: {
      source: [recordOf('s', 0, { amount: String(2_000), account: 'K' })],
      target: list(2_000, (index) => recordOf(`t${index}`, index, { amount: '1', account: 'K' })),
    },
    rules: [{ id: 'sum', cardinality: '1:n', match: [{ field: 'account' }, { field: 'currency' }], sum: {} }],
  },
}

it.each(Object.entries(fullBlocks))('a full block of %s holds less than a hundredth of 80 MB', async (_, given) => {
  expect(await mostHeld(given.sides, given.rules)).toBeLessThan(800_000)
})

it('texts that list a tenth of the records hold less than a hundredth of 64 MB', async () => {
  const target = list(2_000, (index) => recordOf(`i${index}`, index, { reference: `INV-${index}` }))
  const source = list(200, (index) => {
    const own = target.slice(10 * index, 10 * index + 10)
    return recordOf(`p${index}`, index, {
      amount: String(own.reduce((sum, { amount }) => sum + Number(amount), 0)),
      description: `Paid ${own.map(({ reference }) => reference).join(', ')}`,
    })
  })
  const listed: RuleInput = {
    id: 'listed',
    cardinality: '1:n',
    match: [{ sourceField: 'description', targetField: 'reference', op: 'listed' }, { field: 'currency' }],
    sum: {},
  }
  expect(await mostHeld({ source, target }, [listed])).toBeLessThan(heldByteCountMax / 100)
})

/** Tasks that settle what the rules left, by the beginnings of their names. */
const settling = [
  'take-findings',
  'broken',
  'sought-0',
  'findings',
  'leftovers',
  'suggestions',
  'pack-suggested',
  'suggested',
  'covered',
]

it('tasks that settle many findings, twins and suggestions account for what they hold', async () => {
  const sides = unsettled(400)
  const held = new Map<string, number>()
  let current = ''
  const onHeld = (byteCount: number): void => void held.set(current, Math.max(byteCount, held.get(current) ?? 0))
  const performOnce = performTimes(1)
  const perform: PerformTask = (name, task) =>
    performOnce(name, () => {
      current = name
      return task()
    })
  const policy = policyOf(unsettledRules)
  const pieces = await inPieces({ ...sides, policy, sizes: hundredth, partRecordCount: 1_000, perform, onHeld })
  const memory = run({ ...sides, rules: unsettledRules })
  expect(pieces.text.split('\n').slice(1)).toEqual(memory.text.split('\n').slice(1))
  const mostOf = (kind: string): number =>
    Math.max(0, ...[...held].filter(([name]) => name.startsWith(kind)).map(([, byteCount]) => byteCount))
  expect(settling.filter((kind) => mostOf(kind) === 0)).toEqual([])
  expect(Math.max(...held.values())).toBeLessThan(heldByteCountMax / 50)
})
