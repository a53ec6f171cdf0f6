import { it } from 'vitest'
import { inForms } from '../../support/forms.ts'
import { agreementCases, expectAgreement } from './agreement.ts'
import { nettingCase } from './netting-cases.ts'

it(inForms('writes the lines of the naive reference where records of one side are netted', agreementCases), () => {
  expectAgreement(nettingCase, [
    {
      perThousand: 20,
      things: [
        'netted of 1:1 pair',
        'netted of n:m group',
        'netted side source',
        'netted side target',
        'netted under best',
        'netted by most',
        'netted interchangeable',
        'netted difference',
        'break ambiguous',
        'break sum_mismatch',
        'break netting missed',
        'break takenBy netting',
      ],
    },
    { perThousand: 2, things: ['netted variance', 'netted ambiguous', 'netted where', 'break two of one side'] },
  ])
})
