import fc from 'fast-check'
import { expect, it } from 'vitest'
import { moneyCase } from '../../oracle/money-cases.ts'
import { caseCount } from '../../support/law.ts'
import { failuresOf, type SealedCase, seal, verifyStored } from '../../support/sealed.ts'

/** The auditor adds up what conversions left unexplained from the lines of a result. */

it('verifies every run that converts, and its figure of fx', async () => {
  await fc.assert(
    fc.asyncProperty(moneyCase, async ({ source, target, rules: set }) => {
      const { referenceData = {} } = set
      const rules = set.form === 'rules' ? set.rules : []
      expect(failuresOf(await verifyStored(await seal({ source, target, rules, referenceData })))).toEqual([])
    }),
    { numRuns: caseCount },
  )
}, 120_000)

const given: SealedCase = {
  source: [{ id: 's', amount: '100', currency: 'USD', date: '2026-03-02', reference: 'R' }],
  target: [{ id: 't', amount: '92.4', currency: 'EUR', reference: 'R' }],
  rules: [{ convert: { to: 'EUR' }, match: [{ field: 'reference' }, { field: 'amount', tolerance: '1' }] }],
  referenceData: { rates: [{ from: 'USD', to: 'EUR', date: '2026-03-02', rate: '0.9215' }] },
}

it.each([
  ['the figure in the totals', '"fx":{"EUR":"0.25"}', '"fx":{}'],
  ['the difference of a match', '"difference":"0.25","values"', '"difference":"0.2","values"'],
  ['the currency of a match', '"converted":{"currency":"EUR"', '"converted":{"currency":"GBP"'],
])('fails where %s was changed before it was sealed', async (_what, part, by) => {
  const forge = { result: (lines: string[]) => lines.map((line) => line.replace(part, by)) }
  expect(failuresOf(await verifyStored(await seal(given)))).toEqual([])
  expect(failuresOf(await verifyStored(await seal({ ...given, forge })))).toMatchObject([
    expect.stringContaining('the totals are not what the records add up to'),
  ])
})
