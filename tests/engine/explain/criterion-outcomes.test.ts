import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesOf } from '../../../engine/base/line-splitter.ts'
import { type CriterionOutcome, outcomesUnderRule } from '../../../engine/explain/criterion-outcomes.ts'
import { reconcileRun } from '../../../engine/reconcile.ts'
import type { MatchLine } from '../../../engine/result/line.ts'
import { anyCase } from '../support/any-case.ts'
import { checkLaw } from '../support/law.ts'
import { type Case, policyOf, tableOf } from '../support/run.ts'
import { sha256 } from '../support/sha256.ts'

const invoice = { amount: '10', currency: 'EUR', date: '2026-03-01', reference: 'INV-7' }

function ended({ source, target, rules }: Case) {
  const policy = policyOf(rules)
  const side = (records: Case['source']) => ({ table: tableOf(records, policy), root: 'aa'.repeat(32) })
  return reconcileRun({ source: side(source), target: side(target), policy, sha256 })
}

/** The first record of the source beside all of the target, under the first rule. */
function outcomes(given: Case): readonly CriterionOutcome[] | undefined {
  const { run } = ended(given)
  const rule = run.rules[0]?.compiled.rule.id ?? ''
  return outcomesUnderRule(run, { rule, source: [0], target: given.target.map((_, row) => row) })
}

const between = (target: object, match: object[], more: object = {}): Case => ({
  source: [{ id: 's1', ...invoice }],
  target: [{ id: 't1', ...invoice, ...target }],
  rules: [{ match, ...more }],
})

describe('how two records stand to a criterion', () => {
  it.each<[string, Case, Partial<CriterionOutcome>]>([
    [
      'is equal where the values are the same text',
      between({}, [{ field: 'reference' }]),
      { words: 'same reference', name: 'reference', outcome: 'equal', source: ['INV-7'], target: ['INV-7'] },
    ],
    [
      'holds by the steps of a rule, which are shown',
      between({ reference: 'inv 7' }, [{ field: 'reference', normalize: ['upper', 'alphanumeric'] }]),
      { outcome: 'holds', source: ['INV-7'], target: ['inv 7'], compared: ['INV7', 'INV7'] },
    ],
    [
      'says what is apart within a tolerance',
      between({ amount: '10.03' }, [{ field: 'amount', tolerance: '0.05' }, { field: 'reference' }]),
      { words: 'amounts at most 0.05 apart', outcome: 'holds', difference: '0.03' },
    ],
    [
      'says what is apart beyond a tolerance',
      between({ amount: '9.9' }, [{ field: 'amount', tolerance: '0.05' }, { field: 'reference' }]),
      { outcome: 'fails', source: ['10'], target: ['9.9'], difference: '-0.1' },
    ],
    [
      'counts days',
      between({ date: '2026-03-04' }, [{ field: 'date', days: 3 }, { field: 'reference' }]),
      { outcome: 'holds', days: 3 },
    ],
    [
      'is skipped where a side has no value',
      between({ reference: '' }, [{ field: 'reference', nulls: 'skip' }, { field: 'date' }]),
      { outcome: 'skipped', source: ['INV-7'], target: [] },
    ],
    [
      'has the similarity of texts',
      between({ reference: 'INV-8' }, [
        { field: 'reference', similarity: { method: 'levenshtein', min: '0.8' } },
        { field: 'date' },
      ]),
      { outcome: 'holds', similarity: 8000 },
    ],
  ])('%s', (_, given, wanted) => {
    expect(outcomes(given)?.[0]).toMatchObject(wanted)
  })

  it('takes the pair of a group that is farthest apart, and the sum last', () => {
    const given: Case = {
      source: [{ id: 's1', ...invoice }],
      target: [
        { id: 't1', ...invoice, amount: '4', date: '2026-03-02' },
        { id: 't2', ...invoice, amount: '5.98', date: '2026-03-03' },
      ],
      rules: [
        {
          cardinality: '1:n',
          match: [{ field: 'reference' }, { field: 'date', days: 3 }],
          sum: { tolerance: '0.05' },
        },
      ],
    }
    const [reference, date, ...others] = outcomes(given) ?? []
    expect(reference).toMatchObject({ outcome: 'equal', target: ['INV-7'] })
    expect(date).toMatchObject({ outcome: 'holds', days: 2, target: ['2026-03-02', '2026-03-03'] })
    expect(others.at(-1)).toEqual({
      words: 'in sum, amounts at most 0.05 apart',
      name: 'sum',
      outcome: 'holds',
      source: ['10'],
      target: ['9.98'],
      difference: '-0.02',
    })
  })

  it.each<[string, object]>([
    ['of a group', { cardinality: '1:n' }],
    ['of two records', {}],
  ])('shows sums %s in the signs of the records where the policy turns a side', (_, more) => {
    const given: Case = {
      source: [{ id: 's1', ...invoice, amount: '-10' }],
      target: [{ id: 't1', ...invoice, amount: '9.98' }],
      rules: {
        form: 'rules',
        rules: [{ ...more, match: [{ field: 'reference' }], sum: { tolerance: '0.05' } }],
        referenceData: { signs: { source: 'turned' } },
      },
    }
    const sum = outcomes(given)?.findLast(({ name }) => name === 'sum')
    expect(sum).toMatchObject({ outcome: 'holds', source: ['-10'], target: ['9.98'], difference: '-0.02' })
  })

  it('is of records that a match left over, which came after the rule was tied to its tables', () => {
    const { run } = ended({
      source: [{ id: 's1', ...invoice }],
      target: [{ id: 't1', ...invoice, amount: '6' }],
      rules: [
        { id: 'part', residual: 'open', match: [{ field: 'reference' }, { field: 'amount', tolerance: '100%' }] },
      ],
    })
    const [, amount] = outcomesUnderRule(run, { rule: 'part', source: [1], target: [0] }) ?? []
    expect(amount).toMatchObject({ source: ['4'], target: ['6'], difference: '2' })
  })

  it('is undefined for a rule that the run has not', () => {
    const { run } = ended(between({}, [{ field: 'reference' }]))
    expect(outcomesUnderRule(run, { rule: 'gone', source: [0], target: [0] })).toBeUndefined()
  })

  it('fails for no match of any run, and shows the values that the line shows', () => {
    checkLaw(
      fc.property(anyCase, (given) => {
        const { run, outcome } = ended(given)
        const rowOf = (records: Case['source']) => (id: string) => records.findIndex((record) => record.id === id)
        for (const line of outcome.chunks
          .filter(({ view }) => view === 'matches')
          .flatMap(({ text }) => linesOf(text))) {
          const { rule, source, target, equal = {} }: MatchLine = JSON.parse(line)
          const rows = { source: source.map(rowOf(given.source)), target: target.map(rowOf(given.target)) }
          if ([...rows.source, ...rows.target].includes(-1)) continue
          const found = outcomesUnderRule(run, { rule, ...rows }) ?? []
          expect(found.filter((each) => each.outcome === 'fails')).toEqual([])
          for (const { name, source: values } of found)
            if (Object.hasOwn(equal, name)) expect(values).toEqual([equal[name]])
        }
      }),
    )
  })
})
