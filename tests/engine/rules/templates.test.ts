import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { policyTemplates } from '../../../engine/rules/templates/policy-templates.ts'
import { policyOf, run } from '../support/run.ts'
import { templateSamples } from '../support/template-samples.ts'

const templates = policyTemplates.map(({ id, rules }) => ({ id, rules }))
/** The rules as they are executed; the built-in ones of the template without rules. */
const effective = (rules: readonly RuleInput[]) => policyOf(rules).rules

describe('a policy template', () => {
  it('has an id and a name of its own, and says in one line what it is for', () => {
    expect(new Set(policyTemplates.map(({ id }) => id)).size).toBe(policyTemplates.length)
    expect(new Set(policyTemplates.map(({ name }) => name)).size).toBe(policyTemplates.length)
    for (const { purpose } of policyTemplates) expect(purpose).toMatch(/^[A-Z].{10,110}\.$/)
  })

  it('is the built-in policy where it has no rules', () => {
    expect(templates.filter(({ rules }) => policyOf(rules).policyId === 'default@2').map(({ id }) => id)).toEqual([
      'default',
    ])
  })

  it.each(templates)('of $id claims by texts that tell records apart, and only suggests after that', ({ rules }) => {
    const all = effective(rules)
    const firstSuggestion = all.findIndex(({ action }) => action === 'suggest')
    expect(all.slice(firstSuggestion).every(({ action }) => action === 'suggest')).toBe(true)
    for (const { match = [] } of all.slice(0, firstSuggestion))
      expect(
        match.some(({ field, sourceField }) =>
          /^(reference|id|description|attributes\.)/.test(field ?? sourceField ?? ''),
        ),
      ).toBe(true)
  })

  it.each(templates)('of $id labels what its tolerances accept, or leaves it open', ({ rules }) => {
    const tolerant = effective(rules).filter(({ match = [], sum }) => [...match, sum].some((each) => each?.tolerance))
    expect(tolerant.filter(({ variance, residual }) => variance === undefined && residual === undefined)).toEqual([])
  })

  it.each(templates)('of $id matches its sample as expected', ({ id, rules }) => {
    const sample = templateSamples.get(id)
    if (sample === undefined) throw new Error(`No sample of the template ${id}`)
    const { source, target, matches, suggestions, open } = sample
    const result = run({ source: source.map(booked), target: target.map(booked), rules })
    const brief = (line: { rule: string; source: readonly string[]; target: readonly string[] }) =>
      `${line.rule}: ${line.source.join(' ')} = ${line.target.join(' ')}`
    expect({
      matches: result.matches.map(brief).sort(),
      suggestions: result.suggestions.map(brief).sort(),
      open: result.breaks.flatMap((line) => [...(line.source ?? []), ...(line.target ?? [])]).sort(),
    }).toEqual({ matches: matches.toSorted(), suggestions: suggestions.toSorted(), open: open.toSorted() })
    // Every rule of the template is proven by the sample.
    const used = new Set([...result.matches, ...result.suggestions].map(({ rule }) => rule))
    expect(effective(rules).filter((rule) => !used.has(rule.id))).toEqual([])
  })
})

const booked = (record: CanonicalRecord): CanonicalRecord => ({ currency: 'EUR', date: '2026-03-02', ...record })
