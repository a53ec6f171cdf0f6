import { it } from 'vitest'
import { inForms } from '../../support/forms.ts'
import { agreementCases, expectAgreement } from './agreement.ts'
import { residualCase } from './residual-cases.ts'

it(inForms('writes the lines of the naive reference where matches leave a rest', agreementCases), () => {
  expectAgreement(residualCase, [
    {
      perThousand: 20,
      things: [
        'match residual',
        'match rest of source',
        'match rest of target',
        'match of a rest',
        'match of 1:n group',
        'match of 1:1 sum',
        'match of 1:1 pair',
        'break of a rest',
      ],
    },
    { perThousand: 2, things: ['match rest of a rest', 'match second of its name', 'match sum sign opposite'] },
  ])
})
