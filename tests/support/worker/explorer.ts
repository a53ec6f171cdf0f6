import type { CanonicalRecord } from '@tallystick/engine/record'
import type { RuleInput } from '@tallystick/engine/rules'
import { expect } from 'vitest'
import type { ResultResponse } from '../../../schema/result.ts'
import type { ResultBreak, ResultMatch } from '../../../schema/result-item.ts'
import type { RunRecord } from '../../../schema/run.ts'
import type { Client, TestApp, TestTenant } from './client.ts'
import { problemOf } from './readers.ts'
import { makeRun } from './runs.ts'
import { uploadJson } from './uploads.ts'

/** The path of one of the explorer's answers. */
export const explorerPath = (run: Pick<RunRecord, 'links'>, name: string): string =>
  `${run.links.self}/trust-explorer/${name}`

/** The answer of the explorer as JSON; fails the test on any status but 200. */
export async function explore<Answer>(client: Client, run: Pick<RunRecord, 'links'>, name: string): Promise<Answer> {
  const response = await client.get(explorerPath(run, name))
  if (response.status !== 200) throw new Error(`${name} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

export interface Sides {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
  readonly rules: readonly RuleInput[]
}

/** Uploads both sides and makes a run of them, pinned by dataset, so that later uploads change nothing. */
export async function runOf({ client }: TestTenant, { source, target, rules }: Sides): Promise<RunRecord> {
  const [from, to] = [
    await uploadJson(client, { name: 'Source', adapter: 'bank', records: source }),
    await uploadJson(client, { name: 'Target', adapter: 'ledger', records: target }),
  ]
  return makeRun(client, { sourceAdapter: `dataset:${from.id}`, targetAdapter: `dataset:${to.id}`, rules })
}

/** All items of a view of a run's results. */
export async function itemsOf(client: Client, run: RunRecord, view: 'matches'): Promise<ResultMatch[]>
export async function itemsOf(client: Client, run: RunRecord, view: 'breaks'): Promise<ResultBreak[]>
export async function itemsOf(client: Client, run: RunRecord, view: 'matches' | 'breaks'): Promise<object[]> {
  const response = await client.get(`${run.links.results}?view=${view}&limit=1000`)
  return (await response.json<ResultResponse>())[view]
}

/** The ids of the source and the target records that an item is about. */
export const sidesOfItem = (
  item: ResultMatch | ResultBreak,
): { readonly source: string[]; readonly target: string[] } =>
  'reason' in item
    ? { source: item.source_transaction_ids, target: item.target_transaction_ids }
    : {
        source: item.source_transaction_ids ?? [item.source_transaction_id ?? ''],
        target: item.target_transaction_ids ?? [item.target_transaction_id ?? ''],
      }

/** Expects that a run of another tenant is answered like an unknown run. */
export async function expectRefusals(app: TestApp, run: RunRecord, request: RequestOf): Promise<void> {
  const { client } = await app.newTenant()
  const [foreign, unknown] = await Promise.all([
    problemOf(request(client, run.id)),
    problemOf(request(client, `${run.id}x`)),
  ])
  const shown = ({ requestId: _, instance, ...rest }: typeof foreign) => ({
    ...rest,
    instance: instance.replace(/run_\w+/, ''),
  })
  expect(foreign.code).toBe('run_not_found')
  expect(shown(foreign)).toEqual(shown(unknown))
}

type RequestOf = (client: Client, runId: string) => Promise<Response>
