import type { CanonicalRecord } from '@tallystick/engine/record'
import type { RuleInput } from '@tallystick/engine/rules'

/** Rules that leave much to be settled: twins, sums that fall short, listed records that are taken, pairs suggested twice. */
export const unsettledRules: readonly RuleInput[] = [
  { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }] },
  {
    id: 'sum',
    cardinality: 'n:1',
    select: 'subset',
    match: [{ field: 'account' }, { field: 'currency' }],
    sum: {},
  },
  {
    id: 'advice',
    cardinality: '1:n',
    match: [{ sourceField: 'description', targetField: 'reference', op: 'listed' }, { field: 'currency' }],
    sum: {},
  },
  { id: 'later', match: [{ field: 'counterparty' }, { field: 'amount' }] },
  { id: 'near', action: 'suggest', match: [{ field: 'account' }, { field: 'amount', tolerance: '1' }] },
  {
    id: 'wide',
    action: 'suggest',
    match: [{ field: 'currency' }, { field: 'date' }, { field: 'amount', tolerance: '3' }],
  },
]

const record = (id: string, amount: number, members: Partial<CanonicalRecord> = {}): CanonicalRecord => ({
  id,
  amount: String(amount),
  currency: 'EUR',
  date: '2026-03-01',
  ...members,
})

interface Sides {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
}

function sidesOf(index: number): Sides {
  const date = `2026-03-${String(1 + (index % 28)).padStart(2, '0')}`
  const own = { account: `A${index}`, date }
  const base = 1_000 * (index + 1)
  const reference = `REF${index}`
  const counterparty = `C${index}`
  const listing = { date, description: `pays ${reference} and OPEN${index}` }
  return {
    source: [
      record(`s${index}-later`, base + 30, { ...own, counterparty }),
      record(`s${index}-item`, base + 40, own),
      record(`s${index}-near`, base + 200, own),
      record(`s${index}-twin`, 17, { date, reference }),
      record(`s${index}-left`, 17, { date, reference }),
      record(`s${index}-list`, 50, listing),
    ],
    target: [
      record(`t${index}-sum`, 2 * base + 75, own),
      record(`t${index}-later`, base + 30, { date, counterparty }),
      record(`t${index}-near`, base + 201, { date, account: `A${index}` }),
      record(`t${index}-wide`, base + 203, { date }),
      record(`t${index}-twin`, 17, { date, reference }),
      record(`t${index}-open`, 20, { date, reference: `OPEN${index}` }),
    ],
  }
}

/** Records of so many accounts, twelve each. */
export function unsettled(accountCount: number): Sides {
  const all = Array.from({ length: accountCount }, (_, index) => sidesOf(index))
  return { source: all.flatMap(({ source }) => source), target: all.flatMap(({ target }) => target) }
}
