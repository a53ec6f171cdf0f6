import { it } from 'vitest'
import { inForms } from '../../support/forms.ts'
import { expectAgreement, wideCases } from './agreement.ts'
import { apartCase } from './apart-cases.ts'

it(inForms('writes the lines of the naive reference where one criterion keeps groups apart', wideCases), () => {
  expectAgreement(
    apartCase,
    [
      {
        perThousand: 10,
        things: [
          'break group of one record',
          'break group of several records',
          'break group by reference',
          'break group by account',
          'break group by currency',
        ],
      },
      { perThousand: 2, things: ['break group by date'] },
    ],
    wideCases,
  )
})
