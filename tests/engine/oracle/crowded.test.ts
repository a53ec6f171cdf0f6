import { expect, it } from 'vitest'
import { inForms, sizeOf } from '../../support/forms.ts'
import { checkAgreement } from './agree.ts'
import { crowdedCase } from './crowded-cases.ts'
import { createTally } from './reached.ts'

const crowds = { short: 2, long: 200 }

it(inForms('writes the lines of the naive reference where a hundred records nearly match', crowds), () => {
  const tally = createTally()
  checkAgreement(crowdedCase, { caseCount: sizeOf(crowds), onCase: tally.count, isLarge: true })
  expect(tally.rarerThan(sizeOf(crowds) / 2, ['break candidates', 'break failed'])).toEqual([])
})
