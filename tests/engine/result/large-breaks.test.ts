import { expect, it } from 'vitest'
import { canonicalize } from '../../../engine/base/canonical.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { compareBytes } from '../support/lines.ts'
import { run } from '../support/run.ts'
import { sha256Hex } from '../support/sha256.ts'

const tied = (side: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${side}${index}`,
    amount: '1',
    currency: 'EUR',
    description: `${side} ${index}`,
  }))
const rules: RuleInput[] = [{ id: 'amount', match: [{ field: 'amount' }] }]
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id).sort((a, b) => compareBytes([a], [b]))

it('writes a break of 1,000 records as one line', () => {
  const { breaks } = run({ source: tied('s', 500), target: tied('t', 500), rules })
  expect(breaks).toHaveLength(1)
  expect(breaks[0]).not.toHaveProperty('group')
})

it('writes a break of 1,001 records as one line a record, with a common group', () => {
  const [source, target] = [tied('s', 501), tied('t', 500)]
  const { breaks } = run({ source, target, rules })
  const group = sha256Hex(Buffer.from(canonicalize([idsOf(source), idsOf(target)])))
  expect(breaks.map((line) => line.source ?? line.target)).toEqual(
    [...idsOf(source), ...idsOf(target)].map((id) => [id]),
  )
  expect(new Set(breaks.map((line) => `${line.reason} ${line.group}`))).toEqual(new Set([`ambiguous ${group}`]))
})

it('counts it as one break', () => {
  const { summary } = run({ source: tied('s', 501), target: tied('t', 500), rules })
  expect([summary.breakCount, summary.breaks]).toEqual([1, { ambiguous: 1 }])
})

it('shows each record its own candidates, up to three', () => {
  const { breaks } = run({ source: tied('s', 501), target: tied('t', 500), rules })
  for (const line of breaks) {
    expect(line.candidates).toHaveLength(3)
    for (const each of line.candidates ?? [])
      expect(line.source?.[0] ?? line.target?.[0]).toBe(line.source ? each.source : each.target)
  }
})

it('writes a surplus of more than 1,000 twins so as well, each with the counts', () => {
  const twins = Array.from({ length: 1_002 }, (_, index) => ({ id: `s${index}`, amount: '1', currency: 'EUR' }))
  const { breaks, summary } = run({ source: twins, target: tied('t', 1), rules })
  expect(breaks).toHaveLength(1_001)
  expect(new Set(breaks.map(({ counts }) => JSON.stringify(counts)))).toEqual(new Set(['{"source":1002,"target":1}']))
  expect(new Set(breaks.map(({ group }) => group)).size).toBe(1)
  expect(summary.breaks).toEqual({ duplicate: 1 })
})
