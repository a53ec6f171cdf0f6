import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { at } from '../../../engine/base/at.ts'
import { fromUtf8 } from '../../../engine/base/bytes.ts'
import { canonicalize } from '../../../engine/base/canonical.ts'
import { createWordBuffer } from '../../../engine/base/word-buffer.ts'
import type { Match, RunState } from '../../../engine/match/state/run-state.ts'
import { reconcileRun } from '../../../engine/reconcile.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { keepValue, keptCountMax } from '../../../engine/result/keep-value.ts'
import { createMatchDifferences } from '../../../engine/result/match-differences.ts'
import { matchesById, matchLine, suggestionsById } from '../../../engine/result/match-lines.ts'
import { createPairLine } from '../../../engine/result/pair-line.ts'
import { settledUnits } from '../../../engine/result/settled-units.ts'
import { inForms, sizeOf } from '../../support/forms.ts'
import { type AnyCase, anyCase } from '../support/any-case.ts'
import { casesOf, checkLaw } from '../support/law.ts'
import { inForm, policyOf, tableOf } from '../support/reconcile-case.ts'
import { sha256 } from '../support/sha256.ts'

function runOf({ source, target, rules }: AnyCase): RunState {
  const policy = policyOf(rules)
  return reconcileRun({
    source: { table: tableOf(source, policy), root: '' },
    target: { table: tableOf(target, policy), root: '' },
    policy,
    sha256,
  }).run
}

/** The line of each match and suggestion: as its pair is written from columns where it is, and as its object says. */
function linesOf(run: RunState) {
  const differences = createMatchDifferences(run, settledUnits(run))
  // One writer a rule, as results have: a writer remembers what it found for earlier pairs.
  const writers = new Map(
    [...run.matches, ...run.suggestions].map(({ rule }) => [rule, createPairLine(run, rule, differences)]),
  )
  const written = (match: Match): string | undefined => {
    const append = match.nodes === undefined ? writers.get(match.rule) : undefined
    const buffer = createWordBuffer(0)
    const [source, target] = [at(match.source, 0), at(match.target, 0)]
    const confidence = append?.(buffer, { how: match, source, target })
    if (confidence === undefined) return undefined
    expect(confidence).toBe(matchLine(run, match).confidence)
    return fromUtf8(buffer.bytes.subarray(0, buffer.end))
  }
  return [...matchesById(run), ...suggestionsById(run)].map((match) => ({
    written: written(match),
    defined: canonicalize(matchLine(run, match)),
  }))
}

const pairCases = casesOf({ short: 100, long: 20_000 })

it(inForms('writes the same bytes from columns as canonical JSON has of the line', pairCases), () => {
  let writtenCount = 0
  checkLaw(
    fc.property(anyCase, (given) => {
      for (const { written, defined } of linesOf(runOf(given))) {
        if (written === undefined) continue
        writtenCount += 1
        expect(written).toBe(defined)
      }
    }),
    pairCases,
  )
  expect(writtenCount).toBeGreaterThan(sizeOf(pairCases) / 20)
})

const texts = ['plain', 'a "quoted" \\ text', 'tab\tand\nline', 'Ünïcödé 😀 \u2028', '\u0001', 'x'.repeat(100), '"']
const amounts = [
  '0',
  '-0.5',
  '100',
  '0.000000000001',
  '4503599627370496',
  '4503599627370497',
  '-999999999999999999',
  '10.01',
]

describe('a pair of', () => {
  it.each([
    ['texts that JSON escapes', { field: 'reference' }, texts.map((reference) => ({ reference }))],
    [
      'texts that are normalised',
      { field: 'reference', normalize: ['upper'] },
      texts.map((reference) => ({ reference })),
    ],
    ['amounts of any size', { field: 'amount' }, amounts.map((amount) => ({ amount }))],
    [
      'an amount and an attribute',
      { sourceField: 'amount', targetField: 'attributes.total' },
      amounts.map((amount) => ({ amount })),
    ],
    ['dates of any year', { field: 'date' }, ['0001-01-01', '1969-12-31', '9999-12-31'].map((date) => ({ date }))],
  ])('%s has the bytes of canonical JSON', (_, criterion, values) => {
    const recordsOf = (side: string): CanonicalRecord[] =>
      values.map((value, index) => {
        const total = 'amount' in value ? { attributes: { total: value.amount } } : {}
        return { ...value, ...total, id: `${side}"${index}`, description: `d${index}` }
      })
    const byCriterion = { match: [criterion, { field: 'description' }, { field: 'type', nulls: 'skip' as const }] }
    const lines = linesOf(runOf({ source: recordsOf('s'), target: recordsOf('t'), rules: inForm([byCriterion]) }))
    expect(lines).toHaveLength(values.length)
    for (const { written, defined } of lines) expect(written).toBe(defined)
  })

  it.each([
    ['within a tolerance', { field: 'amount', tolerance: '0.5' }, ['100', '99.5', '100.000000000001']],
    [
      'turned by a sign',
      { field: 'amount', tolerance: '0.5', sign: 'opposite' as const },
      ['-100', '-99.5', '-100.25'],
    ],
  ])('amounts %s has the bytes of canonical JSON', (_, criterion, targets) => {
    const source = targets.map((_, index) => ({ id: `s${index}`, amount: '100', reference: `${index}` }))
    const target = targets.map((amount, index) => ({ id: `t${index}`, amount, reference: `${index}` }))
    const rules = inForm([{ match: [{ field: 'reference' }, criterion], variance: 'fee' }])
    const lines = linesOf(runOf({ source, target, rules }))
    expect(lines.length).toBeGreaterThan(0)
    for (const { written, defined } of lines) expect(written).toBe(defined)
  })
})

it('keeps few of the values for combinations of standings, the latest among them', () => {
  const kept = new Map<number, string>()
  for (let code = 0; code < 3 * keptCountMax; code++) {
    keepValue(kept, code, `${code}`)
    if (kept.get(code) !== `${code}` || kept.size > keptCountMax) throw new Error(`${kept.size} values at ${code}`)
  }
  expect(kept.size).toBe(keptCountMax)
})

it('of more criteria than one number can tell apart has the confidence of its own values', () => {
  const names = Array.from({ length: 16 }, (_, index) => `k${index}`)
  const recordsOf = (side: string, amounts: readonly string[]): CanonicalRecord[] =>
    amounts.map((amount, index) => {
      const attributes = Object.fromEntries(names.map((name) => [name, `${name}-${index}`]))
      return { id: `${side}${index}`, amount, currency: 'EUR', attributes }
    })
  const texts = names.map((name) => ({ field: `attributes.${name}`, normalize: ['upper' as const] }))
  const rules = inForm([{ match: [...texts, { field: 'amount', tolerance: '1' }] }])
  const lines = linesOf(runOf({ source: recordsOf('s', ['10', '10']), target: recordsOf('t', ['10', '11']), rules }))
  expect(lines).toHaveLength(2)
  for (const { written, defined } of lines) expect(written).toBe(defined)
})
