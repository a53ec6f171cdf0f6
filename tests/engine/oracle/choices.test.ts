import { it } from 'vitest'
import { inForms } from '../../support/forms.ts'
import { agreementCases, expectAgreement } from './agreement.ts'
import { choiceCase } from './dense-cases.ts'

it(inForms('writes the lines of the naive reference where many pairs tie', agreementCases), () => {
  expectAgreement(choiceCase, [
    {
      perThousand: 15,
      things: [
        'match by most',
        'match by closest',
        'match under best',
        'match under defer',
        'match under review',
        'match ambiguous',
        'match interchangeable',
        'suggestion by most',
        'suggestion by closest',
        'suggestion ambiguous',
        'break ambiguous',
        'break duplicate',
      ],
    },
  ])
})
