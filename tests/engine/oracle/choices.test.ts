import { it } from 'vitest'
import { agreementTimeout, expectAgreement } from './agreement.ts'
import { choiceCase } from './dense-cases.ts'

it('writes the lines of the naive reference where many pairs tie', { timeout: agreementTimeout }, () => {
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
