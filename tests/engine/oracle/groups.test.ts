import { it } from 'vitest'
import { inForms } from '../../support/forms.ts'
import { agreementCases, expectAgreement } from './agreement.ts'
import { groupCase } from './rule-sets.ts'

it(inForms('writes the lines of the naive reference where rules are about sums', agreementCases), () => {
  expectAgreement(groupCase, [
    {
      perThousand: 10,
      things: [
        'match of 1:n group',
        'match of n:1 group',
        'match of n:m group',
        'match of 1:1 sum',
        'match sum',
        'match difference',
        'match variance',
        'match sum tolerance none',
        'break sum_mismatch',
        'break one_side_count',
        'break total',
        'break ambiguous',
        'break duplicate',
      ],
    },
    {
      perThousand: 2,
      things: [
        'match days',
        'match sum sign opposite',
        'match sum sign absolute',
        'match sum tolerance absolute text',
        'match sum tolerance percent text',
        'match sum tolerance from,to',
        'match sum tolerance of,percent',
        'match sum tolerance absolute,combine,of,percent',
        'suggestion of 1:n group',
        'suggestion of n:1 group',
        'suggestion of n:m group',
        'suggestion of 1:1 sum',
        'break sum missed',
      ],
    },
  ])
})
