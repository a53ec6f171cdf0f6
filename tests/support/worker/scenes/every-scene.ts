import { anchorLogs } from '../../../../functions/service/log/anchor/anchor-logs.ts'
import { queries } from '../../../../functions/service/store/database.ts'
import type { TestApp } from '../client.ts'
import { emptyRun, makeRun } from '../runs.ts'
import { datasetScenes } from './dataset-scenes.ts'
import { inboxScenes } from './inbox-scenes.ts'
import { peopleScenes } from './people-scenes.ts'
import { periodScenes } from './period-scenes.ts'
import { runScenes } from './run-scenes.ts'
import { got, type Scene, type Scenes, sent } from './scene.ts'
import { webhookScenes } from './webhook-scenes.ts'

/** What the service says to anybody. */
const publicScenes = {
  getHealth: () => got('/api/v1/health'),
  getReadiness: () => got('/api/v1/ready'),
  getMeta: () => got('/api/v1/meta'),
  getOpenApi: () => got('/api/v1/openapi.json'),
  getLlmsText: () => got('/llms.txt'),
  getDocumentation: () => got('/docs/api.md'),
  getProblem: () => got('/problems/run_not_found'),
  listPublicKeys: () => got('/.well-known/tallystick-keys'),
  getIndexCheckpoint: indexed(() => '/api/v1/index/checkpoint'),
  getIndexTile: indexed((place) => `/api/v1/index/tile/0/${place}`),
  getIndexEntries: indexed((place) => `/api/v1/index/entries/${place}`),
  runPlayground: () =>
    sent('POST', '/api/v1/reconcile/run', {
      source: { adapter: 'demo-bank' },
      target: { adapter: 'demo-ledger' },
      rules: { matching: [{ field: 'amount', tolerance: 0.01 }] },
    }),
} satisfies Scenes

/** Asked of an index that has the log of a run, about the place of its first tile. */
function indexed(pathOf: (place: string) => string): Scene {
  return async ({ env, isolate }, { client }) => {
    await makeRun(client, emptyRun)
    await anchorLogs({ db: queries(env.DB), isolate, env })
    const [, size] = (await (await client.get('/api/v1/index/checkpoint')).text()).split('\n')
    return got(pathOf(Number(size) < tileWidth ? `000.p/${size}` : '000'))
  }
}

const tileWidth = 256

/** A request of each operation. A suite that goes over all of them covers a new one the day it is documented. */
export const everyScene = {
  ...publicScenes,
  ...runScenes,
  ...datasetScenes,
  ...periodScenes,
  ...peopleScenes,
  ...webhookScenes,
  ...inboxScenes,
} satisfies Scenes

/** The operations of the OpenAPI document, those of the operator among them. */
export async function operationIds(app: TestApp): Promise<readonly string[]> {
  const answer = await app.client.get('/api/v1/openapi.json')
  const { paths } = await answer.json<{ paths: Record<string, Record<string, { operationId?: string }>> }>()
  return Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ operationId }) => operationId ?? []),
  )
}
