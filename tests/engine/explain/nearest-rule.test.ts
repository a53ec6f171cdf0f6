import { describe, expect, it } from 'vitest'
import { nearestRuleOf } from '../../../engine/explain/nearest-rule.ts'
import { reconcileRun } from '../../../engine/reconcile.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { policyOf, tableOf } from '../support/run.ts'
import { sha256 } from '../support/sha256.ts'

const invoice = { amount: '10', currency: 'EUR', date: '2026-03-01', reference: 'INV-7' }
const reference = { field: 'reference' }
const rules: RuleInput[] = [
  { id: 'exact', match: [reference, { field: 'amount' }, { field: 'date' }] },
  { id: 'late', match: [reference, { field: 'amount' }, { field: 'date', days: 5 }] },
  { id: 'cents', match: [reference, { field: 'amount', tolerance: '0.05' }, { field: 'date', days: 5 }] },
  { id: 'void', side: 'source', match: [reference] },
]

function nearest(target: object, more: object = {}, given = rules) {
  const policy = policyOf(given)
  const side = (record: object) => ({ table: tableOf([{ id: 'r1', ...invoice, ...record }], policy), root: '' })
  const { run } = reconcileRun({ source: side({}), target: side(target), policy, sha256 })
  return nearestRuleOf(run, { source: 0, target: 0, ...more })
}

const failed = (found: ReturnType<typeof nearest>) =>
  found?.outcomes.filter(({ outcome }) => outcome === 'fails').map(({ name }) => name)

describe('the rule under which two records come nearest', () => {
  it('misses the fewest criteria, and is the first of several', () => {
    expect(nearest({ amount: '11', date: '2026-03-03' })?.rule).toBe('late')
    expect(failed(nearest({ amount: '11', date: '2026-03-03' }))).toEqual(['amount'])
    expect(nearest({ amount: '11' })?.rule).toBe('exact')
  })

  it('is the one that a line names, where it comes as near', () => {
    expect(nearest({ amount: '11' }, { named: 'cents' })?.rule).toBe('cents')
    expect(nearest({ amount: '11', date: '2026-03-03' }, { named: 'exact' })?.rule).toBe('late')
  })

  it('is one in which both records take part', () => {
    const [first = {}, ...others] = rules
    const where = { target: [{ field: 'amount', op: 'lt', value: '5' }] } as const
    expect(nearest({ amount: '11' }, {}, [{ ...first, where }, ...others])?.rule).toBe('late')
  })

  it('nets where both records are of one side, and is undefined where no rule compares them', () => {
    expect(nearest({}, { side: 'source', named: 'void' })?.rule).toBe('void')
    expect(nearest({}, { side: 'target' })).toBeUndefined()
  })
})
