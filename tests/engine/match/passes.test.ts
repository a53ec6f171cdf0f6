import { describe, expect, it } from 'vitest'
import type { Pass } from '../../../engine/match/state/run-state.ts'
import type { CriterionInput, RuleInput } from '../../../engine/rules/language/written-form.ts'
import { candidatesOf } from '../oracle/closest.ts'
import { effectiveRules } from '../oracle/effective.ts'
import { runRules } from '../oracle/waterfall.ts'
import { createWorld, metBy } from '../oracle/world.ts'
import { checkCases } from '../support/any-case.ts'
import { reconcileCase } from '../support/reconcile-case.ts'
import { type Case, run } from '../support/run.ts'
import { sha256 } from '../support/sha256.ts'

const passesOf = (given: Case): readonly Pass[] => reconcileCase(given, sha256).passes

const byReference: CriterionInput = { field: 'reference' }
const record = (id: string, amount: string, reference: string) => ({ id, amount, currency: 'EUR', reference })
const nothing = { candidates: 0, matches: 0, netted: 0, suggestions: 0, ambiguous: 0, findings: 0 }
const noneExcluded = { excludedSource: 0, excludedTarget: 0 }

describe('the passes of a run', () => {
  it('tell of each enabled rule in order what it found, claimed and left', () => {
    const rules: RuleInput[] = [
      { id: 'opening', action: 'exclude', where: { source: [{ field: 'reference', op: 'eq', value: 'OPEN' }] } },
      { id: 'off', enabled: false, match: [byReference] },
      { id: 'exact', match: [byReference] },
      { id: 'near', action: 'suggest', match: [byReference, { field: 'amount', tolerance: '1' }] },
    ]
    const source = [record('s1', '1', 'A'), record('s2', '2', 'B'), record('s3', '3', 'C'), record('s4', '9', 'OPEN')]
    const target = [record('t1', '1', 'A'), record('t2', '2', 'B'), record('t3', '2', 'B '), record('t4', '3.5', 'C')]
    expect(passesOf({ source, target, rules })).toEqual([
      {
        rule: 'opening',
        action: 'exclude',
        ...nothing,
        excludedSource: 1,
        excludedTarget: 0,
        leftSource: 3,
        leftTarget: 4,
      },
      {
        rule: 'exact',
        action: 'match',
        ...nothing,
        candidates: 2,
        matches: 2,
        ...noneExcluded,
        leftSource: 1,
        leftTarget: 2,
      },
      {
        rule: 'near',
        action: 'suggest',
        ...nothing,
        candidates: 1,
        suggestions: 1,
        ...noneExcluded,
        leftSource: 1,
        leftTarget: 2,
      },
    ])
  })

  it('count twins as one, and the records of a tie as left', () => {
    const source = [record('s1', '1', 'A'), record('s2', '1', 'A'), record('s3', '1', 'B')]
    const target = [record('t1', '1', 'A'), record('t2', '1', 'A'), record('t3', '1', 'B')]
    const on = (match: CriterionInput[]) => passesOf({ source, target, rules: [{ id: 'only', match }] })
    expect(on([byReference])).toMatchObject([{ candidates: 2, matches: 3, ambiguous: 0, leftSource: 0 }])
    expect(on([{ field: 'amount' }])).toMatchObject([{ candidates: 4, matches: 0, ambiguous: 1, leftSource: 3 }])
  })

  it('count keys where a rule takes groups, whether or not their sums agree', () => {
    const rule: RuleInput = { id: 'sums', cardinality: '1:n', match: [byReference], sum: {} }
    const source = [record('s1', '3', 'A'), record('s2', '5', 'B'), record('s3', '7', 'C')]
    const target = [record('t1', '1', 'A'), record('t2', '2', 'A'), record('t3', '4', 'B'), record('t4', '7', 'D')]
    expect(passesOf({ source, target, rules: [rule] })).toMatchObject([{ candidates: 2, matches: 1, findings: 1 }])
  })

  it('count the pairs of an anchor and a record where a rule takes subsets', () => {
    const rule: RuleInput = { id: 'set', cardinality: '1:n', select: 'subset', match: [byReference], sum: {} }
    const source = [record('s1', '3', 'A'), record('s2', '9', 'B')]
    const target = [record('t1', '1', 'A'), record('t2', '2', 'A'), record('t3', '8', 'A'), record('t4', '4', 'B')]
    expect(passesOf({ source, target, rules: [rule] })).toMatchObject([{ candidates: 4, matches: 1, leftTarget: 2 }])
  })

  it('agree with the lines and the summary of the result, whatever the rules', () => {
    checkCases((given) => {
      const { passes } = reconcileCase(given, sha256)
      const { summary, excluded, suggestions, matches } = run(given)
      const sum = (count: (pass: Pass) => number): number => passes.reduce((total, pass) => total + count(pass), 0)
      expect(
        passes.map(({ rule, matches: count, netted, ambiguous, leftSource, leftTarget }) => ({
          ...{ id: rule, matches: count, netted, ambiguous, leftSource, leftTarget },
        })),
      ).toEqual(summary.rules)
      expect(sum((pass) => pass.matches)).toBe(matches.length)
      expect(sum((pass) => pass.excludedSource + pass.excludedTarget)).toBe(excluded.length)
      expect(sum((pass) => pass.suggestions)).toBeGreaterThanOrEqual(suggestions.length)
      const last = passes.at(-1)
      expect([last?.leftSource ?? given.source.length, last?.leftTarget ?? given.target.length]).toEqual([
        summary.source.open,
        summary.target.open,
      ])
    })
  })

  it('count the candidates that a loop over all pairs of nodes finds', () => {
    checkCases((given) => {
      const world = createWorld(given.source, given.target, {
        rules: effectiveRules(given.rules),
        reference: given.rules.referenceData,
      })
      const passes = passesOf(given)
      for (const [position, policy] of world.policies.entries()) {
        const { action, cardinality } = policy.rule
        if (action !== 'exclude' && cardinality === '1:1')
          expect(passes[position]?.candidates).toBe(candidatesOf(metBy(world, policy), policy).length)
        runRules({ ...world, policies: [policy] })
      }
    })
  })
})
