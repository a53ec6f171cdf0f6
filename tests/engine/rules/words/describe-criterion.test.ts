import { describe, expect, it } from 'vitest'
import { criterionKinds } from '../../../../engine/rules/criteria/criterion-kinds.ts'
import {
  type Criterion,
  nullModes,
  percentBases,
  plainSteps,
  signModes,
  similarityMethods,
} from '../../../../engine/rules/language/criterion-form.ts'
import type { CriterionInput } from '../../../../engine/rules/language/written-form.ts'
import { describeCriterion } from '../../../../engine/rules/words/describe-criterion.ts'
import { isWritten, nameOf, samples } from '../../support/criterion-samples.ts'
import { policyOf } from '../../support/run.ts'

/** The effective form; a rule of one criterion more, which is its key. */
function effective(input: CriterionInput): Criterion {
  const listed = input.op === 'listed' ? { cardinality: '1:n' as const, sum: {} } : {}
  const rule = { match: [input, { field: 'id' }], ...listed }
  const { rules } = policyOf({ form: 'rules', rules: [rule], referenceData: { tables: { names: { A: 'B' } } } })
  const criterion = rules[0]?.match?.[0]
  if (criterion === undefined) throw new Error('Wanted a criterion')
  return criterion
}
const words = (input: CriterionInput): string => describeCriterion(effective(input))
const normalized = (step: NonNullable<CriterionInput['normalize']>[number]): CriterionInput => ({
  field: 'reference',
  normalize: [step],
})
const amount = (tolerance: CriterionInput['tolerance']): CriterionInput => ({ field: 'amount', tolerance })

describe('the words of a criterion', () => {
  it('are there for each kind that callers write, and differ', () => {
    const said = criterionKinds.filter(isWritten).map((kind) => {
      const criterion = samples.get(nameOf(kind))?.criterion
      if (criterion === undefined) throw new Error(`No sample of ${nameOf(kind)}`)
      return words(criterion)
    })
    expect(new Set(said).size).toBe(said.length)
    for (const each of said) expect(each).toMatch(/^[a-z][^{}[\]"]*[^.]$/)
  })

  it.each<[CriterionInput, string]>([
    [{ field: 'reference' }, 'same reference'],
    [{ field: 'attributes.amount' }, 'same attributes.amount'],
    [{ sourceField: 'attributes.payoutId', targetField: 'id' }, 'same payoutId of the source and id of the target'],
    [{ field: 'amount', sign: 'opposite' }, 'equal amounts of opposite signs'],
    [
      { sourceField: 'amount', targetField: 'net', sign: 'absolute' },
      'equal amount of the source and net of the target whatever their signs',
    ],
    [{ ...amount('0.05'), sign: 'opposite' }, 'amounts at most 0.05 apart, of opposite signs'],
    [amount('1.5%'), 'amounts at most 1.5 % of the larger apart'],
    [
      amount({ absolute: 2, percent: 1, of: 'smaller' }),
      'amounts at most 2 or 1 % of the smaller, whichever is more, apart',
    ],
    [
      amount({ absolute: 2, percent: 1, combine: 'all' }),
      'amounts at most 2 or 1 % of the larger, whichever is less, apart',
    ],
    [amount({ from: '-2%', to: 0 }), 'amounts with the target at most 2 % less'],
    [amount({ from: 0, to: 5 }), 'amounts with the target at most 5 more'],
    [amount({ from: -5, to: 2 }), 'amounts with the target at most 5 less or 2 more'],
    [amount({ from: '-60%', to: '-0.1%' }), 'amounts with the target 0.1 % to 60 % less'],
    [amount({ from: 1, to: 3 }), 'amounts with the target 1 to 3 more'],
    [amount({ from: 0, to: 0 }), 'amounts with the target the same'],
    [{ field: 'date', days: 1 }, 'dates at most 1 day apart'],
    [{ field: 'date', days: 0 }, 'dates on the same day'],
    [{ field: 'valueDate', days: { from: 1, to: 3 } }, 'value dates with the target 1 to 3 days later'],
    [
      { sourceField: 'date', targetField: 'valueDate', days: { before: 2, after: 1 } },
      'date of the source and value date of the target with the target from 2 days earlier to 1 day later',
    ],
    [{ field: 'date', businessDays: 2, calendar: 'gb' }, 'dates at most 2 business days apart (calendar gb)'],
    [
      { field: 'description', normalize: ['upper'], similarity: { method: 'token-set', min: '0.825' } },
      'similar description (upper case), at least 82.5 % of the words alike',
    ],
    [
      { sourceField: 'description', targetField: 'reference', op: 'listed', mask: 'INV-####' },
      'one of description of the source and reference of the target lists the others by keys that look like INV-####',
    ],
    [
      { field: 'reference', op: 'starts', min: 12, nulls: 'skip' },
      'one reference begins the other, with at least 12 characters, where both have one',
    ],
  ])('%j: %s', (input, said) => {
    expect(words(input)).toBe(said)
  })

  it.each<[string, readonly CriterionInput[]]>([
    [
      'step of normalize',
      [
        ...plainSteps,
        { strip: ['GMBH'] },
        { strip: ['GMBH', 'LTD'] },
        { extract: 'INV-##' },
        { extract: 'INV-##', take: 'last' as const },
        { extract: 'INV-##', take: 'all' as const },
        { extract: 'INV-##', take: 2 },
        { before: 'x' },
        { after: 'x' },
        { remove: '##' },
        { lookup: 'names' },
        { lookup: 'names', otherwise: 'keep' as const },
      ].map(normalized),
    ],
    [
      'method of similarity',
      similarityMethods.map((method) => ({ field: 'reference', similarity: { method, min: 1 } })),
    ],
    ['sign', signModes.map((sign) => ({ field: 'amount', sign }))],
    ['sign with a tolerance', signModes.map((sign) => ({ ...amount('1'), sign }))],
    ['sign of swapped digits', signModes.map((sign) => ({ field: 'amount', op: 'transposed', sign }))],
    ['nulls', nullModes.map((nulls) => ({ field: 'amount', nulls }))],
    ['base of a percentage', percentBases.map((of) => amount({ percent: 1, of }))],
  ])('differ for each %s', (_, criteria) => {
    const said = criteria.map(words)
    expect(new Set(said).size).toBe(said.length)
    for (const each of said) expect(each).toMatch(/^[a-z][^{}[\]"]*[^.]$/)
  })
})
