import { it } from 'vitest'
import { agreementTimeout, expectAgreement } from './agreement.ts'
import { setsCase } from './dense-cases.ts'

it('writes the lines of the naive reference where many sets add up', { timeout: agreementTimeout }, () => {
  expectAgreement(setsCase, [
    {
      perThousand: 15,
      things: [
        'match of 1:n subset',
        'match of n:1 subset',
        'match under best',
        'match under review',
        'match ambiguous',
        'match interchangeable',
        'suggestion ambiguous',
        'suggestion interchangeable',
        'break ambiguous',
        'break subset_limit',
      ],
    },
  ])
})
