import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { CriterionKind } from '../../../engine/rules/criteria/criterion-kind.ts'
import { decidingMember } from '../../../engine/rules/criteria/criterion-kinds.ts'
import type { CriterionInput, RuleInput } from '../../../engine/rules/language/written-form.ts'

/** A pair for each kind of criterion, beside the answers that the compiler, the matcher and the result get from it. */

export interface Sample {
  readonly criterion?: CriterionInput
  readonly sum?: RuleInput['sum']
  readonly cardinality?: RuleInput['cardinality']
  /** A pair of values that holds although it differs as much as the kind allows, where any may; else an equal one. */
  readonly pair: readonly [Partial<CanonicalRecord>, Partial<CanonicalRecord>]
  readonly other: Partial<CanonicalRecord>
  readonly blocking: string | undefined
  readonly rank: number | undefined
  readonly deviation: object
  readonly evidence: string
  readonly mismatch: string | undefined
  readonly matchType: CriterionKind['matchType']
}

const text = { blocking: 'key', rank: undefined, deviation: {}, evidence: 'exact', mismatch: undefined } as const
const amount = { mismatch: 'amount_mismatch' } as const
const date = { mismatch: 'date_mismatch' } as const
const reference = (value: string) => ({ reference: value })

/** By the name of the kind. */
export const samples = new Map<string, Sample>([
  [
    'text equals',
    {
      ...text,
      criterion: { field: 'reference', normalize: ['upper'] },
      pair: [reference('inv-7'), reference('INV-7')],
      other: reference('INV-8'),
      matchType: 'normalized',
    },
  ],
  [
    'text similar',
    {
      ...text,
      criterion: { field: 'reference', similarity: { method: 'levenshtein', min: '0.75' } },
      pair: [reference('abcd'), reference('abcx')],
      other: reference('wxyz'),
      blocking: 'index',
      rank: 2_500,
      evidence: 'low',
      matchType: 'similar',
    },
  ],
  [
    'text contains',
    {
      ...text,
      criterion: { field: 'reference', op: 'contains' },
      pair: [reference('INV-1000'), reference('paid INV-1000')],
      other: reference('INV-10001'),
      blocking: undefined,
      evidence: 'high',
      matchType: 'contains',
    },
  ],
  [
    'text starts',
    {
      ...text,
      criterion: { field: 'reference', op: 'starts' },
      pair: [reference('INV-2026-000107'), reference('INV-2026-0001')],
      other: reference('INV-2026-0002'),
      blocking: 'part',
      evidence: 'high',
      matchType: 'starts',
    },
  ],
  [
    'text ends',
    {
      ...text,
      criterion: { field: 'reference', op: 'ends', min: 4 },
      pair: [reference('0017'), reference('RE-0017')],
      other: reference('RE-0018'),
      blocking: 'part',
      evidence: 'high',
      matchType: 'ends',
    },
  ],
  [
    'text listed',
    {
      ...text,
      criterion: { field: 'reference', op: 'listed' },
      cardinality: '1:n',
      sum: {},
      pair: [reference('INV-7; INV-8.'), reference('INV-8')],
      other: reference('INV'),
      blocking: 'list',
      evidence: 'high',
      matchType: 'listed',
    },
  ],
  [
    'decimal equals',
    {
      ...amount,
      criterion: { field: 'amount', sign: 'opposite' },
      pair: [{ amount: '5' }, { amount: '-5' }],
      other: { amount: '5' },
      blocking: 'key',
      rank: undefined,
      deviation: {},
      evidence: 'exact',
      matchType: 'normalized',
    },
  ],
  [
    'decimal near',
    {
      ...amount,
      criterion: { field: 'amount', tolerance: '0.05' },
      pair: [{ amount: '5' }, { amount: '4.96' }],
      other: { amount: '4.94' },
      blocking: 'window',
      rank: 4,
      deviation: { difference: '-0.04' },
      evidence: 'medium',
      matchType: 'tolerance',
    },
  ],
  [
    'date equals',
    {
      ...date,
      criterion: { field: 'date' },
      pair: [{ date: '2026-03-01' }, { date: '2026-03-01' }],
      other: { date: '2026-03-02' },
      blocking: 'key',
      rank: undefined,
      deviation: {},
      evidence: 'exact',
      matchType: 'normalized',
    },
  ],
  [
    'date near',
    {
      ...date,
      criterion: { field: 'date', days: { before: 0, after: 4 } },
      pair: [{ date: '2026-03-01' }, { date: '2026-03-03' }],
      other: { date: '2026-02-28' },
      blocking: 'window',
      rank: 2,
      deviation: { days: 2 },
      evidence: 'high',
      matchType: 'window',
    },
  ],
  [
    'date near by a calendar',
    {
      ...date,
      criterion: { field: 'date', businessDays: { from: 1, to: 3 }, calendar: 'gb' },
      pair: [{ date: '2026-04-02' }, { date: '2026-04-08' }],
      other: { date: '2026-04-06' },
      blocking: 'window',
      rank: 2,
      deviation: { days: 2 },
      evidence: 'high',
      matchType: 'window',
    },
  ],
  [
    'decimal transposed',
    {
      ...amount,
      criterion: { field: 'amount', op: 'transposed' },
      pair: [{ amount: '54' }, { amount: '45' }],
      other: { amount: '54' },
      blocking: undefined,
      rank: 9,
      deviation: { difference: '-9' },
      evidence: 'medium',
      matchType: 'transposed',
    },
  ],
  [
    'signs',
    {
      mismatch: undefined,
      pair: [{ amount: '-5' }, { amount: '-7' }],
      other: { amount: '5' },
      blocking: undefined,
      rank: undefined,
      deviation: {},
      evidence: 'exact',
      matchType: 'normalized',
    },
  ],
  [
    'decimal sum exact',
    {
      ...amount,
      sum: { source: [{ field: 'gross' }, { field: 'fee', times: -1 }] },
      pair: [{ gross: '5', fee: '1' }, { amount: '4' }],
      other: { amount: '5' },
      blocking: 'key',
      rank: undefined,
      deviation: {},
      evidence: 'exact',
      matchType: 'normalized',
    },
  ],
  [
    'decimal sum near',
    {
      ...amount,
      sum: { source: [{ field: 'gross' }], tolerance: '1' },
      pair: [{ gross: '5' }, { amount: '6' }],
      other: { amount: '7' },
      blocking: 'window',
      rank: 1,
      deviation: { difference: '1' },
      evidence: 'high',
      matchType: 'tolerance',
    },
  ],
])

/** Whether callers write criteria of the kind. */
export const isWritten = ({ op }: CriterionKind): boolean => op !== 'sum' && op !== 'sign'

/** The name of a kind: its type, `op` and what else sets it apart. */
export function nameOf(kind: CriterionKind): string {
  const { type, op, rank } = kind
  if (op === 'sign') return 'signs'
  if (op === 'sum') return `${type} sum ${rank === undefined ? 'exact' : 'near'}`
  return decidingMember(kind)?.name === 'businessDays' ? `${type} ${op} by a calendar` : `${type} ${op}`
}
