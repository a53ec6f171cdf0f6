import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signModes } from '../../../../engine/rules/language/criterion-form.ts'
import { filterOps } from '../../../../engine/rules/language/filter-form.ts'
import {
  actions,
  ambiguityModes,
  assignModes,
  cardinalities,
  confidences,
  type Rule,
  rankKinds,
  selections,
  variances,
} from '../../../../engine/rules/language/rule-form.ts'
import type { RuleInput, RuleSetInput } from '../../../../engine/rules/language/written-form.ts'
import { describePolicy, describeRule } from '../../../../engine/rules/words/describe-rule.ts'
import { anyCase } from '../../support/any-case.ts'
import { checkLaw } from '../../support/law.ts'
import { policyOf } from '../../support/run.ts'

const rate = { from: 'USD', to: 'EUR', date: '2026-03-02', rate: '0.9' }
const reference = { field: 'reference' }

function effective(rule: RuleInput): Rule {
  const referenceData = rule.convert && { rates: [rate] }
  const [only] = policyOf({ form: 'rules', rules: [rule], ...(referenceData && { referenceData }) }).rules
  if (only === undefined) throw new Error('Wanted a rule')
  return only
}
const words = (rule: RuleInput): string => describeRule(effective(rule)).join(' ')

describe('the sentences of a rule', () => {
  it.each<[string, RuleInput, string]>([
    [
      'compare what its criteria say, in their order',
      {
        match: [
          { ...reference, normalize: ['upper', 'alphanumeric'] },
          { field: 'amount' },
          { field: 'date', days: 3 },
        ],
      },
      'Same reference (upper case, letters and digits alone); equal amounts; dates at most 3 days apart; same currency, or none on either side.',
    ],
    [
      'name the records that take part',
      {
        where: {
          source: [
            { field: 'type', op: 'starts', value: 'SEPA' },
            { field: 'amount', op: 'gte', value: 5, abs: true },
          ],
          target: [{ field: 'status', op: 'in', value: ['open', 'paid'] }],
        },
        match: [reference, { field: 'amount' }, { field: 'currency' }],
      },
      'Same reference; equal amounts; same currency. Only source records where type begins with “SEPA” and the size of amount is at least 5. Only target records where status is one of “open” or “paid”.',
    ],
    [
      'say what an exclusion leaves out',
      { action: 'exclude', where: { target: [{ field: 'attributes.kind', op: 'absent' }] } },
      'Left out of the run: target records where kind is not given.',
    ],
    [
      'say what is added up, and the fee that is expected',
      {
        variance: 'fee',
        match: [reference, { field: 'currency' }],
        sum: {
          source: [{ field: 'amount' }, { percent: '-2.9', of: 'amount' }, { fixed: '-0.30' }],
          target: [{ field: 'net', default: '0' }],
          tolerance: '0.01',
        },
      },
      'Same reference; same currency; amount less 2.9 % of amount less 0.3 of the source and net (0 where there is none) of the target at most 0.01 apart. Differences count as a fee.',
    ],
    [
      'say what is grouped and chosen',
      {
        action: 'suggest',
        cardinality: '1:n',
        select: 'subset',
        match: [{ field: 'counterparty' }, { field: 'currency' }, { field: 'date', days: { before: 0, after: 60 } }],
        sum: {},
      },
      'One source record and several target records: same counterparty; same currency; dates with the target 0 to 60 days later; in sum, equal amounts. Suggested only: the records stay open. Of at most 24 records the fewest that add up are taken, up to 6.',
    ],
    [
      'say what nets',
      { side: 'source', match: [reference, { field: 'currency' }] },
      'A source record and its reversal: same reference; same currency; equal amounts of opposite signs, or none on either side.',
    ],
    [
      'say how amounts are converted',
      { convert: { to: 'target', maxAgeDays: 5 }, match: [reference, { field: 'amount', tolerance: '1%' }] },
      'Same reference; amounts at most 1 % of the larger apart. Amounts are compared in the currency of the target, at rates at most 5 days old.',
    ],
    [
      'say that it is switched off',
      { enabled: false, match: [reference, { field: 'amount' }, { field: 'currency' }] },
      'This rule is switched off. Same reference; equal amounts; same currency.',
    ],
  ])('%s', (_, rule, sentences) => {
    expect(words(rule)).toBe(sentences)
  })

  const pair: RuleInput = { match: [reference, { field: 'amount', tolerance: '5' }] }
  const group: RuleInput = { ...pair, match: [reference], sum: {}, cardinality: '1:n' }
  const ignoring: RuleInput = { match: [reference], ignoreAmount: true }
  const filters = filterOps.map((op): RuleInput => {
    const value = op === 'in' || op === 'nin' ? ['x'] : 'x'
    const isUnary = op === 'present' || op === 'absent'
    return { ...pair, where: { source: [{ field: 'reference', op, ...(!isUnary && { value }) }] } }
  })
  it.each<[string, readonly RuleInput[]]>([
    [
      'action',
      actions.map((action) => ({
        where: { source: [{ field: 'id', op: 'present' }] },
        action,
        ...(action === 'exclude' ? {} : pair),
      })),
    ],
    ['cardinality', cardinalities.map((cardinality) => ({ ...group, cardinality }))],
    [
      'side',
      [
        pair,
        { ...pair, side: 'source' },
        { ...pair, side: 'target' },
        { side: 'target', cardinality: 'n:m', match: [reference] },
      ],
    ],
    ['select', selections.map((select) => ({ ...group, select }))],
    [
      'limits',
      [2, 3].map((maxItems) => ({ ...group, select: 'subset', limits: { maxItems, maxCandidates: 9 + maxItems } })),
    ],
    ['assign', assignModes.map((assign) => ({ ...pair, assign }))],
    [
      'ambiguous',
      ambiguityModes.map((ambiguous) => ({ ...pair, ambiguous, ...(ambiguous === 'drop' && { action: 'suggest' }) })),
    ],
    [
      'rank',
      [pair, { ...pair, rank: 'as-written' }, ...rankKinds.map((kind): RuleInput => ({ ...pair, rank: [kind] }))],
    ],
    ['convert', ['EUR', 'source', 'target'].map((to) => ({ match: pair.match, convert: { to } }))],
    ['residual', [pair, { ...pair, residual: 'open' }]],
    ['confidence', confidences.map((confidence) => ({ ...pair, confidence }))],
    ['variance', [pair, ...variances.map((variance): RuleInput => ({ ...pair, variance }))]],
    [
      'ignoreAmount and its sign',
      [{ match: [reference] }, ...signModes.map((sign): RuleInput => ({ ...ignoring, sign }))],
    ],
    ['crossCurrency', [pair, { ...pair, crossCurrency: true }]],
    ['op of a filter', filters],
    ['sign of a sum', signModes.map((sign) => ({ ...group, sum: { sign } }))],
    [
      'terms of a sum',
      [
        { field: 'net' },
        { field: 'net', times: -1 as const },
        { field: 'net', default: 0 },
        { fixed: 2 },
        { percent: 2, of: 'net' },
        { percent: -2, of: 'net' },
      ].map((term) => ({ ...group, sum: { source: [term] } })),
    ],
  ])('differ for each value of %s', (_, rules) => {
    const said = rules.map(words)
    expect(new Set(said).size).toBe(said.length)
    for (const each of said) expect(each).toMatch(/^\p{Lu}[^{}[\]"]*\.$/u)
  })

  it('begin with the sides that the policy turns', () => {
    const rules: RuleSetInput = { form: 'rules', rules: [], referenceData: { signs: { target: 'turned' } } }
    expect(describePolicy(policyOf(rules))[0]?.sentences).toEqual([
      'Amounts of the target are read with changed signs.',
    ])
  })

  it('are whole sentences without JSON, whatever the rules', () => {
    checkLaw(
      fc.property(anyCase, ({ rules }) => {
        for (const { sentences } of describePolicy(policyOf(rules)))
          for (const sentence of sentences)
            expect(sentence).toMatch(/^(?!.*(?:undefined|null|NaN))\p{Lu}[^{}[\]"\n]*\.$/u)
      }),
    )
  })
})
