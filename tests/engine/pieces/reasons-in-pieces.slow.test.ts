import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openIntake } from '../../../engine/intake/intake.ts'
import { csvFormat } from '../../../engine/intake/kinds/csv-format.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleSetInput } from '../../../engine/rules/language/written-form.ts'
import { inForms, isLong, sizeOf } from '../../support/forms.ts'
import { readSample, sampleRules } from '../../support/node/samples.ts'
import { apartCase } from '../oracle/apart-cases.ts'
import { choiceCase, setsCase } from '../oracle/dense-cases.ts'
import { listedCase } from '../oracle/listed-cases.ts'
import { nettingCase } from '../oracle/netting-cases.ts'
import { residualCase } from '../oracle/residual-cases.ts'
import { groupCase, pairCase, subsetCase } from '../oracle/rule-sets.ts'
import { crowdCase } from '../support/crowd-case.ts'
import { goldenCases } from '../support/golden.ts'
import { casesOf } from '../support/law.ts'
import { openRows } from '../support/open-rows.ts'
import { type Cut, expectedLines, finishCase, linesInPieces } from '../support/reasons-in-pieces.ts'
import { sha256 } from '../support/sha256.ts'

const cases = casesOf({ short: 12, long: 20_000 })
const cut: fc.Arbitrary<Cut> = fc.record({
  sliceRecordCount: fc.constantFrom(1, 2, 3, 7, 100),
  segmentCountAtOnce: fc.constantFrom(1, 2, 4),
  packedByteCount: fc.constantFrom(1, 300, 1_000_000),
  pieceByteCount: fc.constantFrom(1, 200, 400, 1_000_000),
  cohortByteCount: fc.constantFrom(1, 300, 1_000_000),
  rangeByteCount: fc.constantFrom(1, 100, 1_000_000),
  groupSearcherCount: fc.constantFrom(1, 2, 100),
  isTwice: fc.boolean(),
})
const limits = fc.record({
  explainedCountMax: fc.constantFrom(1, 2, 100_000),
  explainedTextStepCountMax: fc.constantFrom(1, 1_000, 10_000, 2 ** 30),
})

it(inForms('open records are explained in pieces as they are in memory', cases), async () => {
  const anyOf = fc.oneof(
    pairCase,
    groupCase,
    apartCase,
    subsetCase,
    listedCase,
    nettingCase,
    residualCase,
    choiceCase,
    setsCase,
  )
  let lineCount = 0
  await fc.assert(
    fc.asyncProperty(anyOf, cut, limits, async (given, cut, limits) => {
      const run = finishCase({ ...given, limits })
      const expected = expectedLines(run)
      lineCount += expected.length
      expect((await linesInPieces(run, cut)).lines).toEqual(expected)
    }),
    { numRuns: sizeOf(cases) },
  )
  expect(lineCount).toBeGreaterThan(sizeOf(cases))
})

const crowds = casesOf({ short: 1, long: 2_000 })
const crowdCut: fc.Arbitrary<Cut> = fc.record({
  sliceRecordCount: fc.constantFrom(60, 150, 1_000),
  pieceByteCount: fc.constantFrom(3_000, 20_000, 1_000_000),
  cohortByteCount: fc.constantFrom(8_000, 20_000, 1_000_000),
  rangeByteCount: fc.constantFrom(1_000, 5_000, 1_000_000),
  groupSearcherCount: fc.constantFrom(30, 1_000),
})
const crowdLimits = fc.record({
  explainedCountMax: fc.constantFrom(40, 100_000),
  explainedTextStepCountMax: fc.constantFrom(2_000, 100_000, 1_000_000, 2 ** 30),
})

it(inForms('the same where records have more neighbours than they are compared with', crowds), async () => {
  await fc.assert(
    fc.asyncProperty(crowdCase(300), crowdCut, crowdLimits, async (given, cut, limits) => {
      const run = finishCase({ ...given, limits })
      const { lines } = await linesInPieces(run, cut)
      expect(lines).toEqual(expectedLines(run))
    }),
    { numRuns: sizeOf(crowds), endOnFailure: true },
  )
})

const tight: Cut = {
  sliceRecordCount: 3,
  pieceByteCount: 300,
  segmentCountAtOnce: 2,
  packedByteCount: 500,
  cohortByteCount: 500,
  rangeByteCount: 200,
  groupSearcherCount: 2,
}

it.each(goldenCases.map(({ name }) => name))('the same in %s', async (name) => {
  for (const given of goldenCases.filter((each) => each.name === name)) {
    const run = finishCase(given)
    expect((await linesInPieces(run, tight)).lines).toEqual(expectedLines(run))
  }
})

/** Records of a slice of the sample, which has more than a generated case. */
const ofSlice = { short: 40, long: 3 }
const sampleCut: Cut = isLong
  ? tight
  : { ...tight, pieceByteCount: 4_000, packedByteCount: 6_000, groupSearcherCount: 20 }

it(inForms('the same of the sample bank statement against its ledger, records a slice', ofSlice), async () => {
  const given = {
    source: recordsOf('bank-statement.csv'),
    target: recordsOf('ledger.csv'),
    rules: sampleRules,
  }
  const run = finishCase(given)
  const expected = expectedLines(run)
  expect(expected.length).toBeGreaterThan(0)
  const cut = { ...sampleCut, sliceRecordCount: sizeOf(ofSlice) }
  expect((await linesInPieces(run, cut)).lines).toEqual(expected)
})

it('the same under a netting rule of a turned side, of more records than a key is compared with', async () => {
  const bookings = Array.from(
    { length: 200 },
    (_, index): CanonicalRecord => ({
      id: `t${index}`,
      amount: `${index % 2 === 0 ? '-' : ''}${100 + 10 * index}`,
      currency: 'EUR',
      date: '2026-03-05',
      reference: 'R1',
    }),
  )
  const rules: RuleSetInput = {
    form: 'rules',
    rules: [
      {
        id: 'reversal',
        side: 'target',
        match: [{ field: 'reference' }],
      },
    ],
    referenceData: { signs: { source: 'as-is', target: 'turned' } },
  }
  const run = finishCase({ source: [], target: bookings, rules })
  expect((await linesInPieces(run, { ...tight, rangeByteCount: 1_000_000 })).lines).toEqual(expectedLines(run))
})

it('the same causes, of records that are in different pieces', async () => {
  const sale = (id: string, index: number): CanonicalRecord => ({
    id,
    amount: `${10 + index}`,
    date: `2026-03-${10 + index}`,
    reference: `R${index}`,
    counterparty: index < 14 ? `customer ${index}` : 'ACME',
    type: index < 17 ? 'sale' : 'fee',
  })
  const all = Array.from({ length: 20 }, (_, index) => sale(`s${index}`, index))
  const early = [1, 2, 3].map((index) => ({ ...sale(`x${index}`, 30 + index), date: '2026-02-01', type: 'sale' }))
  const target = all.slice(0, 14).map((each, index) => ({ ...each, id: `t${index}` }))
  const rules = [{ match: [{ field: 'reference' }, { field: 'amount' }] }]
  const run = finishCase({ source: [...all, ...early], target, rules })
  const { lines } = await linesInPieces(run, tight)
  expect(lines).toEqual(expectedLines(run))
  const kinds = ['before_other', 'after_other', 'one_side'].map(
    (kind) => lines.filter((line) => line.includes(kind)).length,
  )
  expect(kinds).toEqual([3, 3, 3])
  const within = finishCase({ source: all, target: [...target, sale('t99', 21)], rules })
  const told = (await linesInPieces(within, tight)).lines
  expect(told).toEqual(expectedLines(within))
  expect(told.filter((line) => line.includes('one_side'))).toHaveLength(3)
  expect(told.filter((line) => line.includes('"counterparty","value":"ACME"'))).toHaveLength(3)
})

it('cuts one key into ranges in the order of amounts, and holds no more than a range', async () => {
  const records = (prefix: string): CanonicalRecord[] =>
    Array.from({ length: 1_000 }, (_, index) => ({
      id: `${prefix}${index}`,
      amount: `${10 + ((index * 7_919) % 2_003)}${prefix === 's' ? '' : '.5'}`,
      currency: 'EUR',
      date: '2026-03-01',
      reference: index === 0 ? 'R0' : 'R',
    }))
  const rules = [{ match: [{ field: 'reference' }, { field: 'amount' }] }]
  const run = finishCase({ source: records('s'), target: records('t'), rules })
  const held: number[] = []
  const onHeld = (byteCount: number): void => {
    held.push(byteCount)
  }
  const { lines, objects } = await linesInPieces(run, {
    sliceRecordCount: 500,
    pieceByteCount: 10_000,
    packedByteCount: 10_000,
    cohortByteCount: 20_000,
    rangeByteCount: 10_000,
    onHeld,
  })
  expect(lines).toEqual(expectedLines(run))
  expect(objects.filter((key) => key.startsWith('partners/1/')).length).toBeGreaterThan(10)
  expect(Math.max(...held)).toBeLessThan(600_000)
})

function recordsOf(file: string): CanonicalRecord[] {
  const intake = openIntake({ format: csvFormat, sha256, rows: openRows })
  const chunks = intake.write(readSample(file))
  const end = intake.end()
  if (!end.ok) throw new Error(JSON.stringify(end.faults))
  return [...chunks, ...end.chunks].flatMap(({ text }) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )
}
