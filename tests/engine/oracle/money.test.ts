import { it } from 'vitest'
import { inForms } from '../../support/forms.ts'
import { expectAgreement, wideCases } from './agreement.ts'
import { moneyCase } from './money-cases.ts'

const common = ['match converted', 'match differ', 'match difference', 'break no_rate', 'break amount_mismatch']

const rare = [
  'match op transposed',
  'match business days',
  'match signs same',
  'match sign opposite',
  'match convert source',
  'match convert target',
  'match convert EUR',
  'match convert JPY',
  'match nulls skip',
  'match sum',
  'break date_mismatch',
  'totals fx',
]

it(inForms('writes the lines of the naive reference where rules convert, transpose and count days', wideCases), () => {
  expectAgreement(
    moneyCase,
    [
      { perThousand: 20, things: common },
      { perThousand: 2, things: rare },
    ],
    wideCases,
  )
})
