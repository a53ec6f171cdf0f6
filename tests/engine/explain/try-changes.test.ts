import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { at } from '../../../engine/base/at.ts'
import { finish } from '../../../engine/base/slices.ts'
import { proposeRuleChanges } from '../../../engine/explain/rule-change.ts'
import { countBreaks } from '../../../engine/explain/run-difference.ts'
import { type TriedChange, tryRuleChanges } from '../../../engine/explain/try-changes.ts'
import type { BreakLine } from '../../../engine/result/line.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { inForms } from '../../support/forms.ts'
import { anyCase } from '../support/any-case.ts'
import { casesOf, checkLaw } from '../support/law.ts'
import { type Case, type Result, run, tableOf } from '../support/run.ts'
import { sha256 } from '../support/sha256.ts'

type Input = Parameters<typeof tryRuleChanges<TriedChange>>[0]
type Options = Partial<Pick<Input, 'bounds' | 'keep' | 'onTrial'>>

function changesOf(given: Case, before: Result, line: BreakLine, options: Options = {}) {
  const { policy } = before
  const side = (name: 'source' | 'target', root: string) => ({ table: tableOf(given[name], policy), root })
  return finish(
    tryRuleChanges({
      ...{ source: side('source', 'aa'.repeat(32)), target: side('target', 'bb'.repeat(32)) },
      ...{ policy, sha256, outcome: before, line, keep: (tried: TriedChange) => tried, ...options },
    }),
  )
}

/** The changes for the first break of a case. */
function changesOfFirst(given: Case, options?: Options) {
  const before = run(given)
  const line = at(before.breaks, 0)
  return { line, proposed: proposeRuleChanges(before.policy, line), ...changesOf(given, before, line, options) }
}

const invoice = { amount: '10', currency: 'EUR', date: '2026-03-10', reference: 'INV-7' }
const within: RuleInput = { match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date', days: 2 }] }
const late: Case = {
  source: [{ id: 's1', ...invoice }],
  target: [{ id: 't1', ...invoice, date: '2026-03-15' }],
  rules: [within],
}

describe('a change that would take a break', () => {
  it('is offered with what it gains, closes and opens in the run that was tried', () => {
    const { line, changes, note } = changesOfFirst(late)
    expect(note).toBeUndefined()
    expect(changes).toHaveLength(1)
    const { change, difference } = at(changes, 0)
    expect(change).toMatchObject({ kind: 'wider', to: 5 })
    expect(difference).toMatchObject({ closed: [line], opened: [], lost: [], regrouped: { before: [], after: [] } })
    expect(difference.gained).toMatchObject([{ source: ['s1'], target: ['t1'] }])
  })

  it('is reduced to what is kept before the next one is tried', () => {
    const target = late.source.map((record) => ({ ...record, id: 't1', amount: '1320' }))
    const told: string[] = []
    changesOfFirst(
      { source: late.source.map((record) => ({ ...record, amount: '1230' })), target, rules: [within] },
      {
        onTrial: (position) => told.push(`tries ${position}`),
        keep(tried) {
          told.push(`keeps ${tried.change.kind}`)
          return tried
        },
      },
    )
    expect(told).toEqual(['tries 0', 'keeps digits_swapped', 'tries 1', 'keeps wider'])
  })

  it('is not offered where the record fits several others under it', () => {
    const before = { id: 't2', ...invoice, date: '2026-03-05' }
    const { proposed, changes, note } = changesOfFirst({ ...late, target: [...late.target, before] })
    expect(proposed).toMatchObject([{ kind: 'wider', to: 5 }])
    expect(changes).toEqual([])
    expect(note).toBe(
      'One change was tried on the whole run: under it, too, these records are not matched with each other.',
    )
  })

  it('is not offered where an earlier record gets the partner under it', () => {
    const other: RuleInput = { id: 'any-day', match: [{ field: 'reference' }, { field: 'amount', tolerance: '1' }] }
    const wanted = { id: 's2', ...invoice, amount: '10.5' }
    const given = { source: [...late.source, wanted], target: late.target, rules: [within, other] }
    for (const line of run(given).breaks) expect(changesOf(given, run(given), line).changes).toEqual([])
  })

  it('leaves no rule on amount and date alone', () => {
    const types = { source: { type: 'sale' }, target: { type: 'sale' } }
    const given: Case = {
      source: [{ id: 's1', ...invoice, ...types.source }],
      target: [{ id: 't1', ...invoice, ...types.target, reference: 'INV-8' }],
      rules: [{ match: [{ field: 'reference' }, { field: 'type' }, { field: 'amount' }, { field: 'date' }] }],
    }
    const { proposed, changes, note } = changesOfFirst(given)
    expect(proposed).toMatchObject([{ kind: 'criterion_dropped' }])
    expect(changes).toEqual([])
    expect(note).toMatch('would leave the rule on amount and date alone')
    const { reference: _, ...bare } = { id: 't1', ...invoice }
    const absent = changesOfFirst({ ...given, target: [{ ...bare, ...types.target }] })
    expect(absent.proposed).toMatchObject([{ kind: 'absent_allowed' }])
    expect(absent.changes).toEqual([])
  })

  it('is not tried on a run that is too large, or takes too much work', () => {
    const large = changesOfFirst(late, { bounds: { recordCountMax: 1 } })
    expect(large.changes).toEqual([])
    expect(large.note).toMatch('This run is too large to try: it has 2 records, wanted at most 1.')
    const long = changesOfFirst(late, { bounds: { stepCountMax: 0 } })
    expect(long.changes).toEqual([])
    expect(long.note).toMatch('Here that takes more than 0 counted steps, which is too much work.')
  })

  it('says why nothing is tried', () => {
    const tied = ['a', 'b'].map((id) => ({ id, ...invoice, description: id }))
    expect(changesOfFirst({ ...late, source: tied, target: [{ id: 't1', ...invoice }] })).toMatchObject({
      changes: [],
      note: 'Several records fit equally well. A rule would have to look at one more field that tells them apart.',
    })
  })

  /** One case in eight has an offer. */
  const sizes = casesOf({ short: 100, long: 2_500 })

  it(inForms('takes the records together in a run under its rules, and its figures add up', sizes), () => {
    let offered = 0
    checkLaw(
      fc.property(anyCase, (given) => {
        const before = run(given)
        for (const line of before.breaks.slice(0, 3))
          for (const { change, policy, outcome, difference } of changesOf(given, before, line).changes) {
            offered += 1
            const rules = { form: 'rules' as const, rules: change.rules, referenceData: policy.referenceData }
            const after = run({ ...given, rules })
            expect(outcome.resultRoot).toBe(after.root)
            const { source, target } = change.candidate
            const holds = ({ source: own, target: other }: typeof change.candidate): boolean =>
              source.every((id) => own.includes(id)) && target.every((id) => other.includes(id))
            const settled = [
              ...after.matches,
              ...after.netted.map(({ side, records }) => ({ source: [], target: [], [side]: records })),
            ]
            expect(settled.filter(holds)).toHaveLength(1)
            const { closed, opened, regrouped, gained, lost } = difference
            expect(before.summary.breakCount - countBreaks(closed) - countBreaks(regrouped.before)).toBe(
              after.summary.breakCount - countBreaks(opened) - countBreaks(regrouped.after),
            )
            const settledCount = ({ matches, netted }: Result) => matches.length + netted.length
            expect(settledCount(before) - lost.length).toBe(settledCount(after) - gained.length)
          }
      }),
      sizes,
    )
    expect(offered).toBeGreaterThan(0)
  })
})
