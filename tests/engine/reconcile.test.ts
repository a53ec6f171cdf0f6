import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalize } from '../../engine/base/canonical.ts'
import { reconcile } from '../../engine/reconcile.ts'
import type { CanonicalRecord } from '../../engine/record/record.ts'
import { createTableBuilder } from '../../engine/record/table-builder.ts'
import type { RuleInput } from '../../engine/rules/language/written-form.ts'
import { pairs } from './support/brief.ts'
import { checkLaw } from './support/law.ts'
import { policyOf, run, tableOf } from './support/run.ts'
import { sha256 } from './support/sha256.ts'
import { smallCase } from './support/small-world.ts'
import { withRests } from './support/with-rests.ts'

const rules: RuleInput[] = [{ match: [{ field: 'reference' }, { field: 'amount' }] }]
const records = (side: string, count: number): CanonicalRecord[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${side}${index}`, reference: `R${index}`, amount: `${index}.5` }))

describe('reconcile', () => {
  it('reads a side in any number of pieces', () => {
    const policy = policyOf(rules)
    const lines = records('s', 10).map((record) => `${canonicalize(record)}\n`)
    const rootFrom = (pieces: readonly string[]): string => {
      const builder = createTableBuilder(policy.attributePaths)
      for (const piece of pieces) builder.addLines(piece)
      const source = { table: builder.finish(), root: 'aa' }
      return reconcile({ source, target: { table: tableOf(records('t', 9), policy), root: 'bb' }, policy, sha256 })
        .resultRoot
    }
    expect(rootFrom([lines.join('')])).toBe(rootFrom(lines))
    expect(rootFrom([lines.slice(0, 3).join(''), '', lines.slice(3).join('')])).toBe(rootFrom(lines))
  })

  it('has another root for other dataset roots, and the same lines after the header', () => {
    const policy = policyOf(rules)
    const [source, target] = [tableOf(records('s', 3), policy), tableOf(records('t', 3), policy)]
    const under = (root: string) =>
      reconcile({ source: { table: source, root }, target: { table: target, root }, policy, sha256 })
    const [first, second] = [under('aa'), under('bb')]
    expect(first.resultRoot).not.toBe(second.resultRoot)
    expect(first.chunks.slice(1)).toEqual(second.chunks.slice(1))
  })

  it('throws when two records of a side have one id, since it could not tell them apart', () => {
    const [record] = records('s', 1)
    expect(() => run({ source: record ? [record, record] : [], target: [], rules })).toThrow(/Completeness/)
  })

  it('matches all of two equal sides, whatever their size', () => {
    for (const count of [0, 1, 2, 255, 256, 257, 1_025]) {
      expect(run({ source: records('s', count), target: records('t', count), rules }).summary.matchCount).toBe(count)
    }
  })

  it('keeps texts apart that only their joining would make equal', () => {
    const two: RuleInput[] = [{ match: [{ field: 'reference' }, { field: 'description' }] }]
    const [left, right] = [
      { reference: 'a;1', description: 'b' },
      { reference: 'a', description: '1;b' },
    ]
    expect(pairs({ source: [{ id: 's1', ...left }], target: [{ id: 't1', ...right }], rules: two })).toEqual([])
  })
})

describe('the summary agrees with the lines', () => {
  it('in matches, breaks, confidence, reasons and open records', () => {
    checkLaw(
      fc.property(smallCase(), (given) => {
        const { summary, matches, breaks, excluded, netted } = run(given)
        expect(summary.matchCount).toBe(matches.length)
        expect(summary.nettedCount).toBe(netted.length)
        expect(summary.breakCount).toBe(breaks.length)
        for (const [level, count] of Object.entries(summary.confidence))
          expect(matches.filter(({ confidence }) => confidence === level)).toHaveLength(count)
        for (const [reason, count] of Object.entries(summary.breaks))
          expect(breaks.filter((line) => line.reason === reason)).toHaveLength(count ?? 0)
        for (const side of ['source', 'target'] as const) {
          const matched = matches.flatMap((line) => line[side]).length
          const out = excluded.filter((line) => line[side] !== undefined).length
          const net = netted.filter((line) => line.side === side).flatMap(({ records }) => records).length
          const count = withRests(given[side], side, matches).length
          expect(summary[side]).toEqual({ matched, open: count - matched - out - net, netted: net })
        }
      }),
    )
  })

  it('in what each rule matched and left', () => {
    checkLaw(
      fc.property(smallCase(), (given) => {
        const { summary, matches, netted } = run(given)
        for (const tally of summary.rules) {
          expect(matches.filter(({ rule }) => rule === tally.id)).toHaveLength(tally.matches)
          expect(netted.filter(({ rule }) => rule === tally.id)).toHaveLength(tally.netted)
        }
        const last = summary.rules.at(-1)
        if (last) expect([last.leftSource, last.leftTarget]).toEqual([summary.source.open, summary.target.open])
      }),
    )
  })

  it('in a match rate that is 1 only when nothing is open', () => {
    const rate = (source: number, target: number) =>
      run({ source: records('s', source), target: records('t', target), rules }).summary.matchRate
    expect([rate(2, 2), rate(2, 1), rate(0, 1), rate(0, 0)]).toEqual(['1', '0.6667', '0', '0'])
    expect(rate(30_000, 29_999)).toBe('0.9999')
  })
})
