import { describe, expect, it } from 'vitest'
import type { CriterionInput, RuleInput } from '../../../engine/rules/language/written-form.ts'
import { faultsOf, policyOf } from '../support/run.ts'

const criterion: CriterionInput = { sourceField: 'description', targetField: 'reference', op: 'listed' }
const rule: RuleInput = { cardinality: '1:n', match: [criterion], sum: {} }
const listed = (change: CriterionInput): RuleInput => ({ ...rule, match: [{ ...criterion, ...change }] })

describe('a rule by which texts list records', () => {
  it('is shown with its steps and mask, and compiles to itself', () => {
    const own = listed({ mask: 'INV-####', normalize: ['upper', 'alphanumeric'] })
    const [effective] = policyOf([own]).rules
    expect(effective).toMatchObject({
      select: 'group',
      match: [
        {
          sourceField: 'description',
          targetField: 'reference',
          op: 'listed',
          normalize: ['upper', 'alphanumeric'],
          mask: 'INV-####',
          nulls: 'fail',
        },
        { field: 'currency', nulls: 'match' },
      ],
    })
    expect(effective && policyOf([effective]).rules).toEqual([effective])
  })

  it.each<RuleInput>([
    { ...rule, cardinality: 'n:1' },
    { ...rule, action: 'suggest' },
    { ...rule, ambiguous: 'defer' },
    { ...rule, match: [criterion, { field: 'date', days: 10 }, { field: 'counterparty' }] },
    listed({ mask: '***-####' }),
    listed({ sourceField: 'attributes.remittance', targetField: 'attributes.invoice.number' }),
  ])('may be %j', (own) => {
    expect(policyOf([own]).rules).toHaveLength(1)
  })
})

describe('is refused', () => {
  it.each<[string, RuleInput, readonly string[]]>([
    ['between pairs', { match: [criterion] }, ['/0/match/0/op conflict']],
    ['as n:m', { ...rule, cardinality: 'n:m' }, ['/0/match/0/op conflict']],
    ['without a sum', { ...rule, sum: undefined }, ['/0 required']],
    ['with a subset', { ...rule, action: 'suggest', select: 'subset' }, ['/0/select conflict']],
    ['with limits', { ...rule, limits: { maxItems: 3 } }, ['/0/limits conflict']],
    ['with the most pairs', { ...rule, assign: 'most' }, ['/0/assign conflict']],
    ['with the best of a tie', { ...rule, ambiguous: 'best' }, ['/0/ambiguous conflict']],
    ['twice', { ...rule, match: [criterion, { ...criterion, targetField: 'id' }] }, ['/0/match/1/op conflict']],
    ['on amounts', listed({ sourceField: 'amount', targetField: 'net' }), ['/0/match/0/op conflict']],
    ['on dates', listed({ targetField: 'date' }), ['/0/match/0 conflict']],
    ['where a text may be absent', listed({ nulls: 'skip' }), ['/0 no_blocking_key', '/0/match/0/nulls conflict']],
    ['where both may be absent', listed({ nulls: 'match' }), ['/0/match/0/nulls conflict']],
    ['with a mask of no class', listed({ mask: 'INV' }), ['/0/match/0/mask invalid_value']],
    ['with days', listed({ days: 3 }), ['/0/match/0/op conflict', '/0/match/0/days conflict']],
    [
      'with steps that join the keys',
      listed({ normalize: ['upper', 'alphanumeric'] }),
      ['/0/match/0/normalize/1 conflict'],
    ],
    [
      'beside a text that is only alike',
      { ...rule, match: [criterion, { field: 'counterparty', op: 'contains' }] },
      ['/0/match/1/op conflict'],
    ],
    [
      'with all of that at once',
      { cardinality: 'n:m', select: 'subset', sum: {}, match: [{ ...criterion, nulls: 'skip', mask: '-' }] },
      ['/0/match/0/mask invalid_value', '/0/match/0/nulls conflict', '/0/match/0/op conflict', '/0/select conflict'],
    ],
  ])('%s', (_, own, expected) => {
    const found = [...new Set(faultsOf([own]).map(({ pointer, code }) => `${pointer} ${code}`))].sort()
    expect(found).toEqual([...expected].sort())
  })

  it.each<CriterionInput>([
    { field: 'reference', mask: 'INV-#' },
    { field: 'reference', op: 'equals', mask: 'INV-#' },
    { field: 'reference', op: 'contains', mask: 'INV-#' },
    { field: 'amount', mask: 'INV-#' },
  ])('as a mask without a text that lists keys: %j', (own) => {
    const faults = faultsOf([{ match: [own, { field: 'date' }] }])
    expect(faults.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(['/0/match/0/mask conflict'])
  })
})
