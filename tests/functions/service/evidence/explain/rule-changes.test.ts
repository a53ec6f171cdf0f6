import type { RuleInput } from '@tallystick/engine/rules'
import { expect, it } from 'vitest'
import type { RuleChanges } from '../../../../../schema/rule-changes.ts'
import type { RunRecord } from '../../../../../schema/run.ts'
import { type Client, createTestApp } from '../../../../support/worker/client.ts'
import { expectRefusals, explore, explorerPath, itemsOf, runOf } from '../../../../support/worker/explorer.ts'
import { problemOf } from '../../../../support/worker/readers.ts'
import { makeReplay } from '../../../../support/worker/replays.ts'

const name = 'findRuleChanges'
const record = (id: string, reference: string, date: string, amount = '10') => ({
  ...{ id, reference, date: `2026-03-${date}`, amount, currency: 'EUR' },
})
const rules: readonly RuleInput[] = [
  { id: 'reference', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date', days: 2 }] },
]

/** A payment that came late; one that fits two bookings by the same days; and one whose reference is another. */
async function runWithBreaks() {
  const app = createTestApp()
  const tenant = await app.newTenant()
  const source = [record('late', 'A', '10'), record('between', 'B', '10'), record('renamed', 'C-1', '10', '77')]
  const target = [
    record('later', 'A', '13'),
    ...[record('before', 'B', '06'), record('after', 'B', '14')],
    record('other', 'C-2', '10', '77'),
  ]
  return { app, client: tenant.client, run: await runOf(tenant, { source, target, rules }) }
}

async function changesOf(client: Client, run: RunRecord, source: string): Promise<RuleChanges> {
  const found = (await itemsOf(client, run, 'breaks')).find((item) => item.source_transaction_ids.includes(source))
  return explore<RuleChanges>(client, run, `${name}?break=${found?.id}`)
}

it('offers a change that takes the break, with what a replay under its rules comes to', async () => {
  const { client, run } = await runWithBreaks()
  const { changes, note } = await changesOf(client, run, 'late')
  expect(note).toBeUndefined()
  expect(changes).toMatchObject([
    {
      ...{ kind: 'wider', rule: 'reference', pointer: '/0/match/2/days', from: 2, to: 3 },
      candidate: { source: ['late'], target: ['later'] },
      trial: {
        ...{ matches: { before: 0, after: 1 }, closed: { count: 1 }, opened: { count: 0 }, lost: { count: 0 } },
        gained: { count: 1, lines: [{ kind: 'match', source: ['late'], target: ['later'] }] },
      },
    },
  ])
  const [change] = changes
  const { run: replay } = await makeReplay(client, run, { rules: change?.rules })
  expect(replay.resultRoot).toBe(change?.trial.resultRoot)
  const breaks = [await itemsOf(client, run, 'breaks'), await itemsOf(client, replay, 'breaks')]
  expect(change?.trial.breaks).toEqual({ before: breaks[0]?.length, after: breaks[1]?.length })
})

it('offers no change under which the record would be ambiguous, and none that leaves amount and date alone', async () => {
  const { client, run } = await runWithBreaks()
  expect(await changesOf(client, run, 'between')).toEqual({
    changes: [],
    note: 'One change was tried on the whole run: under it, too, these records are not matched with each other.',
  })
  expect(await changesOf(client, run, 'renamed')).toEqual({
    changes: [],
    note: expect.stringMatching('would leave the rule on amount and date alone'),
  })
})

it('knows only breaks of the run, and only runs of the tenant', async () => {
  const { app, client, run } = await runWithBreaks()
  const unknown = `brk_${'0'.repeat(26)}`
  const path = `${explorerPath(run, name)}?break=`
  expect(await problemOf(client.get(`${path}${unknown}`))).toMatchObject({ status: 404, code: 'artifact_not_found' })
  expect(await problemOf(client.get(`${path}x`))).toMatchObject({ status: 400 })
  await expectRefusals(app, run, (each, id) => each.get(`/api/v1/runs/${id}/trust-explorer/${name}?break=${unknown}`))
})
