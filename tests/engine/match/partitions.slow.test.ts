import fc from 'fast-check'
import { expect, it } from 'vitest'
import { finish } from '../../../engine/base/slices.ts'
import { blocksOf } from '../../../engine/match/blocks/key-groups.ts'
import { engineLimits, type Limits } from '../../../engine/match/state/limits.ts'
import { createRunState } from '../../../engine/match/state/open-run-state.ts'
import type { RunState } from '../../../engine/match/state/run-state.ts'
import { createWork } from '../../../engine/match/state/work.ts'
import { claimAll } from '../../../engine/match/waterfall.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { CompiledPolicy } from '../../../engine/rules/compiled-policy.ts'
import { choiceCase, setsCase } from '../oracle/dense-cases.ts'
import type { OracleCase } from '../oracle/oracle-case.ts'
import { groupCase, pairCase } from '../oracle/rule-sets.ts'
import { checkLaw } from '../support/law.ts'
import { policyOf, tableOf } from '../support/run.ts'

/** A rule decides block by block: a part of the blocks, with nothing else beside them, comes to what it comes to in the whole. */

interface Sides {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
}

/** Bounds that small cases run into, and those of the engine. */
const limits: fc.Arbitrary<Limits> = fc.oneof(
  fc.constant(engineLimits),
  fc.record({
    blockRecordCountMax: fc.constantFrom(4, 8, 1_000),
    blockByteCountMax: fc.constantFrom(400, 800, 100_000),
    stepsPerRecord: fc.constantFrom(0, 2, 200),
    blockStepCountMin: fc.constantFrom(1, 20, 400),
    candidateCountMax: fc.constantFrom(1, 3, 1_000),
    explainedCountMax: fc.constant(100),
    explainedTextStepCountMax: fc.constant(2 ** 30),
  }),
)

const firstRuleOf = ({ rules }: OracleCase): CompiledPolicy => {
  const policy = policyOf(rules)
  return { ...policy, compiled: policy.compiled.filter(({ rule }) => rule.enabled).slice(0, 1) }
}

const stateOf = ({ source, target }: Sides, policy: CompiledPolicy, bounds: Limits): RunState => ({
  ...createRunState(tableOf(source, policy), tableOf(target, policy), policy),
  work: createWork({ limits: bounds }),
})

/** What a rule matched, suggested and found, by the ids of the records. */
function outcomesOf({ source, target }: Sides, policy: CompiledPolicy, bounds: Limits): string[] {
  const run = stateOf({ source, target }, policy, bounds)
  finish(claimAll(run))
  const idsOf = (rows: readonly number[], side: readonly CanonicalRecord[]): string[] =>
    rows.map((row) => side[row]?.id ?? '').sort()
  const spell = (kind: string, rows: { source: readonly number[]; target: readonly number[] }, rest: unknown): string =>
    JSON.stringify([kind, idsOf(rows.source, source), idsOf(rows.target, target), rest])
  return [
    ...Array.from(run.matches, (each) => spell('match', each, [each.interchangeable, each.ambiguous])),
    ...run.suggestions.map((each) => spell('suggestion', each, [each.interchangeable, each.ambiguous])),
    ...run.findings.map((each) => spell(each.reason, each, each.work)),
    ...run.leftovers.map((each) => spell('surplus', each, each.counts)),
  ].sort()
}

/** The records of one block after another, dealt out to `count` parts. */
function parted({ source, target }: Sides, policy: CompiledPolicy, count: number): Sides[] {
  const run = stateOf({ source, target }, policy, engineLimits)
  const [rule] = run.rules
  const blocks = rule === undefined || rule.compiled.rule.action === 'exclude' ? [] : blocksOf(rule, run)
  return Array.from({ length: count }, (_, part) => {
    const own = blocks.filter((_, index) => index % count === part)
    const rowsOf = (side: 'source' | 'target'): Set<number> =>
      new Set(own.flatMap((block) => block[side].flatMap(({ rows }) => rows)))
    const [sources, targets] = [rowsOf('source'), rowsOf('target')]
    return {
      source: source.filter((_, row) => sources.has(row)),
      target: target.filter((_, row) => targets.has(row)),
    }
  })
}

it.each([
  ['pairs', pairCase],
  ['groups', groupCase],
  ['ties', choiceCase],
  ['sets', setsCase],
] as const)('rules about %s decide in 1, 2 and 7 parts as in the whole, bounds included', (_, cases) => {
  checkLaw(
    fc.property(cases, limits, (given, bounds) => {
      const policy = firstRuleOf(given)
      if (policy.compiled[0]?.rule.action === 'exclude') return
      const whole = outcomesOf(given, policy, bounds)
      for (const count of [1, 2, 7]) {
        const parts = parted(given, policy, count)
        expect(parts.flatMap((part) => outcomesOf(part, policy, bounds)).sort()).toEqual(whole)
      }
    }),
  )
})
