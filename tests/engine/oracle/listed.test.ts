import { it } from 'vitest'
import { inForms } from '../../support/forms.ts'
import { agreementCases, expectAgreement } from './agreement.ts'
import { listedCase } from './listed-cases.ts'

it(inForms('writes the lines of the naive reference where texts list records', agreementCases), () => {
  expectAgreement(listedCase, [
    {
      perThousand: 15,
      things: [
        'match op listed',
        'match of 1:n group',
        'match of n:1 group',
        'match differ',
        'break sum_mismatch',
        'break listed found',
        'break listed missing',
        'break ambiguous',
        'break candidates',
      ],
    },
    {
      perThousand: 2,
      things: [
        'suggestion ambiguous',
        'match difference',
        'break listed taken',
        'break currency_mismatch',
        'break takenBy',
        'suggestion op listed',
      ],
    },
  ])
})
