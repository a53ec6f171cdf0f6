import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { JsonValue } from '../../../engine/base/canonical.ts'
import { proposeRuleChanges, type RuleChange } from '../../../engine/explain/rule-change.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleSetInput } from '../../../engine/rules/language/written-form.ts'
import { anyCase } from '../support/any-case.ts'
import { checkLaw } from '../support/law.ts'
import { type Case, policyOf, run } from '../support/run.ts'

it('lets the rule of a change take its records together, whatever rules and records', () => {
  const kinds = new Set<string>()
  checkLaw(
    fc.property(anyCase, (given) => {
      const policy = policyOf(given.rules)
      const isGiven = (side: 'source' | 'target', ids: readonly string[]) =>
        ids.every((each) => given[side].some(({ id }) => id === each))
      for (const line of run(given).breaks)
        for (const change of proposeRuleChanges(policy, line)) {
          kinds.add(change.kind)
          expect(valueAt(JSON.parse(JSON.stringify(policy.rules)), change.pointer)).toEqual(change.from)
          if (change.kind !== 'criterion_dropped')
            expect(valueAt(JSON.parse(JSON.stringify(change.rules)), change.pointer)).toEqual(change.to)
          expect(change.sentence).toMatch(/^Rule “[^{}[\]"]*\.$/)
          const { source, target } = change.candidate
          // What a match left open is no record of the case.
          if (!isGiven('source', source) || !isGiven('target', target)) continue
          expect(takenUnder(change, given)).toEqual([change.candidate])
        }
    }),
  )
  // Rarer kinds have examples of their own.
  expect([...kinds]).toContain('wider')
})

/** The records of a change under its rule alone, as it stands in the changed rules. */
function takenUnder({ candidate, rules, rule }: RuleChange, given: Case) {
  const among = (records: readonly CanonicalRecord[], ids: readonly string[]) =>
    records.filter(({ id }) => ids.includes(id))
  const referenceData = 'form' in given.rules ? given.rules.referenceData : undefined
  const own: RuleSetInput = {
    form: 'rules',
    rules: rules.filter(({ id }) => id === rule),
    ...(referenceData && { referenceData }),
  }
  const result = run({
    source: among(given.source, candidate.source),
    target: among(given.target, candidate.target),
    rules: own,
  })
  return [
    ...result.matches.map(({ source, target }) => ({ source, target })),
    ...result.netted.map(({ side, records }) => ({ source: [], target: [], [side]: records })),
  ]
}

/** The value at a JSON Pointer of names without `/` and `~`; null where there is none. */
const valueAt = (value: JsonValue, pointer: string): JsonValue =>
  pointer
    .split('/')
    .slice(1)
    .reduce<JsonValue>((inner, name) => Object.entries(inner ?? {}).find(([key]) => key === name)?.[1] ?? null, value)
