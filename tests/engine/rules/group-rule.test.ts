import { describe, expect, it } from 'vitest'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { faultsOf, policyOf } from '../support/run.ts'

const subset: RuleInput = { id: 'sub', cardinality: '1:n', select: 'subset', match: [{ field: 'reference' }], sum: {} }

describe('a subset rule', () => {
  it('is shown with its limits and compiles to itself', () => {
    const [rule] = policyOf([subset]).rules
    expect(rule).toMatchObject({
      cardinality: '1:n',
      select: 'subset',
      limits: { maxItems: 6, maxCandidates: 24 },
      assign: 'closest',
      ambiguous: 'review',
    })
    expect(rule && policyOf([rule]).rules).toEqual([rule])
  })

  it('keeps the limits that are given, each for itself', () => {
    const limitsOf = (limits: RuleInput['limits']) => policyOf([{ ...subset, limits }]).rules[0]?.limits
    expect(limitsOf({ maxItems: 2 })).toEqual({ maxItems: 2, maxCandidates: 24 })
    expect(limitsOf({ maxCandidates: 32 })).toEqual({ maxItems: 6, maxCandidates: 32 })
  })

  it.each<Partial<RuleInput>>([
    { cardinality: 'n:1' },
    { ambiguous: 'defer' },
    { action: 'suggest', match: [{ field: 'date', days: 3 }] },
    {
      match: [
        { field: 'date', days: 3 },
        { field: 'reference', nulls: 'skip' },
      ],
    },
    { match: [{ field: 'reference' }, { sourceField: 'description', targetField: 'reference', op: 'contains' }] },
    { match: [{ field: 'reference' }, { field: 'description', similarity: { method: 'trigram', min: '0.7' } }] },
  ])('may have %j', (change) => {
    expect(policyOf([{ ...subset, ...change }]).rules).toHaveLength(1)
  })
})

describe('is refused where it means nothing:', () => {
  const window = [{ field: 'date', days: 3 }]
  it.each<[Partial<RuleInput>, readonly string[]]>([
    [{ cardinality: 'n:m' }, ['/0/select conflict']],
    [{ cardinality: undefined }, ['/0/select conflict']],
    [{ sum: undefined }, ['/0 required']],
    [{ select: 'group', limits: {} }, ['/0/limits conflict']],
    [{ select: undefined, limits: { maxItems: 2 } }, ['/0/limits conflict']],
    [{ cardinality: undefined, select: undefined, limits: {} }, ['/0/limits conflict']],
    [{ action: 'suggest', match: [{ field: 'currency' }] }, ['/0 no_blocking_key']],
    [{ action: 'suggest', ambiguous: 'best' }, ['/0/ambiguous conflict']],
    [{ ambiguous: 'best' }, ['/0/ambiguous conflict']],
    [
      { cardinality: 'n:m', match: window, limits: {}, sum: { tolerance: '-1' } },
      ['/0/select conflict', '/0/sum/tolerance invalid_value'],
    ],
  ])('%j', (change, expected) => {
    const faults = faultsOf([{ ...subset, ...change }])
    expect(faults.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual(expected)
  })

  it('as an exclude rule, which selects nothing', () => {
    const rule: RuleInput = { action: 'exclude', where: { source: [{ field: 'type', op: 'present' }] } }
    const faults = faultsOf([{ ...rule, select: 'subset', limits: {} }])
    expect(faults.map(({ pointer }) => pointer)).toEqual(['/0/select', '/0/limits'])
  })
})
