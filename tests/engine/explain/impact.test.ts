import { describe, expect, it } from 'vitest'
import type { RuleImpact } from '../../../engine/explain/impact.ts'
import { findImpact, leaveOneOutRecordCountMax, type PolicyImpact } from '../../../engine/explain/impact.ts'
import { impactCountMax } from '../../../engine/explain/impact-without.ts'
import { reconcileRun } from '../../../engine/reconcile.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { MatchLine, NettedLine } from '../../../engine/result/line.ts'
import { idsOfSide } from '../../../engine/result/line.ts'
import type { Rule } from '../../../engine/rules/language/language.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { isLong } from '../../support/forms.ts'
import { checkCases } from '../support/any-case.ts'
import { controlTotalsOf } from '../support/control-totals.ts'
import { compareBytes, matchIdOf, nettedIdOf } from '../support/lines.ts'
import { type Case, policyOf, reconcileCase, tableOf } from '../support/reconcile-case.ts'
import { type Result, run } from '../support/run.ts'
import { sha256 } from '../support/sha256.ts'
import { withRests } from '../support/with-rests.ts'

type Side = 'source' | 'target'
const sides = ['source', 'target'] as const

function impactOf(given: Case, rule?: string, outcomeOf: Case = given): PolicyImpact | undefined {
  const policy = policyOf(given.rules)
  const sideOf = (side: Side) => ({ table: tableOf(given[side], policy), root: '00'.repeat(32) })
  const { run: ended } = reconcileRun({ source: sideOf('source'), target: sideOf('target'), policy, sha256 })
  return findImpact(sha256, { policy, run: ended, outcome: reconcileCase(outcomeOf, sha256), rule })
}

/** The impact of the one rule that is named. */
function impactOfRule(given: Case, rule: string): RuleImpact {
  const [impact, ...others] = impactOf(given, rule)?.rules ?? []
  if (impact === undefined || others.length > 0) throw new Error(`Wanted the impact of ${rule}`)
  return impact
}

type Claim = MatchLine | NettedLine

const keyOf = (line: Claim) => JSON.stringify([line.kind, idsOfSide(line, 'source'), idsOfSide(line, 'target')])

const idOf = (line: Claim) => (line.kind === 'netted' ? nettedIdOf(line) : matchIdOf(line))

/** How each record ends: `matched`, `excluded`, `netted` or the reason of its break. */
function endsOf({ matches, breaks, excluded, netted }: Result, side: Side): ReadonlyMap<string, string> {
  return new Map([
    ...matches.flatMap((line) => line[side]?.map((id) => [id, 'matched'] as const) ?? []),
    ...excluded.flatMap((line) => line[side]?.map((id) => [id, 'excluded'] as const) ?? []),
    ...netted.flatMap((line) => idsOfSide(line, side).map((id) => [id, 'netted'] as const)),
    ...breaks.flatMap((line) => line[side]?.map((id) => [id, line.reason] as const) ?? []),
  ])
}

const isBreak = (end: string | undefined): boolean => end !== 'matched' && end !== 'excluded' && end !== 'netted'

/** How each record of a side ends with a rule and without it, by id. */
function endsOfBoth(given: Case, { base, other }: { readonly base: Result; readonly other: Result }, side: Side) {
  const [before, after] = [endsOf(base, side), endsOf(other, side)]
  return given[side]
    .map(({ id }) => ({ side, id, before: before.get(id), after: after.get(id) }))
    .sort((a, b) => compareBytes([a.id], [b.id]))
}

function countSides(each: readonly { readonly side: Side }[]) {
  const of = (side: Side): number => each.filter((one) => one.side === side).length
  return { count: each.length, bySide: { source: of('source'), target: of('target') } }
}

/** The impact of a rule, from comparing two runs: one with the rule and one without. */
function compareRuns(given: Case, rules: readonly Rule[], rule: Rule): RuleImpact {
  const [base, other] = [
    run(given),
    run({ ...given, rules: rules.map((each) => (each === rule ? { ...rule, enabled: false } : each)) }),
  ]
  const claimsOf = ({ matches, netted }: Result): Claim[] => [...matches, ...netted]
  const own = claimsOf(base).filter((line) => line.rule === rule.id)
  const makerOf = new Map(claimsOf(other).map((line) => [keyOf(line), line.rule]))
  const only = own.filter((line) => !makerOf.has(keyOf(line)))
  const carriedBy = (lines: typeof own) =>
    controlTotalsOf(
      withRests(given.source, 'source', base.matches).filter(({ id }) =>
        lines.some((line) => idsOfSide(line, 'source').includes(id)),
      ),
    )
  const all = sides.flatMap((side) => endsOfBoth(given, { base, other }, side))
  const broken = all.flatMap(({ side, id, before, after }) =>
    !isBreak(before) && isBreak(after) ? [{ side, id, reason: after ?? '' }] : [],
  )
  const comeTo = (end: string) => all.filter(({ before, after }) => before !== end && after === end)
  const level = (wanted: string): number => own.filter(({ confidence }) => confidence === wanted).length
  const pass = reconcileCase(given, sha256).passes.find((each) => each.rule === rule.id)
  return JSON.parse(
    JSON.stringify({
      id: rule.id,
      name: rule.name,
      enabled: rule.enabled,
      fromRun: {
        candidates: pass?.candidates ?? 0,
        matches: own.filter(({ kind }) => kind === 'match').length,
        netted: own.filter(({ kind }) => kind === 'netted').length,
        suggestions: base.suggestions.filter((line) => line.rule === rule.id).length,
        excluded: base.excluded.filter((line) => line.rule === rule.id).length,
        value: carriedBy(own),
        confidence: { exact: level('exact'), high: level('high'), medium: level('medium'), low: level('low') },
      },
      withoutRule: {
        onlyThisRule: { matches: only.length, value: carriedBy(only), ids: only.map(idOf) },
        takenOver: rules.flatMap(({ id }) => {
          const taken = own.filter((line) => makerOf.get(keyOf(line)) === id)
          return taken.length === 0 ? [] : [{ rule: id, matches: taken.length, ids: taken.map(idOf) }]
        }),
        wouldBreak: {
          ...countSides(broken),
          byReason: Object.fromEntries(
            [...Map.groupBy(broken, ({ reason }) => reason)].map(([reason, those]) => [reason, those.length]),
          ),
          records: broken,
        },
        wouldMatch: countSides(comeTo('matched')),
        wouldExclude: countSides(comeTo('excluded')),
        wouldNet: countSides(comeTo('netted')),
      },
    }),
  )
}

describe('the impact of a rule', () => {
  const record = (id: string, amount: string, reference: string): CanonicalRecord => ({
    id,
    amount,
    currency: 'EUR',
    reference,
  })
  const exact: RuleInput = { id: 'exact', name: 'To the cent', match: [{ field: 'reference' }, { field: 'amount' }] }
  const near: RuleInput = { id: 'near', match: [{ field: 'reference' }, { field: 'amount', tolerance: '1' }] }
  const given: Case = {
    source: [record('s1', '10', 'A'), record('s2', '20', 'B'), record('s3', '30', 'C')],
    target: [record('t1', '10', 'A'), record('t2', '20.5', 'B'), record('t3', '39', 'C')],
    rules: [exact, near],
  }

  it('says what the rule did in the run, and how the run would have ended without it', () => {
    const matches = run(given).matches
    expect(impactOf(given)).toEqual({
      rules: [
        {
          id: 'exact',
          name: 'To the cent',
          enabled: true,
          fromRun: {
            ...{ candidates: 1, matches: 1, netted: 0, suggestions: 0, excluded: 0, value: { EUR: '10' } },
            confidence: { exact: 1, high: 0, medium: 0, low: 0 },
          },
          withoutRule: {
            onlyThisRule: { matches: 0, value: {}, ids: [] },
            takenOver: [{ rule: 'near', matches: 1, ids: [matchIdOf(matches[0])] }],
            wouldBreak: { count: 0, bySide: { source: 0, target: 0 }, byReason: {}, records: [] },
            wouldMatch: { count: 0, bySide: { source: 0, target: 0 } },
            wouldExclude: { count: 0, bySide: { source: 0, target: 0 } },
            wouldNet: { count: 0, bySide: { source: 0, target: 0 } },
          },
        },
        {
          id: 'near',
          name: 'near',
          enabled: true,
          fromRun: {
            ...{ candidates: 1, matches: 1, netted: 0, suggestions: 0, excluded: 0, value: { EUR: '20' } },
            confidence: { exact: 0, high: 1, medium: 0, low: 0 },
          },
          withoutRule: {
            onlyThisRule: { matches: 1, value: { EUR: '20' }, ids: [matchIdOf(matches[1])] },
            takenOver: [],
            wouldBreak: {
              count: 2,
              bySide: { source: 1, target: 1 },
              byReason: { amount_mismatch: 2 },
              records: [
                { side: 'source', id: 's2', reason: 'amount_mismatch' },
                { side: 'target', id: 't2', reason: 'amount_mismatch' },
              ],
            },
            wouldMatch: { count: 0, bySide: { source: 0, target: 0 } },
            wouldExclude: { count: 0, bySide: { source: 0, target: 0 } },
            wouldNet: { count: 0, bySide: { source: 0, target: 0 } },
          },
        },
      ],
      truncated: false,
    })
  })

  it('is the same when the rule is asked for by its id, and nothing for an id that no rule has', () => {
    const all = impactOf(given)
    for (const [index, id] of ['exact', 'near'].entries())
      expect(impactOf(given, id)).toEqual({ rules: [all?.rules[index]], truncated: false })
    expect(impactOf(given, 'exactly')).toBeUndefined()
  })

  it('is nothing where the rule is disabled', () => {
    const off = impactOfRule({ ...given, rules: [{ ...exact, enabled: false }, near] }, 'exact')
    expect(off).toMatchObject({ enabled: false, fromRun: { candidates: 0, matches: 0, value: {} } })
    expect(off.withoutRule?.onlyThisRule.matches).toBe(0)
    expect(off.withoutRule?.wouldBreak.count).toBe(0)
  })

  it('counts the records that a rule takes out of scope, and those that would match without it', () => {
    const opening: RuleInput = {
      id: 'opening',
      action: 'exclude',
      where: { source: [{ field: 'reference', op: 'in', value: ['A', 'X'] }] },
    }
    const impact = impactOfRule(
      { ...given, source: [...given.source, record('s9', '1', 'X')], rules: [opening, exact] },
      'opening',
    )
    expect(impact.fromRun).toMatchObject({ excluded: 2, matches: 0 })
    expect(impact.withoutRule).toMatchObject({
      wouldBreak: { count: 1, records: [{ side: 'source', id: 's9', reason: 'missing_in_target' }] },
      wouldMatch: { count: 2, bySide: { source: 1, target: 1 } },
      wouldExclude: { count: 0, bySide: { source: 0, target: 0 } },
    })
  })

  it('counts the same records as twins as the run does, by the fields of all its rules', () => {
    const twin = (id: string, batch: string): CanonicalRecord => ({ ...record(id, '10', 'A'), attributes: { batch } })
    const batches: Case = {
      source: [twin('s1', 'x'), twin('s2', 'y')],
      target: [twin('t1', 'x'), twin('t2', 'y')],
      rules: [{ id: 'batch', match: [{ field: 'attributes.batch' }, { field: 'amount' }] }, exact],
    }
    expect(impactOfRule(batches, 'batch').withoutRule).toMatchObject({
      onlyThisRule: { matches: 2 },
      wouldBreak: { byReason: { ambiguous: 4 } },
    })
  })

  it('explains breaks without the rule by rules that see the residuals of that run alone', () => {
    const first: RuleInput = {
      ...{ id: 'first', residual: 'open' },
      match: [{ field: 'currency' }, { sourceField: 'amount', targetField: 'gross', tolerance: '100%' }],
    }
    const last: RuleInput = {
      ...{ id: 'last', residual: 'open' },
      match: [{ field: 'reference' }, { field: 'amount', tolerance: '60%' }],
    }
    const residuals: Case = {
      source: [record('s1', '10.02', 'A'), record('s2', '10', 'A'), record('s3', '10', 'B')],
      target: [
        { ...record('t1', '20.02', 'A'), gross: '20.42' },
        { ...record('t2', '100', 'B'), gross: '10.4' },
      ],
      rules: [first, last],
    }
    expect(impactOf(residuals)).toEqual({
      rules: policyOf(residuals.rules).rules.map((rule, _, rules) => compareRuns(residuals, rules, rule)),
      truncated: false,
    })
  })

  it('is the difference to a run without the rule, whatever the rules', () => {
    checkCases((each) => {
      const { rules } = policyOf(each.rules)
      expect(impactOf(each)).toEqual({ rules: rules.map((rule) => compareRuns(each, rules, rule)), truncated: false })
    })
  })

  it('cuts its lists after 1,000, and counts all', () => {
    const many = (side: string): CanonicalRecord[] =>
      Array.from({ length: impactCountMax + 1 }, (_, index) => record(`${side}${index}`, '1', `R${index}`))
    const impact = impactOf({ source: many('s'), target: many('t'), rules: [exact] })
    expect(impact?.truncated).toBe(true)
    const { onlyThisRule, wouldBreak } = impact?.rules[0]?.withoutRule ?? {}
    expect([onlyThisRule?.matches, onlyThisRule?.ids.length]).toEqual([1_001, 1_000])
    expect([wouldBreak?.count, wouldBreak?.records.length]).toEqual([2_002, 1_000])
  })

  it.runIf(isLong)('executes a run of more than 20,000 records without a rule only when that rule is named', () => {
    const half = leaveOneOutRecordCountMax / 2
    const many = (side: string, count: number): CanonicalRecord[] =>
      Array.from({ length: count }, (_, index) => record(`${side}${index}`, '1', `R${index}`))
    const large: Case = { source: many('s', half), target: many('t', half + 1), rules: [exact] }
    expect(impactOf(large)?.rules[0]).toMatchObject({ fromRun: { matches: half }, withoutRule: null })
    expect(impactOfRule(large, 'exact').withoutRule?.onlyThisRule.matches).toBe(half)
    const { rules } = impactOf({ ...large, target: large.target.slice(1) }) ?? { rules: [] }
    expect(rules[0]?.withoutRule?.onlyThisRule.matches).toBe(half - 1)
  })

  it('refuses an outcome of other records', () => {
    expect(() => impactOf(given, undefined, { ...given, target: [] })).toThrow('not that of these records')
  })
})
