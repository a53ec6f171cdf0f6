import { it } from 'vitest'
import { agreementTimeout, expectAgreement } from './agreement.ts'
import { subsetCase } from './rule-sets.ts'

it('writes the lines of the naive reference where rules search for sets', { timeout: agreementTimeout }, () => {
  expectAgreement(subsetCase, [
    {
      perThousand: 15,
      things: [
        'match of 1:n subset',
        'match of n:1 subset',
        'match ambiguous',
        'match interchangeable',
        'match under best',
        'suggestion of 1:n subset',
        'suggestion of n:1 subset',
        'suggestion ambiguous',
        'break subset_limit',
        'break ambiguous',
      ],
    },
    {
      perThousand: 2,
      things: [
        'match similarity',
        'match op contains',
        'match days',
        'match sum sign opposite',
        'match sum sign absolute',
      ],
    },
  ])
})
