import { describe, expect, it } from 'vitest'
import { balancesOf, gapsIn } from '../../../functions/console/engine-worker/statement-balances.ts'
import { proofTables } from '../../../functions/console/result/proof-rows.ts'

const statement = (
  from: string,
  to: string,
  [opening, closing]: readonly [string | null, string | null],
  account = 'A',
) => ({
  account,
  currency: 'EUR',
  period: { from, to },
  opening,
  closing,
})
const january = statement('2026-01-01', '2026-01-31', ['10', '20'])
const february = statement('2026-02-01', '2026-02-28', ['20', '35'])

describe('the balances of a file', () => {
  it('are those of the first and the last statement of each account, summed', () => {
    const other = statement('2026-01-01', '2026-02-28', ['1.5', '2.5'], 'B')
    expect(balancesOf([february, other, january])).toEqual({
      EUR: { opening: '11.5', closing: '37.5', to: '2026-02-28' },
    })
  })

  it('are unknown where an account states none', () => {
    expect(balancesOf([january, statement('2026-01-01', '2026-01-31', [null, '3'], 'B')])).toEqual({})
  })
})

describe('the days of statements', () => {
  it('follow each other without a word', () => {
    expect(gapsIn([february, january])).toEqual([])
  })

  it.each([
    ['twice', [january, january], ['2026-01-01', '2026-01-31']],
    ['gap', [january, statement('2026-03-01', '2026-03-31', ['40', '50'])], ['2026-01-31', '2026-03-01']],
    ['overlap', [january, statement('2026-01-30', '2026-02-28', ['18', '35'])], ['2026-01-30', '2026-01-31']],
  ] as const)('may show a %s', (kind, statements, [from, to]) => {
    expect(gapsIn(statements)).toEqual([{ kind, account: 'A', from, to }])
  })

  it('without statements over a quiet week miss nothing', () => {
    expect(gapsIn([january, statement('2026-02-09', '2026-02-28', ['20', '35'])])).toEqual([])
  })
})

describe('the proof of balances', () => {
  const total = { count: 2, total: '0', matched: '100', open: '-14', excluded: '0', netted: '0' }
  const run = {
    totals: {
      kind: 'totals',
      source: { EUR: total },
      target: { EUR: { ...total, matched: '-99', open: '-40' } },
      accepted: {},
      turned: {},
      fx: {},
    },
    policy: { rules: [], signs: { target: 'turned' } },
    sides: {
      source: { name: 'bank', recordCount: 2, root: '', leftOutCount: 0 },
      target: { name: 'books', recordCount: 2, root: '', leftOutCount: 0 },
    },
  } as const
  const stated = { EUR: { opening: '1000', closing: '1086', to: '2026-03-31' } }

  it('says what the other side should have', () => {
    const [table] = proofTables({ ...run, balances: { source: stated, target: {} } })
    expect(table?.rows.map(({ label, amount }) => [label, amount])).toEqual([
      ['Balance by bank', '1086'],
      ['Only in bank', '14'],
      ['Only in books', '40'],
      ['Accepted differences', '-1'],
      ['Balance that books should have', '1139'],
    ])
  })

  it('comes to 0 where both sides state theirs and all adds up', () => {
    const books = { EUR: { opening: '-1000', closing: '-1139', to: '2026-03-31' } }
    const [table] = proofTables({ ...run, balances: { source: stated, target: books } })
    expect(table?.rows.at(-1)).toEqual({ kind: 'unexplained', label: 'Unexplained', amount: '0' })
  })

  it('is none where no side states a balance', () => {
    expect(proofTables({ ...run, balances: { source: {}, target: {} } })).toEqual([])
  })
})
