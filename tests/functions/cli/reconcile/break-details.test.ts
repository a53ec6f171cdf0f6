import { afterAll, describe, expect, it } from 'vitest'
import { createScratch, runWords } from '../../../support/node/command.ts'

/** What a person is told of a break beside its own records. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const header = 'id,date,amount,currency,reference,description\n'
const side = (name: string, rows: readonly string[]): string =>
  scratch.write(name, header + rows.map((row) => `${row}\n`).join(''))

interface Input {
  readonly source: readonly string[]
  readonly target: readonly string[]
  /** Rules, or an object with them and what they refer to. */
  readonly rules: object
}

/** What stands below the last table. */
async function openPart({ source, target, rules }: Input): Promise<string> {
  const words = [side('source.csv', source), side('target.csv', target)]
  const { output } = await runWords([
    'reconcile',
    ...words,
    '--rules',
    scratch.write('rules.json', JSON.stringify(rules)),
  ])
  return output.slice(output.indexOf('\nopen: '))
}

const equal = (...fields: readonly string[]) => fields.map((field) => ({ field }))

/** A text that lists references. */
const listing = {
  cardinality: '1:n',
  match: [{ sourceField: 'description', targetField: 'reference', op: 'listed', mask: 'INV-#' }],
  sum: { source: equal('amount'), target: equal('amount') },
}

describe('a break', () => {
  it('says what its values look like, and what the rule would have to allow', async () => {
    const open = await openPart({
      source: ['s1,2026-03-02,1254.3,EUR,A,', 's2,2026-02-03,9,EUR,B,', 's3,2026-03-02,8,EUR,C,'],
      target: ['t1,2026-03-02,1245.3,EUR,A,', 't2,2026-03-02,9,EUR,B,', 't3,2026-03-02,-8,EUR,C,'],
      rules: [
        {
          id: 'near',
          match: [
            ...equal('reference'),
            { field: 'amount', tolerance: { from: '-5', to: '0.5' } },
            { field: 'date', days: { before: 0, after: 1 } },
          ],
        },
      ],
    })
    expect(open).toBe(`
open: 3 breaks
amount_mismatch, 9.00 less in target, hint transposed
  source   line 2   s1   2026-03-02   1,254.30 EUR   A
  target   line 2   t1   2026-03-02   1,245.30 EUR   A
  rule     near fails at amount alone, needs tolerance from -9 to 0.5
date_mismatch, target − source = 27 days, hint day_month_swapped
  source   line 3   s2   2026-02-03       9.00 EUR   B
  target   line 3   t2   2026-03-02       9.00 EUR   B
  rule     near fails at date alone, needs days before 0 after 27
amount_mismatch, 16.00 apart, hint opposite_sign
  source   line 4   s3   2026-03-02       8.00 EUR   C
  target   line 4   t3   2026-03-02      -8.00 EUR   C
  rule     near fails at amount alone, needs tolerance from -16 to 0.5
`)
  })

  it('shows the record that it would match, were it not taken, and by which match', async () => {
    const open = await openPart({
      source: ['s1,2026-03-02,5,EUR,A,one', 's2,2026-03-02,5,EUR,A,two', 's3,2026-03-02,6,EUR,B,one'],
      target: ['t1,2026-03-02,5,EUR,A,one', 't2,2026-03-02,6,EUR,B,one'],
      rules: [{ match: equal('reference', 'amount', 'description') }, { match: equal('reference', 'amount') }],
    })
    expect(open).toMatch(
      /^\nopen: 1 break\nmissing_in_target\n {2}source {3}line 3 {3}s2 .*\n {2}taken {4}line 2 {3}t1 {3}2026-03-02 {3}5\.00 EUR {3}by mat_[0-9a-f]{26} · A · one\n$/,
    )
  })

  it('of a record without a counterpart shows the nearest record', async () => {
    const open = await openPart({
      source: ['s1,2026-03-02,5,EUR,N-71,'],
      target: ['t1,2026-03-02,5,EUR,N-72,'],
      rules: [{ id: 'all', match: equal('reference', 'amount', 'date') }],
    })
    expect(open).toBe(`
open: 2 breaks
missing_in_target, hint one_character
  source   line 2   s1   2026-03-02   5.00 EUR   N-71
  near     line 2   t1   2026-03-02   5.00 EUR   N-72
  rule     all fails at reference alone
missing_in_source, hint one_character
  target   line 2   t1   2026-03-02   5.00 EUR   N-72
  near     line 2   s1   2026-03-02   5.00 EUR   N-71
  rule     all fails at reference alone
`)
  })

  it('under a netting rule shows the other record of its own side', async () => {
    const open = await openPart({
      source: ['s1,2026-03-02,5,EUR,N-71,', 's2,2026-03-02,-5,EUR,N-72,'],
      target: [],
      rules: [{ id: 'voids', side: 'source', match: equal('reference', 'date') }],
    })
    expect(open).toContain(`
missing_in_target, hint one_character
  source   line 2   s1   2026-03-02    5.00 EUR   N-71
  near     line 3   s2   2026-03-02   -5.00 EUR   N-72
  rule     voids fails at reference alone
`)
  })

  it('of a text that lists keys says which of them are missing, and which are taken', async () => {
    const open = await openPart({
      source: ['s1,2026-03-02,9,EUR,R,', 's2,2026-03-02,75,EUR,,INV-1 INV-2 INV-3 INV-4 INV-5 INV-6'],
      target: ['t1,2026-03-02,50,EUR,INV-1,', 't2,2026-03-02,9,EUR,INV-2,'],
      rules: [
        { id: 'own', match: equal('amount', 'date') },
        { id: 'keys', ...listing },
      ],
    })
    expect(open).toBe(`
open: 1 break
sum_mismatch, 25.00 less in target
  source   line 3   s2   2026-03-02   75.00 EUR   INV-1 INV-2 INV-3 INV-4 INV-5 INV-6
  target   line 2   t1   2026-03-02   50.00 EUR   INV-1
  rule     keys fails at sum alone
  listed   1 found, missing INV-3 and INV-4 and INV-5 and 1 more, taken t2
  total    50.00
`)
  })

  it('of a record that no subset adds up to says whose total it shows beside the nearest set', async () => {
    const open = await openPart({
      source: ['s1,2026-03-02,100,EUR,A,'],
      target: ['t1,2026-03-02,60,EUR,A,', 't2,2026-03-02,37,EUR,A,', 't3,2026-03-02,20,EUR,A,'],
      rules: [
        {
          id: 'sub',
          cardinality: '1:n',
          select: 'subset',
          match: equal('reference'),
          sum: {},
          limits: { maxItems: 2 },
        },
      ],
    })
    expect(open).toContain(`
sum_mismatch, 3.00 apart
  source   line 2   s1   2026-03-02   100.00 EUR   A
  rule     sub fails at sum alone, needs tolerance 3
  total    117.00 of all records that may be chosen
`)
  })

  it('of a booking on several days says which is likely the one', async () => {
    const open = await openPart({
      source: ['s1,2026-03-02,5,EUR,A,'],
      target: ['t1,2026-03-10,5,EUR,A,', 't2,2026-03-02,5,EUR,A,'],
      rules: [{ match: equal('reference', 'amount') }],
    })
    expect(open).toContain('\nduplicate, booked 8 days apart, t2 likely is the one, 1 in source, 2 in target\n')
  })

  it('of a group says how far its sums are apart, since no total is shown', async () => {
    const open = await openPart({
      source: ['s1,2026-03-02,-100,EUR,A,'],
      target: ['t1,2026-03-02,-50,EUR,A,', 't2,2026-03-02,-45,EUR,A,'],
      rules: [{ cardinality: '1:n', match: equal('reference'), sum: listing.sum }],
    })
    expect(open).toContain('\nsum_mismatch, 5.00 apart\n')
  })

  it('says why a rule could not compare', async () => {
    const open = await openPart({
      source: ['s1,2026-03-02,10,EUR,A,', 's2,2026-03-02,5,USD,B,'],
      target: ['t1,2026-03-02,6,EUR,A,', 't2,2026-03-02,4,EUR,A,', 't3,2026-03-02,4.6,EUR,B,'],
      rules: {
        rules: [
          { id: 'payout', cardinality: 'n:1', match: equal('reference'), sum: listing.sum },
          { id: 'dollars', convert: { to: 'EUR' }, match: equal('reference', 'amount') },
        ],
        rates: [{ from: 'CHF', to: 'EUR', date: '2026-03-02', rate: '0.92' }],
      },
    })
    expect(open).toContain('\n  rule     payout: more than one record on a side that has one\n')
    expect(open).toContain('\n  rule     dollars: no rate to convert with\n')
  })

  it('that is too large says of what, beside its first record', async () => {
    const rowsOf = (letter: string) =>
      Array.from({ length: 520 }, (_, index) => `${letter}${index},2026-03-02,5,EUR,${letter}${index},`)
    const open = await openPart({
      source: rowsOf('s'),
      target: rowsOf('t'),
      rules: [{ id: 'most', assign: 'most', match: [...equal('amount'), { field: 'date', days: 2 }] }],
    })
    expect(open).toBe(`
open: 1 break
group_too_large, 1,040 records
  source   line 2   s0   2026-03-02   5.00 EUR   s0
  rule     most
  work     520 by connected, 512 at most
`)
  })
})
