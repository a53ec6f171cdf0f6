import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inForms, sizeOf } from '../../support/forms.ts'
import { choiceCase, setsCase } from '../oracle/dense-cases.ts'
import { listedCase } from '../oracle/listed-cases.ts'
import { nettingCase } from '../oracle/netting-cases.ts'
import { residualCase } from '../oracle/residual-cases.ts'
import { groupCase, pairCase, subsetCase } from '../oracle/rule-sets.ts'
import { crowdCase } from '../support/crowd-case.ts'
import { type Cut, expectedLines, finishCase, linesInPieces } from '../support/explained-pieces.ts'
import { casesOf } from '../support/law.ts'

const cases = casesOf({ short: 150, long: 20_000 })
const cut: fc.Arbitrary<Cut> = fc.record({
  sliceRecordCount: fc.constantFrom(1, 2, 3, 7, 100),
  pieceByteCount: fc.constantFrom(1, 200, 400, 1_000_000),
  sampleEvery: fc.constantFrom(1, 1, 2),
  groupLookerCount: fc.constantFrom(1, 2, 100),
  joinCountAtOnce: fc.constantFrom(1, 3, 100),
  isTwice: fc.boolean(),
})
const limits = fc.record({
  explainedCountMax: fc.constantFrom(1, 2, 100_000),
  explainedTextStepCountMax: fc.constantFrom(1, 1_000, 10_000, 2 ** 30),
})

it(inForms('open records are explained in pieces as they are in memory', cases), async () => {
  const anyOf = fc.oneof(pairCase, groupCase, subsetCase, listedCase, nettingCase, residualCase, choiceCase, setsCase)
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

const crowds = casesOf({ short: 12, long: 2_000 })
const crowdCut: fc.Arbitrary<Cut> = fc.record({
  sliceRecordCount: fc.constantFrom(20, 60, 1_000),
  pieceByteCount: fc.constantFrom(500, 3_000, 20_000, 1_000_000),
  sampleEvery: fc.constantFrom(1, 5, 16),
  groupLookerCount: fc.constantFrom(30, 1_000),
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
