import { it } from 'vitest'
import { inForms } from '../../support/forms.ts'
import { agreementCases, expectAgreement } from './agreement.ts'
import { guardedCase, setsCase } from './dense-cases.ts'

it(inForms('writes the lines of the naive reference where many sets add up', agreementCases), () => {
  expectAgreement(setsCase, [
    {
      perThousand: 15,
      things: [
        'match of 1:n subset',
        'match of n:1 subset',
        'match under review',
        'match interchangeable',
        'suggestion ambiguous',
        'suggestion interchangeable',
        'break ambiguous',
        'break subset_limit',
        'break sum_mismatch',
        'break total',
      ],
    },
  ])
})

it(
  inForms('writes the lines of the naive reference where nothing identifies the parts of a set', agreementCases),
  () => {
    expectAgreement(guardedCase, [
      {
        perThousand: 15,
        things: ['match of 1:n subset', 'match of n:1 subset', 'suggestion action match', 'suggestion ambiguous'],
      },
    ])
  },
)
