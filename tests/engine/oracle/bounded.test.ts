import fc from 'fast-check'
import { it } from 'vitest'
import { inForms } from '../../support/forms.ts'
import { agreementCases, expectAgreement } from './agreement.ts'
import { choiceCase, setsCase } from './dense-cases.ts'
import type { OracleLimits } from './oracle-case.ts'
import { groupCase, pairCase } from './rule-sets.ts'

const none = Number.MAX_SAFE_INTEGER
const limits: fc.Arbitrary<OracleLimits> = fc.record({
  blockRecordCountMax: fc.constantFrom(3, 5, none, none, none),
  blockByteCountMax: fc.constantFrom(300, 500, none, none, none),
  candidateCountMax: fc.constantFrom(0, 1, 1, 2, none),
  explainedCountMax: fc.constantFrom(1, 2, none),
})
const bounded = fc
  .tuple(fc.oneof(pairCase, groupCase, choiceCase, setsCase), limits)
  .map(([given, limits]) => ({ ...given, limits }))

it(inForms('writes the lines of the naive reference under bounds that small cases reach', agreementCases), () => {
  expectAgreement(bounded, [
    {
      perThousand: 50,
      things: ['break group_too_large', 'break by records', 'break missing_in_target', 'match low'],
    },
    { perThousand: 10, things: ['break by bytes', 'break by candidates', 'match low', 'break ambiguous'] },
  ])
})
