import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@tallystick/client'
import type { NewDecisions } from '@tallystick/schema/decision'
import type { PeriodRecord } from '@tallystick/schema/period'
import { root } from './tool-environment.ts'

/** The members of the demo tenant, each signed in. */
export interface SignedIn {
  readonly ada: Client
  readonly petra: Client
  readonly aron: Client
}

type Decision = NewDecisions['decisions'][number]
type Named = (...ids: readonly string[]) => NonNullable<Decision['items']>

interface Month {
  readonly name: string
  /** Closing balances of the bank and of the books. */
  readonly balances: readonly [bank: string, books: string]
  /** In their order: a later batch may name what an earlier one left. */
  readonly decisions: readonly ((named: Named) => readonly Decision[])[]
  readonly end: 'closed' | 'submitted' | 'open'
}

const name = 'Bank 1200'
const adapters = { source: 'bank:1200', target: 'ledger:1200' } as const

/** Three months of tests/samples/close, whose decisions carry items from one to the next. */
const months: readonly Month[] = [
  {
    name: '2026-01',
    balances: ['11321.50', '11450.00'],
    decisions: [
      (named) => [
        { kind: 'match', items: named('b103', 'l103'), note: 'The first of two instalments' },
        { kind: 'accept', items: named('b104', 'b105', 'b106'), label: 'bank_fee' },
        { kind: 'carry', items: named('l104'), reason: 'Cheque 501 is not cashed yet', expected: '2026-02-15' },
      ],
      (named) => [
        { kind: 'carry', items: named('l103~1'), reason: 'Second instalment in February', expected: '2026-02-28' },
      ],
    ],
    end: 'closed',
  },
  {
    name: '2026-02',
    balances: ['13409.50', '14061.50'],
    decisions: [
      (named) => [
        { kind: 'match', items: named('b104', 'b105', 'b106', 'l201'), note: 'The fees of January, in one entry' },
        { kind: 'accept', items: named('b204'), label: 'bank_fee' },
        { kind: 'carry', items: named('l203'), reason: 'Paid on the last days', expected: '2026-03-15' },
      ],
    ],
    end: 'submitted',
  },
  {
    name: '2026-03',
    balances: ['14872.50', '14649.50'],
    decisions: [
      (named) => [{ kind: 'accept', items: named('b303', 'l302'), amount: '-60', label: 'discount' }],
      (named) => [{ kind: 'flag', items: named('b302') }],
    ],
    end: 'open',
  },
]

/**
 * A bank account whose January is closed, whose February waits for approval, and whose March is open with an adjustment
 * to be approved, by the calls that people would send. Changes nothing where it was begun. Resolves with what to print.
 */
export async function ensureDemoClose({ ada, petra, aron }: SignedIn): Promise<string> {
  const found = await ada.reconciliations.list().toArray()
  if (!found.some((each) => each.name === name)) await closeMonths({ ada, petra, aron })
  const states = months.map((month) => `${month.name} ${month.end}`)
  return `close: ${name}, ${states.join(', ')}; February waits for aron@example.com`
}

async function closeMonths({ ada, petra, aron }: SignedIn): Promise<void> {
  const { id } = await ada.reconciliations.create({
    name,
    source: { adapter: adapters.source },
    target: { adapter: adapters.target },
    approvalAbove: { EUR: '50' },
    rules: [{ id: 'reference', match: [{ field: 'reference' }, { field: 'amount' }] }],
  })
  const balance = { EUR: '10000.00' }
  await petra.reconciliations.giveOpening(id, { balances: { source: balance, target: balance }, items: [] })
  for (const [index, month] of months.entries()) {
    const days = index === 0 ? { first: `${month.name}-01` } : {}
    const period = await petra.reconciliations.beginPeriod(id, days)
    await prepare(petra, period.id, month)
    if (month.end === 'open') continue
    await petra.periods.run(period.id)
    await petra.periods.submit(await petra.periods.get(period.id))
    if (month.end === 'closed') await approve(aron, await aron.periods.get(period.id))
  }
}

async function prepare({ datasets, periods }: Client, id: string, month: Month): Promise<void> {
  for (const side of ['source', 'target'] as const) {
    const file = `${side === 'source' ? 'bank' : 'ledger'}-${month.name}.csv`
    const content = new Uint8Array(readFileSync(join(root, 'tests/samples/close', file)))
    const upload = { name: file, adapter: adapters[side], mediaType: 'text/csv', currency: 'EUR', content } as const
    await periods.addDataset(id, { datasetId: (await datasets.uploadExport(upload)).id, side })
  }
  await periods.run(id)
  for (const decide of month.decisions) {
    const items = await periods.items(id).toArray()
    const nameById = new Map(items.map((item) => [item.name.id, item.name]))
    const named: Named = (...ids) => ids.flatMap((each) => nameById.get(each) ?? [])
    await periods.decide(await periods.get(id), [...decide(named)])
  }
  const [bank, books] = month.balances
  await periods.setBalances(await periods.get(id), { closing: { source: { EUR: bank }, target: { EUR: books } } })
}

async function approve({ periods }: Client, period: PeriodRecord): Promise<void> {
  const { root: submitted } = period.signoffs.at(-1) ?? {}
  if (submitted === undefined) throw new Error(`${period.name} was not submitted`)
  await periods.approve(period, submitted)
}
