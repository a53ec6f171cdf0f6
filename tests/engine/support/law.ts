import fc from 'fast-check'
import { type Sizes, sizeOf } from '../../support/forms.ts'
import { lawSizes } from '../../support/law-sizes.ts'

const asked = process.env['TALLYSTICK_CASES']

/** Cases of each form, unless TALLYSTICK_CASES asks for another number in both. */
export const casesOf = (sizes: Sizes): Sizes =>
  asked === undefined ? sizes : { short: Number(asked), long: Number(asked) }

/** What a law is tried on where nothing else is said. */
export const lawCases = casesOf(lawSizes)

/** Cases in the form that runs. */
export const caseCount = sizeOf(lawCases)

/** Checks a law on `cases`; the seed of a failure is in its message. */
export function checkLaw<Values>(law: fc.IProperty<Values>, cases: Sizes = lawCases): void {
  fc.assert(law, { numRuns: sizeOf(casesOf(cases)) })
}
