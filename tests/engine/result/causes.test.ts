import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { run } from '../support/run.ts'

const byReference: RuleInput = { id: 'ref', match: [{ field: 'reference' }, { field: 'amount' }] }
const day = (index: number): string => `2026-03-${String(index + 1).padStart(2, '0')}`

/** Records that match, one on every other day and each of another customer. */
const matched = (side: string, count = 12): CanonicalRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${side}${index}`,
    amount: '10',
    currency: 'EUR',
    date: day(2 * index),
    reference: `R${index}`,
    counterparty: `customer ${index}`,
    type: 'sale',
  }))

/** Three records that the other side lacks, alike in `same` alone. */
const missing = (same: Partial<CanonicalRecord>, count = 3): CanonicalRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `x${index}`,
    amount: String(70 + index),
    currency: 'EUR',
    date: day(2 * index + 1),
    reference: `X${index}`,
    counterparty: `other ${index}`,
    type: `kind ${index}`,
    ...same,
  }))

const causes = (open: readonly CanonicalRecord[], others: readonly CanonicalRecord[] = matched('s')) =>
  run({ source: [...others, ...open], target: matched('t'), rules: [byReference] }).breaks.map(({ cause }) => cause)

describe('the cause of missing records', () => {
  it.each<[string, string, Partial<CanonicalRecord>]>([
    ['counterparty', 'ACME', { counterparty: 'ACME' }],
    ['one_side', 'fee', { type: 'fee' }],
    ['same_day', '2026-03-06', { date: '2026-03-06' }],
    ['before_other', '2026-03-01', { date: '2026-02-27' }],
    ['after_other', '2026-03-23', { date: '2026-04-01' }],
  ])('is %s where three share it', (kind, value, same) => {
    expect(causes(missing(same))).toEqual([1, 2, 3].map(() => ({ kind, value })))
    expect(causes(missing(same, 2))).toEqual([undefined, undefined])
  })

  it('is type where some records of the type have a partner', () => {
    const sales = matched('s').map((each, index) => (index < 2 ? { ...each, type: 'refund' } : each))
    expect(causes(missing({ type: 'refund' }), sales)).toEqual([1, 2, 3].map(() => ({ kind: 'type', value: 'refund' })))
  })

  it('is no value that most matched records have, too', () => {
    expect(causes(missing({ type: 'sale' }))).toEqual([undefined, undefined, undefined])
  })

  it('is no value where most other records are open as well', () => {
    const open = [...missing({ type: 'fee' }), ...matched('y', 12).map((each) => ({ ...each, reference: each.id }))]
    expect(causes(open, []).filter((cause) => cause !== undefined)).toEqual([])
  })

  it.each<[string, Partial<CanonicalRecord>]>([
    ['counterparty', { counterparty: 'ACME' }],
    ['same_day', { date: '2026-03-06' }],
  ])('is no %s of which three records are open where four in fifteen of the others are, too', (_, same) => {
    const alone = (count: number): CanonicalRecord[] =>
      missing({}, count).map((each, index) => ({
        ...each,
        id: `z${index}`,
        reference: `Z${index}`,
        date: day(2 * index),
      }))
    const kinds = (count: number) => causes([...missing(same), ...alone(count)]).flatMap((cause) => cause?.kind ?? [])
    expect(kinds(4)).toEqual([])
    expect(kinds(2)).toHaveLength(3)
  })

  it('is one for each record: a type that never has a partner before days outside the other side', () => {
    const early = missing({ type: 'fee', date: '2026-02-01' })
    expect(causes(early).map((cause) => cause?.kind)).toEqual(['one_side', 'one_side', 'one_side'])
  })

  it('is no day beyond the other side where several matched records lie there, too', () => {
    const open = missing({}).map((each, index) => ({ ...each, date: `2026-04-${11 + index}` }))
    const late = (count: number) =>
      matched('s').map((each, index) => (index < count ? { ...each, date: '2026-04-20' } : each))
    expect(causes(open, late(2))).toEqual([undefined, undefined, undefined])
    for (const count of [0, 1])
      expect(causes(open, late(count)).map((cause) => cause?.kind)).toEqual([1, 2, 3].map(() => 'after_other'))
  })

  it('is no day nearer to the end of the other side than its days usually lie apart', () => {
    const rents = (side: string): CanonicalRecord[] =>
      matched(side, 36).map((each, index) => ({ ...each, date: `2026-0${1 + (index % 3)}-01` }))
    const kinds = (date: string) =>
      run({
        source: [...rents('s'), ...missing({ date })],
        target: [...rents('t'), ...missing({ date: '2026-02-14' }, 1).map((each) => ({ ...each, reference: 'Y' }))],
        rules: [byReference],
      }).breaks.flatMap(({ cause }) => cause?.kind ?? [])
    expect(kinds('2026-03-24')).not.toContain('after_other')
    expect(kinds('2026-04-01')).toEqual([1, 2, 3].map(() => 'after_other'))
  })
})
