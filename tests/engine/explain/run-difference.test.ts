import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proposeRuleChanges } from '../../../engine/explain/rule-change.ts'
import { differenceOfRuns } from '../../../engine/explain/run-difference.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { anyCase } from '../support/any-case.ts'
import { checkLaw } from '../support/law.ts'
import { type Case, type Result, run } from '../support/run.ts'

const item = (id: string, amount: string, reference: string) => ({ id, amount, currency: 'EUR', reference })
const rules: RuleInput[] = [{ id: 'reference', match: [{ field: 'reference' }, { field: 'amount' }] }]
const given: Case = {
  source: [item('s1', '10', 'A'), item('s2', '20', 'B'), item('s3', '30', 'C')],
  target: [item('t1', '10', 'A'), item('t2', '20.05', 'B'), item('t3', '31', 'C')],
  rules,
}

describe('the difference of two runs', () => {
  it('says which breaks a change of a rule closes, and what it matches for that', () => {
    const before = run(given)
    const line = before.breaks.find(({ source }) => source?.includes('s2'))
    const [change] = line === undefined ? [] : proposeRuleChanges(before.policy, line)
    const after = run({ ...given, rules: change?.rules ?? [] })
    const { closed, opened, gained, lost, totals } = differenceOfRuns(before, after)
    expect({ closed, opened, lost }).toEqual({ closed: [line], opened: [], lost: [] })
    expect(gained).toMatchObject([{ rule: 'reference', source: ['s2'], target: ['t2'], difference: '0.05' }])
    expect([totals.before.source['EUR']?.open, totals.after.source['EUR']?.open]).toEqual(['50', '30'])
    expect(totals.after.accepted).toEqual({ EUR: { unlabelled: '0.05' } })
  })

  it('says which matches are lost, and which breaks are opened for that', () => {
    const narrower: RuleInput[] = [{ ...rules[0], where: { source: [{ field: 'id', op: 'ne', value: 's1' }] } }]
    const { closed, opened, gained, lost } = differenceOfRuns(run(given), run({ ...given, rules: narrower }))
    expect({ closed, gained }).toEqual({ closed: [], gained: [] })
    expect(lost).toMatchObject([{ source: ['s1'], target: ['t1'] }])
    expect(opened.map(({ reason }) => reason).sort()).toEqual(['missing_in_source', 'missing_in_target'])
  })

  it('is none between a run and the same run, nor where another rule makes the same match', () => {
    const renamed: RuleInput[] = [{ ...rules[0], id: 'another' }]
    for (const other of [rules, renamed])
      expect(differenceOfRuns(run(given), run({ ...given, rules: other }))).toMatchObject({ gained: [], lost: [] })
    expect(differenceOfRuns(run(given), run(given))).toMatchObject({ closed: [], opened: [] })
  })

  it('turns round with the runs: what one gains the other loses, and no closed break is there after', () => {
    checkLaw(
      fc.property(anyCase, (first) => {
        const [before, after] = [run(first), run({ ...first, rules: [] })]
        const there = differenceOfRuns(before, after)
        const back = differenceOfRuns(after, before)
        expect(there.gained).toEqual(back.lost)
        expect(there.lost).toEqual(back.gained)
        const open = openOf(after)
        for (const { source = [], target = [] } of there.closed)
          expect(
            [...source.map((id) => `s${id}`), ...target.map((id) => `t${id}`)].filter((id) => open.has(id)),
          ).toEqual([])
      }),
    )
  })
})

const openOf = ({ breaks }: Result): ReadonlySet<string> =>
  new Set(
    breaks.flatMap(({ source = [], target = [] }) => [
      ...source.map((id) => `s${id}`),
      ...target.map((id) => `t${id}`),
    ]),
  )
