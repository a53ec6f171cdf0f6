import { expect, it } from 'vitest'
import { checkAgreement } from './agree.ts'
import { agreementTimeout } from './agreement.ts'
import { crowdedCase } from './crowded-cases.ts'
import { createTally } from './reached.ts'

it('writes the lines of the naive reference where a hundred records nearly match', {
  timeout: agreementTimeout,
}, () => {
  const tally = createTally()
  checkAgreement(crowdedCase, { caseCount: 24, onCase: tally.count, isLarge: true })
  expect(tally.rarerThan(12, ['break candidates', 'break failed'])).toEqual([])
})
