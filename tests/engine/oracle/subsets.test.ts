import { it } from 'vitest'
import { inForms } from '../../support/forms.ts'
import { agreementCases, expectAgreement } from './agreement.ts'
import { subsetCase } from './rule-sets.ts'

it(inForms('writes the lines of the naive reference where rules search for sets', agreementCases), () => {
  expectAgreement(subsetCase, [
    {
      perThousand: 15,
      things: [
        'match of 1:n subset',
        'match of n:1 subset',
        'match interchangeable',
        'suggestion of 1:n subset',
        'suggestion of n:1 subset',
        'suggestion ambiguous',
        'break subset_limit',
        'break ambiguous',
        'break sum_mismatch',
        'break total',
        'break needs tolerance',
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
