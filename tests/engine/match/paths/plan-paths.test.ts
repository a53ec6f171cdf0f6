import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finish } from '../../../../engine/base/slices.ts'
import type { Block } from '../../../../engine/match/blocks/blocks.ts'
import { blocksOf } from '../../../../engine/match/blocks/key-groups.ts'
import type { CandidateList } from '../../../../engine/match/blocks/pair-list.ts'
import type { PairPath } from '../../../../engine/match/blocks/pair-path.ts'
import { listPairs } from '../../../../engine/match/candidates/candidates.ts'
import { everyPath, pathsOf } from '../../../../engine/match/paths/plan-paths.ts'
import { comparedTexts } from '../../../../engine/match/paths/text-work.ts'
import type { BoundRule } from '../../../../engine/match/state/bound-rule.ts'
import { createRunState } from '../../../../engine/match/state/open-run-state.ts'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { CriterionInput, RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { checkLaw } from '../../support/law.ts'
import { policyOf, tableOf } from '../../support/run.ts'

/** The ways to find the pairs of a block. */

const criteria = fc.subarray<CriterionInput>(
  [
    { field: 'amount', tolerance: '2' },
    { field: 'date', days: { before: 1, after: 3 } },
    { field: 'gross', tolerance: '150%' },
    { field: 'net', tolerance: { from: '1', to: '4' }, nulls: 'match' },
    { field: 'description', similarity: { method: 'trigram', min: '0.6' } },
    { field: 'counterparty', similarity: { method: 'levenshtein', min: '0.7' }, nulls: 'match' },
    { field: 'description', op: 'starts', min: 4 },
    { field: 'counterparty', op: 'ends', min: 4, nulls: 'match' },
    { field: 'status', nulls: 'skip' },
  ],
  { minLength: 1 },
)

const text = fc.constantFrom('ACME LIMITED', 'ACME LTD', 'ACMA LIMITED', 'ZENITH', 'ZENITH SA', 'A', 'ACME LIMITED 2')
const units = fc.integer({ min: 0, max: 12 }).map((value) => `${value}`)
const record = fc.record(
  {
    amount: units,
    date: fc.integer({ min: 1, max: 9 }).map((day) => `2026-03-0${day}`),
    gross: units,
    net: units,
    description: text,
    counterparty: text,
    status: fc.constantFrom('open', 'done'),
  },
  { requiredKeys: ['amount', 'date', 'gross', 'description'] },
)
const side = fc
  .array(record, { minLength: 1, maxLength: 24 })
  .map((all) => all.map((each, index): CanonicalRecord => ({ id: `r${index}`, currency: 'EUR', ...each })))

const ruleWith = (match: readonly CriterionInput[]): RuleInput => ({
  ignoreAmount: true,
  match: [{ field: 'id', op: 'contains', nulls: 'skip' }, { field: 'account', nulls: 'match' }, ...match],
})

interface Given {
  readonly rule: BoundRule
  readonly block: Block
}

/** The blocks of a rule over all records. */
function blocksWith(source: readonly CanonicalRecord[], target: readonly CanonicalRecord[], rule: RuleInput): Given[] {
  const policy = policyOf([rule])
  const state = createRunState(tableOf(source, policy), tableOf(target, policy), policy)
  return state.rules.flatMap((bound) => blocksOf(bound, state).map((block) => ({ rule: bound, block })))
}

/** The pairs that a path visits, as `source/target`. */
function visited(path: PairPath, { source }: Block): string[] {
  const walk = path.open()
  const pairs: string[] = []
  for (const position of source.keys()) walk(position, (target) => pairs.push(`${position}/${target}`))
  return pairs
}

function listed({ rule, block }: Given, path: PairPath): CandidateList {
  const list = finish(listPairs(rule, block, { walk: path.open(), countMax: 10_000 }))
  if ('excess' in list) throw new Error('A small block has few candidates')
  return list
}

describe('every way to find the pairs of a block', () => {
  it('comes to the same candidates in the same order with the same ranks', () => {
    checkLaw(
      fc.property(side, side, criteria, (source, target, match) => {
        for (const given of blocksWith(source, target, ruleWith(match))) {
          const [first, ...others] = everyPath(given.rule, given.block).map((path) => listed(given, path))
          for (const other of others) expect(other).toEqual(first)
        }
      }),
    )
  })

  it('visits a pair once, and windows, alone or crossed, as many as were counted', () => {
    checkLaw(
      fc.property(side, side, criteria, (source, target, match) => {
        for (const { rule, block } of blocksWith(source, target, ruleWith(match))) {
          for (const path of everyPath(rule, block)) {
            const pairs = visited(path, block)
            expect(new Set(pairs).size).toBe(pairs.length)
            if (!path.by.startsWith('description') && !path.by.startsWith('counterparty'))
              expect(pairs.length).toBe(path.stepCount)
          }
        }
      }),
    )
  })

  it('of two windows visits the pairs inside both', () => {
    checkLaw(
      fc.property(side, side, (source, target) => {
        const rule = ruleWith([
          { field: 'date', days: { from: 1, to: 3 } },
          { field: 'amount', tolerance: '2' },
        ])
        for (const { rule: bound, block } of blocksWith(source, target, rule)) {
          const [, first, second, both] = everyPath(bound, block).map((path) => new Set(visited(path, block)))
          expect([...(both ?? [])].sort()).toEqual([...(first ?? [])].filter((pair) => second?.has(pair)).sort())
        }
      }),
    )
  })
})

describe('the way that is taken', () => {
  const many = (name: string, rest: (index: number) => Partial<CanonicalRecord>): CanonicalRecord[] =>
    Array.from({ length: 400 }, (_, index) => ({ id: `${name}${index}`, amount: '1', currency: 'EUR', ...rest(index) }))
  const dayOf = (index: number): string => new Date(Date.UTC(2026, 0, 1 + (index % 40))).toISOString().slice(0, 10)
  const takenFor = (
    match: CriterionInput[],
    rest: (index: number) => Partial<CanonicalRecord>,
    isSure = false,
  ): string | undefined => {
    const [given] = blocksWith(
      many('s', rest),
      many('t', (index) => rest(index * 7)),
      { ignoreAmount: true, match },
    )
    if (given === undefined) return undefined
    const { rule, block } = given
    return pathsOf(rule, block, { texts: comparedTexts(rule, block), isSure: () => isSure })[0].by
  }
  const days = { field: 'date', days: 5 } as const
  const amounts = { field: 'amount', tolerance: '5' } as const
  const texts = { field: 'description', similarity: { method: 'trigram', min: '0.8' } } as const
  const distinct = (index: number): string => (((index % 2_800) + 999) * 2_654_435_761).toString(36).repeat(2)

  it('is the window with the fewest pairs, wherever it stands', () => {
    const narrow = (index: number) => ({ amount: `${index % 400}`, date: '2026-01-01' })
    expect(takenFor([days, amounts], narrow)).toBe('amount')
    expect(takenFor([amounts, days], narrow)).toBe('amount')
  })

  it('is two windows together where each alone has many more pairs', () => {
    expect(takenFor([days, amounts], (index) => ({ amount: `${index % 37}`, date: dayOf(index) }))).toBe('date, amount')
  })

  it('is an index of texts where windows have many pairs', () => {
    const wide = (index: number) => ({ date: '2026-01-01', description: distinct(index) })
    expect(takenFor([days, texts], wide)).toBe('description')
    expect(takenFor([texts], wide)).toBe('description')
  })

  it('is a window that is sure to be affordable where splitting the texts costs more than half of it', () => {
    const tenDays = (index: number) => ({ date: `2026-01-${10 + (index % 10)}`, description: distinct(index) })
    expect(takenFor([{ field: 'date', days: 0 }, texts], tenDays)).toBe('description')
    expect(takenFor([{ field: 'date', days: 0 }, texts], tenDays, true)).toBe('date')
  })

  it('is a window where it has few pairs, whatever an index would find', () => {
    const late = (index: number) => ({ amount: `${index * 9}`, description: distinct(index) })
    expect(takenFor([texts, amounts], late)).toBe('amount')
  })
})
