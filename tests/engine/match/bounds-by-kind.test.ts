import { expect, it } from 'vitest'
import {
  type BreakReason,
  type CanonicalRecord,
  type CompiledPolicy,
  type RuleInput,
  type RuleSetInput,
  type RunSummary,
  reconcile,
} from '../../../engine/index.ts'
import { policyOf, tableOf } from '../support/run.ts'
import { sha256 } from '../support/sha256.ts'

/**
 * The work of every kind of rule is bounded, and too much work ends in a break. Records that all agree in the fields that
 * a rule compares take less than ten times as long as records of which no two agree. The tests measure the processor time
 * of this thread, which does not depend on other work of the machine.
 */

const sizeOfSide = 8_000
const ratioMax = 10

type Values = Partial<CanonicalRecord>
type Side = 's' | 't'

interface Kind {
  readonly rules: RuleSetInput | readonly RuleInput[]
  /** The fields in which all records agree. Each record has a description of its own as well, so that none are twins. */
  readonly sharing: (index: number, side: Side) => Values
  readonly breaks: { readonly [reason in BreakReason]?: number }
}

const own = (index: number): Values => ({
  reference: `R${index}`,
  counterparty: `C${index}`,
  amount: String(index + 1),
  date: dayOf(index),
  description: [2654435761, 2246822519, 3266489917]
    .map((prime) => ((((index + 1) * prime) >>> 0) + 2 ** 32).toString(36))
    .join(' '),
})

const dayOf = (index: number): string => new Date(Date.UTC(2020, 0, 1 + (index % 2_000))).toISOString().slice(0, 10)

const one = (): Values => ({ reference: 'R', counterparty: 'C', amount: '10', date: '2026-03-01' })
/** Records of one key, with amounts that no record of the other side has. */
const odds = (index: number, side: Side): Values => ({
  ...one(),
  amount: String(2 * index + (side === 's' ? 1 : 0)),
  date: dayOf(index),
})
const alike = (index: number): Values => ({
  ...one(),
  description: `payment to Acme Limited for goods ${String(index).padStart(6, '0')}`,
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
  'default@1 over one reference': { rules: [], sharing: odds, breaks: eachMissing },
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
    breaks: eachMissing,
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
  '%s: 16,000 that share it end in their break, in linear time',
  (_, kind) => {
    const policy = policyOf(kind.rules)
    // The first run of a kind is slow mostly because its code is not compiled yet.
    measure(policy, own, 500)
    measure(policy, kind.sharing, 500)
    const distinct = measure(policy, own, sizeOfSide)
    const shared = measure(policy, kind.sharing, sizeOfSide)
    expect(shared.summary.breaks).toEqual(kind.breaks)
    expect(shared.microseconds).toBeLessThan(ratioMax * distinct.microseconds)
  },
  120_000,
)

function measure(
  policy: CompiledPolicy,
  valuesOf: Kind['sharing'],
  size: number,
): { readonly summary: RunSummary; readonly microseconds: number } {
  const tableFor = (side: Side) =>
    tableOf(
      Array.from({ length: size }, (_, index) => ({
        id: `${side}${index}`,
        currency: 'EUR',
        description: `${side}${index}`,
        ...valuesOf(index, side),
      })),
      policy,
    )
  const [source, target] = [tableFor('s'), tableFor('t')]
  const before = process.threadCpuUsage()
  const { summary } = reconcile({
    source: { table: source, root: 'aa'.repeat(32) },
    target: { table: target, root: 'bb'.repeat(32) },
    policy,
    sha256,
  })
  const { user, system } = process.threadCpuUsage(before)
  return { summary, microseconds: user + system }
}
