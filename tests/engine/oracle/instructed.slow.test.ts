import { describe, it } from 'vitest'
import { inForms } from '../../support/forms.ts'
import { agreementCases, expectAgreement, type Wanted } from './agreement.ts'
import { apartCase } from './apart-cases.ts'
import { choiceCase } from './dense-cases.ts'
import { instructed } from './instructed-cases.ts'
import { listedCase } from './listed-cases.ts'
import { moneyCase } from './money-cases.ts'
import { nettingCase } from './netting-cases.ts'
import { residualCase } from './residual-cases.ts'
import { groupCase, subsetCase } from './rule-sets.ts'

const decided: Wanted = { perThousand: 50, things: ['decided of both sides', 'decided residual open'] }
/** Rests are left open less often where currencies differ, or where few decisions are possible. */
const decidedOf = (residualsPerThousand: number): readonly Wanted[] => [
  { perThousand: 50, things: ['decided of both sides'] },
  { perThousand: residualsPerThousand, things: ['decided residual open'] },
]
const seldom: Wanted = { perThousand: 13, things: ['decided of one side', 'decided residual accepted'] }

/** What decisions match comes before the first rule, and what they keep apart is no candidate of any. */
describe(inForms('writes the lines of the naive reference under decisions about the records', agreementCases), () => {
  it('where many pairs tie', () => expectAgreement(instructed(choiceCase), [decided, seldom]))
  it('of amounts and currencies', () => expectAgreement(instructed(moneyCase), [...decidedOf(8), seldom]))
  it('of residuals', () => expectAgreement(instructed(residualCase), [decided, seldom]))
  it('of groups', () => expectAgreement(instructed(groupCase), [decided]))
  it('of groups that one criterion keeps apart', () => expectAgreement(instructed(apartCase), decidedOf(35)))
  it('of subsets', () => expectAgreement(instructed(subsetCase), [decided]))
  it('of texts that list records', () => expectAgreement(instructed(listedCase), decidedOf(20)))
  it('of netted records', () => expectAgreement(instructed(nettingCase), [decided]))
})
