import type { CriterionOutcome } from '@tallystick/engine/explain'
import type { BreakLine, MatchLine } from '@tallystick/engine/result'
import { describe, expect, it } from 'vitest'
import { noChangeWords } from '../../../engine/explain/no-change-words.ts'
import { rowsOfLine } from '../../../functions/audit/report/report-row.ts'
import type { RecordLine, ShownRecord } from '../../../functions/audit/report/shown-record.ts'
import type { ShownLine } from '../../../functions/console/engine-worker/engine-types.ts'
import { titleOf } from '../../../functions/console/line/line-title.ts'
import { failedRuleWords, failedWords, outcomeWords } from '../../../functions/console/line/outcome-words.ts'
import { placeText } from '../../../functions/console/parts/plain-words.ts'

const record: ShownRecord = {
  id: 'r1',
  date: '2026-03-01',
  amount: '100',
  currency: 'EUR',
  reference: 'INV-1',
  description: null,
  counterparty: null,
}

/** A line as a table shows it, of records with these amounts. */
function shown(line: RecordLine, amount: string | null, amounts: readonly string[] = ['100', '100']): ShownLine {
  const recordOf = ({ side }: { readonly side: string }) => ({
    ...record,
    amount: amounts[side === 'source' ? 0 : 1] ?? null,
  })
  const counts = { source: 1, target: line.kind === 'excluded' ? 1 : 'target' in line ? (line.target?.length ?? 1) : 1 }
  const rows = rowsOfLine(line, { id: 'x', recordOf })
  const facts = { amount, currency: rows[0]?.currency ?? 'XXX', ageDays: 0, fileLine: 1 }
  return { position: 0, leaf: 0, rows, recordCounts: counts, ...facts, sums: { source: null, target: null } }
}

const broken = (more: Partial<BreakLine>): BreakLine => ({
  kind: 'break',
  reason: 'amount_mismatch',
  source: ['s1'],
  target: ['t1'],
  ...more,
})
const matched: MatchLine = { kind: 'match', rule: 'r', confidence: 'exact', source: ['s1'], target: ['t1'] }

describe('the title of a line', () => {
  it.each<[string, BreakLine, readonly string[]]>([
    ['0.07 EUR short in target', broken({ difference: '-0.07' }), ['100', '99.93']],
    ['0.07 EUR over in target', broken({ difference: '0.07' }), ['100', '100.07']],
    ['0.07 EUR over in target, by size', broken({ difference: '-0.07' }), ['-100', '-100.07']],
    ['9.00 EUR short in target, by size', broken({ difference: '-9' }), ['100', '-91']],
    ['9.00 EUR short in target, by size', broken({ difference: '9' }), ['-100', '91']],
    ['8.00 EUR apart', broken({ difference: '8' }), ['-5', '3']],
    ['5.00 EUR over in target, by size', broken({ difference: '-5' }), ['0', '-5']],
    ['0.02 EUR short in target, by size', broken({ difference: '-0.02' }), ['-10', '9.98']],
    ['5.00 EUR apart', broken({ reason: 'sum_mismatch', difference: '-5', target: ['t1', 't2'] }), ['-100', '-40']],
    ['100.00 EUR with the opposite sign', broken({ difference: '-200', hint: 'opposite_sign' }), ['100', '-100']],
    ['The amounts differ', broken({}), ['100', '99']],
    ['5 days later in target', broken({ reason: 'date_mismatch', days: 5 }), ['100', '100']],
    ['1 day earlier in target', broken({ reason: 'date_mismatch', days: -1 }), ['100', '100']],
    ['100.00 EUR missing in target', broken({ reason: 'missing_in_target', target: [] }), ['100', '100']],
    ['100.00 EUR fits several records', broken({ reason: 'ambiguous' }), ['100', '100']],
    ['Too many records to compare', broken({ reason: 'group_too_large' }), ['100', '100']],
  ])('says %s', (title, line, amounts) => {
    expect(titleOf(shown(line, '100', amounts))).toBe(title)
  })

  it('says what became of records that are not open', () => {
    expect(titleOf(shown(matched, '100'))).toBe('100.00 EUR matched')
    expect(titleOf(shown({ ...matched, target: ['t1', 't2'] }, '100'))).toBe('100.00 EUR matched, 1 to 2')
    expect(titleOf(shown({ ...matched, kind: 'suggestion' }, '100'))).toBe('100.00 EUR suggested')
    expect(titleOf(shown({ kind: 'excluded', rule: 'r', source: ['s1'] }, null))).toBe('2 records left out')
  })
})

const outcome = (more: Partial<CriterionOutcome>): CriterionOutcome => ({
  words: 'equal amounts',
  name: 'amount',
  outcome: 'fails',
  source: ['1'],
  target: ['2'],
  ...more,
})

describe('a criterion in words', () => {
  it.each<[string, Partial<CriterionOutcome>]>([
    ['Fails: 0.07 EUR more in target', { difference: '0.07' }],
    ['Holds: 0.07 EUR less in target', { outcome: 'holds', difference: '-0.07' }],
    ['Fails: 9.00 EUR less in target, by size', { difference: '9', source: ['-2310'], target: ['-2301'] }],
    ['Fails: 9.00 EUR less in target, by size', { difference: '-9', source: ['100'], target: ['-91'] }],
    ['Fails: 191.00 EUR apart', { difference: '-191', source: ['100'], target: ['-91'] }],
    ['Fails: 3 days earlier in target', { days: -3 }],
    ['Fails: target has no reference', { name: 'reference', target: [] }],
    ['Holds: none on either side', { outcome: 'holds', source: [], target: [] }],
    ['Holds: alike by 90.00 %', { outcome: 'holds', similarity: 9000 }],
    ['Holds: equal as it is compared', { outcome: 'holds', compared: ['A', 'A'] }],
    ['Fails: “A” in source, “B” in target', { source: ['A'], target: ['B'] }],
    ['Equal', { outcome: 'equal' }],
  ])('is %s', (words, more) => {
    expect(outcomeWords(outcome(more), 'EUR')).toBe(words)
  })

  it.each<[string, BreakLine['failed']]>([
    ['It fails at reference alone.', { rule: 'r', field: 'reference' }],
    ['It has no rate to convert the amount with.', { rule: 'r', field: 'amount', code: 'no_rate' }],
    ['', { rule: 'r' }],
    ['', undefined],
  ])('is named by the rule that failed: %j', (words, failed) => {
    expect(failedRuleWords(failed)).toBe(words)
  })

  it('cuts texts that no sentence takes', () => {
    const long = outcome({ source: ['x'.repeat(10_240)], target: ['y'] })
    expect(failedWords(long, null)).toBe(`equal amounts. Here: “${'x'.repeat(40)}…” in source, “y” in target.`)
  })
})

it.each<[string, number | null]>([
  ['1', 0],
  ['221', 220],
  ['1,000', 999],
  ['–', null],
])('counts from 1 for a person: %s', (words, index) => {
  expect(placeText(index)).toBe(words)
})

describe('why no change of a rule is proposed', () => {
  it.each<[RegExp, Partial<BreakLine>]>([
    [/^The run lists no record of the other side that came near/, { reason: 'missing_in_target' }],
    [/^The run lists no record/, { reason: 'missing_in_target', failed: { rule: 'r', field: 'amount' } }],
    [/^Several records fit equally well/, { reason: 'ambiguous' }],
    [/^This side has more equal records/, { reason: 'duplicate' }],
    [/^There is no rate/, { failed: { rule: 'r', code: 'no_rate' } }],
    [
      /matched already/,
      {
        reason: 'missing_in_target',
        failed: { rule: 'r', field: 'amount' },
        candidates: [{ source: 's1', target: 't9', takenBy: 'mat_1' }],
      },
    ],
    [/^It is not certain/, { failed: { rule: 'r', field: 'amount' } }],
  ])('says %s', (words, more) => {
    expect(noChangeWords(broken(more))).toMatch(words)
  })
})
