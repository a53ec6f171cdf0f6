import type fc from 'fast-check'
import { expect } from 'vitest'
import { checkAgreement } from './agree.ts'
import type { OracleCase } from './oracle-case.ts'
import { createTally } from './reached.ts'

/** Cases of each kind; TALLYSTICK_CASES asks for more. */
const caseCount = Math.max(3_000, Number(process.env['TALLYSTICK_CASES'] ?? 0))

/** Enough time for a machine that does other things, too. */
export const agreementTimeout = 300_000

/** What a run has to reach: names of `reachedBy`, each in at least so many of a thousand cases. */
export interface Wanted {
  readonly perThousand: number
  readonly things: readonly string[]
}

/** Compares the engine with the oracle, and fails when the cases did not reach what they are there for. */
export function expectAgreement(cases: fc.Arbitrary<OracleCase>, wanted: readonly Wanted[]): void {
  const tally = createTally()
  checkAgreement(cases, { caseCount, onCase: tally.count })
  const rare = wanted.flatMap(({ perThousand, things }) => tally.rarerThan((perThousand * caseCount) / 1_000, things))
  expect(rare).toEqual([])
}
