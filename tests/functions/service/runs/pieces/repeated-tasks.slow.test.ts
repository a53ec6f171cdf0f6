import type { CanonicalRecord } from '@tallystick/engine/record'
import type { RuleInput } from '@tallystick/engine/rules'
import { expect, it } from 'vitest'
import { policyOf, run } from '../../../../engine/support/run.ts'
import { eachOf } from '../../../../support/forms.ts'
import { inPieces } from '../../../../support/pieces/in-pieces.ts'
import { killingStore, performTimes, performUntilDone } from '../../../../support/pieces/tasks.ts'

/** Rules that leave everything which a run in pieces hands on: twins, findings, suggestions, rests, exclusions, nettings. */
const rules: readonly RuleInput[] = [
  { id: 'opening', action: 'exclude', where: { source: [{ field: 'type', op: 'eq', value: 'opening' }] } },
  { id: 'reversals', side: 'source', match: [{ field: 'counterparty' }, { field: 'amount' }] },
  { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'currency' }] },
  { id: 'part', residual: 'open', match: [{ field: 'reference' }, { field: 'amount', tolerance: '50' }] },
  { id: 'sum', cardinality: 'n:1', match: [{ field: 'account' }, { field: 'currency' }], sum: {} },
  { id: 'text', action: 'suggest', match: [{ field: 'amount' }, { field: 'currency' }, { field: 'date', days: 3 }] },
]

const record = (id: string, amount: string, members: Partial<CanonicalRecord> = {}): CanonicalRecord => ({
  id,
  amount,
  currency: 'EUR',
  date: '2026-03-01',
  ...members,
})

const source = [
  record('s1', '10', { reference: 'A' }),
  record('s2', '10', { reference: 'A' }),
  record('s3', '100', { reference: 'B' }),
  record('s4', '7', { type: 'opening' }),
  record('s5', '20', { counterparty: 'Acme' }),
  record('s6', '-20', { counterparty: 'Acme' }),
  record('s7', '3', { account: 'K' }),
  record('s8', '4', { account: 'K' }),
  record('s9', '55'),
  record('s10', '66', { reference: 'C' }),
]
const target = [
  record('t1', '10', { reference: 'A' }),
  record('t2', '60', { reference: 'B' }),
  record('t3', '8', { account: 'K' }),
  record('t4', '55', { date: '2026-03-03' }),
  record('t5', '66', { reference: 'C', date: '2026-03-09' }),
  record('t6', '40', { reference: 'B' }),
  record('t7', '12', { reference: 'Z' }),
]
/** Files end after a record or two, so that tasks write several of a folder. */
const given = { source, target, policy: policyOf(rules), sizes: { partitionCount: 2, fileByteCountMax: 100 } }

const inMemory = run({ source, target, rules }).text.split('\n').slice(1)
const linesOf = ({ text }: { readonly text: string }): readonly string[] => text.split('\n').slice(1)
const filesOf = ({ files }: { readonly files: ReadonlyMap<string, Uint8Array> }) =>
  [...files].sort(([left], [right]) => (left < right ? -1 : 1))

it('has every kind of line', () => {
  const kinds = inMemory.filter((line) => line !== '').map((line) => JSON.parse(line).kind)
  expect(new Set(kinds)).toEqual(new Set(['match', 'suggestion', 'break', 'excluded', 'netted', 'totals']))
})

it('writes the same files when every task is done twice', async () => {
  const once = await inPieces({ ...given, perform: performTimes(1) })
  const twice = await inPieces({ ...given, perform: performTimes(2) })
  expect(linesOf(once)).toEqual(inMemory)
  expect([...once.files.keys()].some((name) => name.endsWith('.00001'))).toBe(true)
  expect(filesOf(twice)).toEqual(filesOf(once))
})

it.each(eachOf(3, [1, 0, 2, 9, 3]))(
  'writes the same files when tasks are killed after %i writes',
  async (writeCount) => {
    const once = await inPieces(given)
    let deaths = 0
    /** Every second time that it writes, a task is killed. */
    const writesBeforeDeath = (): number => (deaths++ % 2 === 0 ? writeCount : 1_000_000)
    const killed = await inPieces({
      ...given,
      through: (store) => killingStore(store, writesBeforeDeath),
      perform: performUntilDone(10),
    })
    expect(deaths).toBeGreaterThan(1)
    expect(filesOf(killed)).toEqual(filesOf(once))
  },
)

it('stops when the lines of a side are not those of its root', async () => {
  const changed = (text: string): string => text.replace('"amount":"100"', '"amount":"101"')
  await expect(inPieces({ ...given, changed })).rejects.toThrow('not those that the run was pinned to')
})
