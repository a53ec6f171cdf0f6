import { env } from 'cloudflare:workers'
import { byteAt } from '@tallystick/engine/base'
import type { ResultDifference } from '@tallystick/engine/explain'
import type { ReplayReport } from '../../../schema/replay.ts'
import type { RunRecord } from '../../../schema/run.ts'
import type { Client } from './client.ts'
import { itemsOf, sidesOfItem } from './explorer.ts'

/** Replays as tests make them. */

export interface Replay {
  readonly run: RunRecord
  readonly replay: ReplayReport
}

/** Replays a run and gives the answer; fails the test on any status but 201. */
export async function makeReplay(client: Client, run: RunRecord, body?: object): Promise<Replay> {
  const response = await client.post(run.links.replay, body)
  if (response.status !== 201) throw new Error(`The replay answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/** The lists of a difference, from the two results themselves as the API shows them. */
export async function compareByHand(
  client: Client,
  before: RunRecord | null,
  after: RunRecord,
): Promise<Omit<ResultDifference, 'value' | 'truncated'>> {
  const [was, is] = [await partnersIn(client, before), await partnersIn(client, after)]
  const ids = [...new Set([...was.keys(), ...is.keys()])].sort(byBytes)
  const both = ids.map((source) => ({ source, before: was.get(source), after: is.get(source) }))
  return {
    newlyMatched: both.flatMap(({ source, before, after }) => (after && !before ? [{ source, after }] : [])),
    noLongerMatched: both.flatMap(({ source, before, after }) => (before && !after ? [{ source, before }] : [])),
    rePaired: both.flatMap(({ source, before, after }) =>
      before && after && JSON.stringify(before) !== JSON.stringify(after) ? [{ source, before, after }] : [],
    ),
  }
}

async function partnersIn(client: Client, run: RunRecord | null): Promise<ReadonlyMap<string, readonly string[]>> {
  const matches = run === null ? [] : await itemsOf(client, run, 'matches')
  return new Map(
    matches.flatMap((item) => {
      const { source, target } = sidesOfItem(item)
      return source.map((id) => [id, target] as const)
    }),
  )
}

const encoder = new TextEncoder()

function byBytes(left: string, right: string): number {
  const [a, b] = [encoder.encode(left), encoder.encode(right)]
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) if (a[index] !== b[index]) return byteAt(a, index) - byteAt(b, index)
  return a.length - b.length
}

/** How many replays of `run` there are. */
export async function replayCountOf(run: RunRecord): Promise<number> {
  const row = await env.DB.prepare('SELECT count(*) AS count FROM runs WHERE replay_of = ?')
    .bind(run.id)
    .first<{ count: number }>()
  return row?.count ?? 0
}
