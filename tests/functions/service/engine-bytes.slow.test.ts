import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../functions/service/platform/hasher.ts'
import { generatedCaseCount, generatedDigests, inputDigest } from '../../engine/support/generated-cases.ts'
import {
  type GoldenCase,
  type GoldenPeriod,
  reconcileCase,
  reconcileGoldenPeriod,
} from '../../engine/support/reconcile-case.ts'
import casesOnRecord from '../../golden/cases.json'
import generatedOnRecord from '../../golden/generated.json'
import periodsOnRecord from '../../golden/periods.json'
import resultsOnRecord from '../../golden/results.json'
import { inForms, sizeOf } from '../../support/forms.ts'

/** tests/engine/result/golden.test.ts holds Node to the same files. */

const cases: readonly GoldenCase[] = JSON.parse(JSON.stringify(casesOnRecord))
const periods: readonly GoldenPeriod[] = JSON.parse(JSON.stringify(periodsOnRecord))

describe('the engine in workerd writes the bytes that it writes in Node', () => {
  it.each([
    ...cases.map((given) => ({ name: given.name, make: () => reconcileCase(given, sha256) })),
    ...periods.map((given) => ({ name: given.name, make: () => reconcileGoldenPeriod(given, sha256) })),
  ])('in $name', ({ name, make }) => {
    const { chunks, resultRoot } = make()
    const lines = chunks.flatMap(({ text }) => text.trimEnd().split('\n'))
    expect(new Map(Object.entries(resultsOnRecord.results)).get(name)).toEqual({ root: resultRoot, lines })
  })

  const sizes = { short: 40, long: generatedCaseCount }

  it(inForms('in the first of the generated cases', sizes), () => {
    const digests = generatedDigests(sha256, sizeOf(sizes))
    expect(inputDigest(sha256)).toBe(generatedOnRecord.inputs)
    expect(digests).toEqual(generatedOnRecord.digests.slice(0, digests.length))
  })
})
