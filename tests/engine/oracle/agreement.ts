import type fc from 'fast-check'
import { expect } from 'vitest'
import { isLong, sizeOf } from '../../support/forms.ts'
import { casesOf } from '../support/law.ts'
import { checkAgreement } from './agree.ts'
import type { OracleCase } from './oracle-case.ts'
import { createTally } from './reached.ts'

/** The short form draws the same cases each time: whether so few reach what is wanted is then no matter of luck. */
const seed = 20_260_301

export const agreementCases = casesOf({ short: 80, long: 20_000 })
/** Where fewer cases do not reach all that is wanted. */
export const wideCases = casesOf({ short: 120, long: 20_000 })

/**
 * What a run has to reach: names of `reachedBy`, each in at least so many of a thousand cases. The short form asks for one
 * case of each, and for none of what is too rare for it.
 */
export interface Wanted {
  readonly perThousand: number
  readonly things: readonly string[]
}

/** Compares the engine with the oracle, and fails when the cases did not reach what they are there for. */
export function expectAgreement(
  cases: fc.Arbitrary<OracleCase>,
  wanted: readonly Wanted[],
  sizes = agreementCases,
): void {
  const caseCount = sizeOf(sizes)
  const tally = createTally()
  checkAgreement(cases, { caseCount, onCase: tally.count, ...(!isLong && { seed }) })
  const rare = wanted.flatMap(({ perThousand, things }) => {
    const wantedCount = (perThousand * caseCount) / 1_000
    return wantedCount < 1 ? [] : tally.rarerThan(isLong ? wantedCount : 1, things)
  })
  expect(rare).toEqual([])
}
