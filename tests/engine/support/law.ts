import fc from 'fast-check'

/** Cases a law is tried on: 1,000 by default, as many as TALLYSTICK_CASES says. */
export const caseCount = Number(process.env['TALLYSTICK_CASES'] ?? 1_000)

/** Checks a law on `caseCount` cases; the seed of a failure is in its message. */
export function checkLaw<Values>(law: fc.IProperty<Values>): void {
  fc.assert(law, { numRuns: caseCount })
}
