import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DetailedRecord } from '../../../functions/console/engine-worker/line-detail-types.ts'
import { compareRecords } from '../../../functions/console/line/compare-records.ts'
import { cutParts, type MarkedPart, markTexts } from '../../../functions/console/line/mark-text.ts'

const spelled = (parts: readonly MarkedPart[]): string =>
  parts.map(({ text, isOther }) => (isOther ? `[${text}]` : text)).join('')
const whole = (parts: readonly MarkedPart[]): string => parts.map(({ text }) => text).join('')

describe('what differs between two texts', () => {
  it.each([
    ['INV-1004', 'INV-1004-A', 'INV-1004', 'INV-1004[-A]'],
    ['Payment Acme Ltd', 'Acme Limited', '[Payment ]Acme [Ltd]', 'Acme [Limited]'],
    ['INV-2002', 'INV-2020', 'INV-[2002]', 'INV-[2020]'],
    ['a', 'b', '[a]', '[b]'],
    ['same', 'same', 'same', 'same'],
    ['שלום עולם', 'שלום עליכם', 'שלום [עולם]', 'שלום [עליכם]'],
  ])('marks %s and %s by whole words', (source, target, left, right) => {
    expect(markTexts(source, target).map(spelled)).toEqual([left, right])
  })

  it('keeps every character of any texts, and marks nothing of equal ones', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (source, target) => {
        expect(markTexts(source, target).map(whole)).toEqual([source, target])
        expect(markTexts(source, source)[0].every(({ isOther }) => !isOther)).toBe(true)
      }),
    )
  })

  it('marks all of texts that are too long to compare word by word', () => {
    const words = (letter: string) => Array.from({ length: 2_000 }, (_, index) => `${letter}${index}`).join(' ')
    const [left] = markTexts(words('a'), words('b'))
    expect(left).toHaveLength(1)
    expect(left[0]?.isOther).toBe(true)
  })
})

describe('a text that is too long for a cell', () => {
  const bounds = { lengthMax: 20, lead: 5 }

  it('is shown whole where it is not', () => {
    expect(cutParts([{ text: 'short', isOther: false }], bounds).isCut).toBe(false)
  })

  it('is cut at its end, and begins shortly before what differs', () => {
    const plain = cutParts([{ text: 'x'.repeat(10_240), isOther: false }], bounds)
    expect(spelled(plain.parts)).toBe(`${'x'.repeat(20)}…`)
    const parts = cutParts(
      [
        { text: 'x'.repeat(100), isOther: false },
        { text: 'here', isOther: true },
        { text: 'y'.repeat(100), isOther: false },
      ],
      bounds,
    )
    expect(spelled(parts.parts)).toBe(`…xxxxx[here]${'y'.repeat(11)}…`)
  })
})

const record = (side: 'source' | 'target', values: { readonly [field: string]: string }): DetailedRecord => ({
  side,
  id: 'r1',
  line: 2,
  isResidual: false,
  fields: Object.entries(values).map(([field, value]) => ({ field, value })),
})

describe('two records side by side', () => {
  const compared = compareRecords(
    record('source', { date: '2026-03-01', amount: '-100', currency: 'EUR', reference: 'A 1', account: '7' }),
    record('target', { date: '2026-02-27', amount: '-100.07', currency: 'EUR', reference: 'A 2', description: 'x' }),
  )
  const fieldOf = (name: string) => compared.find(({ field }) => field === name)

  it('have the fields of either, those of the first in front', () => {
    expect(compared.map(({ field }) => field)).toEqual([
      'date',
      'amount',
      'currency',
      'reference',
      'account',
      'description',
    ])
    expect(fieldOf('account')?.standing).toBe('only-source')
    expect(fieldOf('description')?.standing).toBe('only-target')
    expect(fieldOf('currency')?.standing).toBe('same')
  })

  it('say exactly how far amounts and dates are apart', () => {
    expect(fieldOf('amount')).toMatchObject({ standing: 'differs', note: 'target is 0.07 EUR more, by size' })
    expect(fieldOf('date')).toMatchObject({ standing: 'differs', note: 'target is 2 days earlier' })
  })

  it('compare amounts by size, and say where their signs are opposite', () => {
    const noteOf = (source: string, target: string) =>
      compareRecords(record('source', { amount: source }), record('target', { amount: target }))[0]?.note
    expect(noteOf('100', '100.07')).toBe('target is 0.07 more')
    expect(noteOf('100', '-100')).toBe('target has the opposite sign')
    expect(noteOf('100', '-91')).toBe('target is 9 less, by size, and has the opposite sign')
    expect(noteOf('-2310', '-2301')).toBe('target is 9 less, by size')
  })

  it('compare no amounts of different currencies', () => {
    const [amount] = compareRecords(
      record('source', { amount: '1', currency: 'EUR' }),
      record('target', { amount: '2', currency: 'USD' }),
    )
    expect(amount?.note).toBeNull()
  })
})
