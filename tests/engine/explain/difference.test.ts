import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LineParts } from '../../../engine/base/line-splitter.ts'
import { compareResults, differenceCountMax, type ResultDifference } from '../../../engine/explain/difference.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { MatchLine } from '../../../engine/result/line.ts'
import { confidences } from '../../../engine/rules/language/rule-form.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { anyCase } from '../support/any-case.ts'
import { controlTotalsOf } from '../support/control-totals.ts'
import { caseCount } from '../support/law.ts'
import { compareBytes } from '../support/lines.ts'
import { type Case, policyOf, type Result, run, tableOf } from '../support/run.ts'

const partsOf = ({ chunks }: Result): string[] => chunks.map(({ text }) => text)

const difference = (
  source: readonly CanonicalRecord[],
  before: LineParts | null,
  after: LineParts,
): Promise<ResultDifference> => compareResults({ before, after, source: tableOf(source, policyOf([])) })

/** The difference by loops over both results. */
function naiveDifference(
  source: readonly CanonicalRecord[],
  was: readonly MatchLine[],
  is: readonly MatchLine[],
): ResultDifference {
  const matchOf = (id: string, matches: readonly MatchLine[]) => matches.find((match) => match.source.includes(id))
  const all = source
    .map(({ id }) => ({ source: id, before: matchOf(id, was)?.target, after: matchOf(id, is)?.target }))
    .sort((a, b) => compareBytes([a.source], [b.source]))
  const value: { [currency: string]: { [level: string]: { before: string; after: string } } } = {}
  for (const currency of new Set(source.map((record) => record.currency ?? 'XXX'))) {
    for (const level of confidences) {
      const own = (matches: readonly MatchLine[]) =>
        source.filter(
          (record) => (record.currency ?? 'XXX') === currency && matchOf(record.id, matches)?.confidence === level,
        )
      const [before, after] = [own(was), own(is)]
      const totalOf = (records: typeof before) => new Map(Object.entries(controlTotalsOf(records))).get(currency) ?? '0'
      if (before.length + after.length === 0) continue
      value[currency] = {
        ...value[currency],
        [level]: { before: totalOf(before), after: totalOf(after) },
      }
    }
  }
  return {
    newlyMatched: all.flatMap(({ source, before, after }) => (!before && after ? [{ source, after }] : [])),
    noLongerMatched: all.flatMap(({ source, before, after }) => (before && !after ? [{ source, before }] : [])),
    rePaired: all.flatMap(({ source, before, after }) =>
      before && after && JSON.stringify(before) !== JSON.stringify(after) ? [{ source, before, after }] : [],
    ),
    value,
    truncated: false,
  }
}

describe('the difference of two results', () => {
  const record = (id: string, amount: string, reference: string): CanonicalRecord => ({
    id,
    amount,
    currency: 'EUR',
    reference,
  })
  const exact: RuleInput = { match: [{ field: 'reference' }, { field: 'amount' }] }
  const near: RuleInput = { confidence: 'medium', match: [{ field: 'reference' }, { field: 'amount', tolerance: '1' }] }
  const byAmount: RuleInput = { confidence: 'low', match: [{ field: 'amount' }] }
  const given: Case = {
    source: [record('s1', '10', 'A'), record('s2', '20', 'B'), record('s3', '30', 'C')],
    target: [record('t1', '10', 'A'), record('t2', '20.5', 'B'), record('t3', '30', 'X'), record('t4', '20', 'Y')],
    rules: [exact, near],
  }

  it('lists source records that are newly matched, no longer matched, and matched with other records', async () => {
    const [before, after] = [run(given), run({ ...given, rules: [byAmount] })]
    expect(await difference(given.source, partsOf(before), partsOf(after))).toEqual({
      newlyMatched: [{ source: 's3', after: ['t3'] }],
      noLongerMatched: [],
      rePaired: [{ source: 's2', before: ['t2'], after: ['t4'] }],
      value: {
        EUR: {
          exact: { before: '10', after: '0' },
          medium: { before: '20', after: '0' },
          low: { before: '0', after: '60' },
        },
      },
      truncated: false,
    })
    const back = await difference(given.source, partsOf(after), partsOf(before))
    expect(back.noLongerMatched).toEqual([{ source: 's3', before: ['t3'] }])
    expect(back.value['EUR']).toMatchObject({ low: { before: '60', after: '0' } })
  })

  it('is nothing between equal results, but for the value that both have', async () => {
    const result = run(given)
    expect(await difference(given.source, partsOf(result), partsOf(result))).toEqual({
      ...{ newlyMatched: [], noLongerMatched: [], rePaired: [], truncated: false },
      value: { EUR: { exact: { before: '10', after: '10' }, medium: { before: '20', after: '20' } } },
    })
  })

  it('has everything newly matched where there was no result before', async () => {
    const { newlyMatched, value } = await difference(given.source, null, partsOf(run(given)))
    expect(newlyMatched.map(({ source }) => source)).toEqual(['s1', 's2'])
    expect(value['EUR']).toMatchObject({ exact: { before: '0', after: '10' } })
  })

  it('is the same from bytes cut anywhere', async () => {
    const [before, after] = [run(given), run({ ...given, rules: [byAmount] })]
    const cut = async function* (text: string): AsyncGenerator<Uint8Array> {
      const bytes = Buffer.from(text)
      for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7)
    }
    expect(await difference(given.source, cut(before.text), cut(after.text))).toEqual(
      await difference(given.source, partsOf(before), partsOf(after)),
    )
  })

  it('cuts its lists after 1,000 and says so', async () => {
    const many = (side: string, count: number) =>
      Array.from({ length: count }, (_, index) => record(`${side}${index}`, '1', `R${index}`))
    const matched = (count: number) => run({ source: many('s', count), target: many('t', count), rules: [exact] })
    const [all, one] = [matched(differenceCountMax), matched(differenceCountMax + 1)]
    const source = many('s', differenceCountMax + 1)
    const exactly = await difference(source, null, partsOf(all))
    expect([exactly.newlyMatched.length, exactly.truncated]).toEqual([1_000, false])
    const cut = await difference(source, null, partsOf(one))
    expect([cut.newlyMatched.length, cut.truncated]).toEqual([1_000, true])
    expect(cut.value['EUR']).toMatchObject({ exact: { after: '1001' } })
  })

  it('is that of a direct comparison, whatever the rules', async () => {
    const leavesNothing = anyCase.filter(({ rules }) => policyOf(rules).rules.every((rule) => !rule.residual))
    const twoRuleSets = fc
      .tuple(leavesNothing, leavesNothing)
      .map(([each, other]) => ({ ...each, others: other.rules }))
    await fc.assert(
      fc.asyncProperty(twoRuleSets, async ({ others, ...each }) => {
        const [before, after] = [run(each), run({ ...each, rules: others })]
        const found = await difference(each.source, partsOf(before), partsOf(after))
        expect(found).toEqual(naiveDifference(each.source, before.matches, after.matches))
        const listed = new Set([...found.newlyMatched, ...found.rePaired].flatMap((one) => one.after))
        const wasMatched = new Set(before.matches.flatMap(({ target }) => target))
        for (const id of after.matches.flatMap(({ target }) => target))
          if (!wasMatched.has(id)) expect(listed).toContain(id)
      }),
      { numRuns: Math.ceil(caseCount / 4) },
    )
  })
})
