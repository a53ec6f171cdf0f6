import { expect, it } from 'vitest'
import { reconcile } from '../../../engine/reconcile.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { BreakReason } from '../../../engine/result/line.ts'
import type { RuleInput, RuleSetInput } from '../../../engine/rules/language/written-form.ts'
import { hangMilliseconds, inForms, isLong, type Sizes, sizeOf } from '../../support/forms.ts'
import { policyOf, tableOf } from '../support/run.ts'
import { sha256 } from '../support/sha256.ts'

/**
 * Work that could explode ends in its break: records that all share what a rule compares, for each kind of rule. The
 * long form has so many of them that a rule which compared all pairs would not end before the guard against hangs; the
 * short form has a bound of 4,000,000 steps and as many records as it takes to pass it.
 */

const sizes: Sizes = { short: 2_100, long: 100_000 }
const sizeOfSide = sizeOf(sizes)

type Values = Partial<CanonicalRecord>
type Side = 's' | 't'

interface Kind {
  readonly rules: RuleSetInput | readonly RuleInput[]
  /** What the records share; each has a description of its own besides, so that none are twins. */
  readonly sharing: (index: number, side: Side) => Values
  readonly breaks: { readonly [reason in BreakReason]?: number }
}

const dayOf = (index: number): string => new Date(Date.UTC(2020, 0, 1 + (index % 500))).toISOString().slice(0, 10)

const one = (): Values => ({ reference: 'R', counterparty: 'C', amount: '10', date: '2026-03-01' })
/** One key, and amounts of which none is on the other side. */
const odds = (index: number, side: Side): Values => ({
  ...one(),
  amount: String(2 * index + (side === 's' ? 1 : 0)),
  date: dayOf(index),
})
const alike = (index: number): Values => ({
  ...one(),
  description: `payment to Acme Limited for goods ${String(index).padStart(6, '0')}`,
})
const begun = (index: number, side: Side): Values => ({
  ...alike(index),
  ...(side === 's' && { description: 'payment to Acme Limited', account: String(index) }),
})
const byReference = { field: 'reference' } as const
const amounts = { source: [{ field: 'amount' }], target: [{ field: 'amount' }] } as const
const like = (method: 'levenshtein' | 'trigram' | 'token-set' | 'jaro-winkler') =>
  ({ field: 'description', similarity: { method, min: '0.7' } }) as const
const ruleOf = (rule: RuleInput): RuleInput[] => [{ id: 'rule', ...rule }]
const eachMissing = { missing_in_source: sizeOfSide, missing_in_target: sizeOfSide }
const tooLarge = { group_too_large: 1 }

const kinds: { readonly [name: string]: Kind } = {
  'equal keys and amounts': {
    rules: ruleOf({ match: [byReference, { field: 'amount' }] }),
    sharing: one,
    breaks: { ambiguous: 1 },
  },
  'equal keys and amounts, taken by best': {
    rules: ruleOf({ ambiguous: 'best', match: [byReference, { field: 'amount' }] }),
    sharing: one,
    breaks: {},
  },
  'default@2 over one reference': { rules: [], sharing: odds, breaks: eachMissing },
  'a waterfall of twelve rules over one key': {
    rules: Array.from({ length: 12 }, (_, position) => ({
      id: `rule-${position}`,
      match: [byReference, { field: 'amount' }, { field: 'status', nulls: 'match' }],
    })),
    sharing: odds,
    breaks: eachMissing,
  },
  'a window of amounts in one key': {
    rules: ruleOf({ match: [byReference, { field: 'amount', tolerance: '0.05' }] }),
    sharing: one,
    breaks: tooLarge,
  },
  'a window of amounts alone': {
    rules: ruleOf({ match: [{ field: 'amount', tolerance: '0.05' }] }),
    sharing: one,
    breaks: tooLarge,
  },
  'a window of days in one key': {
    rules: ruleOf({ match: [byReference, { field: 'date', days: 3 }] }),
    sharing: one,
    breaks: tooLarge,
  },
  'a computed amount in one key': {
    rules: ruleOf({ match: [byReference], sum: { ...amounts, tolerance: '0.01' } }),
    sharing: one,
    breaks: tooLarge,
  },
  'text in text in one key': {
    rules: ruleOf({ match: [byReference, { field: 'amount' }, { field: 'description', op: 'contains' }] }),
    sharing: one,
    breaks: tooLarge,
  },
  'texts that begin alike, each as one of the other side': {
    rules: ruleOf({ ignoreAmount: true, match: [{ field: 'description', op: 'starts' }] }),
    sharing: alike,
    breaks: {},
  },
  'texts that begin all of the other side': {
    rules: ruleOf({ ignoreAmount: true, match: [{ field: 'description', op: 'starts' }] }),
    sharing: begun,
    breaks: tooLarge,
  },
  'similar text in one key': {
    rules: ruleOf({ match: [byReference, { field: 'amount' }, like('jaro-winkler')] }),
    sharing: alike,
    breaks: tooLarge,
  },
  'texts alike by levenshtein': {
    rules: ruleOf({ ignoreAmount: true, match: [like('levenshtein')] }),
    sharing: alike,
    breaks: tooLarge,
  },
  'texts alike by trigram': {
    rules: ruleOf({ ignoreAmount: true, match: [like('trigram')] }),
    sharing: alike,
    breaks: tooLarge,
  },
  'texts alike by token-set': {
    rules: ruleOf({ ignoreAmount: true, match: [like('token-set')] }),
    sharing: alike,
    breaks: tooLarge,
  },
  'ties of suggestions': {
    rules: ruleOf({ action: 'suggest', match: [byReference, { field: 'amount' }] }),
    sharing: one,
    breaks: eachMissing,
  },
  'a group of all, n:m, that does not add up': {
    rules: ruleOf({ cardinality: 'n:m', match: [byReference], sum: amounts }),
    sharing: odds,
    breaks: { sum_mismatch: 1 },
  },
  'a group of all, n:m, within days': {
    rules: ruleOf({ cardinality: 'n:m', match: [byReference, { field: 'date', days: 3 }], sum: amounts }),
    sharing: one,
    breaks: tooLarge,
  },
  'a group of all, 1:n, which has no one record': {
    rules: ruleOf({ cardinality: '1:n', match: [byReference], sum: amounts }),
    sharing: one,
    breaks: { sum_mismatch: 1 },
  },
  'subsets of one key': {
    rules: ruleOf({ cardinality: '1:n', select: 'subset', match: [{ field: 'counterparty' }], sum: amounts }),
    sharing: one,
    breaks: { subset_limit: 1 },
  },
  'subsets suggested within days': {
    rules: ruleOf({
      action: 'suggest',
      cardinality: 'n:1',
      select: 'subset',
      match: [{ field: 'date', days: 3 }],
      sum: amounts,
    }),
    sharing: one,
    breaks: tooLarge,
  },
  'the most pairs of equal keys and amounts': {
    rules: ruleOf({ assign: 'most', match: [byReference, { field: 'amount' }] }),
    sharing: one,
    breaks: tooLarge,
  },
  'the most pairs within days': {
    rules: ruleOf({ assign: 'most', match: [byReference, { field: 'date', days: 31 }] }),
    sharing: one,
    breaks: tooLarge,
  },
}

it.each(Object.entries(kinds))(
  inForms('%s: records a side that share it end in their break', sizes),
  { timeout: hangMilliseconds },
  (_, kind) => {
    const policy = policyOf(kind.rules)
    const tableFor = (side: Side) =>
      tableOf(
        Array.from({ length: sizeOfSide }, (_, index) => ({
          id: `${side}${index}`,
          currency: 'EUR',
          description: `${side}${index}`,
          ...kind.sharing(index, side),
        })),
        policy,
      )
    const { summary } = reconcile({
      source: { table: tableFor('s'), root: 'aa'.repeat(32) },
      target: { table: tableFor('t'), root: 'bb'.repeat(32) },
      policy,
      sha256,
      ...(!isLong && { limits: { stepsPerRecord: 0, blockStepCountMin: 4_000_000 } }),
    })
    expect(summary.breaks).toEqual(kind.breaks)
  },
)
