import { env } from 'cloudflare:workers'
import { openTileTree } from '@tallystick/engine/log'
import { beforeEach, describe, expect, it } from 'vitest'
import { IndexDivergedError } from '../../../../../functions/service/log/anchor/open-index.ts'
import { tenantHashOf } from '../../../../../functions/service/log/log-signer.ts'
import { mendPublications } from '../../../../../functions/service/log/mend-publications.ts'
import { sha256 } from '../../../../../functions/service/platform/hasher.ts'
import { createIsolate } from '../../../../../functions/service/platform/isolate.ts'
import { queries } from '../../../../../functions/service/store/database.ts'
import type { LogAudit } from '../../../../../schema/log.ts'
import type { Readiness } from '../../../../../schema/meta.ts'
import {
  alter,
  anchor,
  BUCKET,
  clock,
  DB,
  indexApp,
  indexOrigin,
  newestCheckpoint,
  sealRun,
  standAlone,
  stores,
} from '../../../../support/worker/index-log.ts'
import { operatorOf } from '../../../../support/worker/operator.ts'
import { emptyRun, makeRun } from '../../../../support/worker/runs.ts'

/** The ways out of a jam that docs/operating.md names, with its own statements and its own names of objects. */

standAlone()

const [, afterHeading = ''] = env.OPERATING_GUIDE.split('\n## When a log or the index is stuck\n')
const [guide = ''] = afterHeading.split('\n## ')

/** The statement of the section that begins so. */
function statementOf(beginning: string): string {
  const found = [...guide.matchAll(/--command '([^']+)'/g)].find(([, sql = '']) => sql.startsWith(beginning))
  return found?.[1] ?? expect.unreachable(`docs/operating.md has no ${beginning}`)
}

/** The name of an object, or what begins those of a folder, that the section has behind these words. */
function nameBehind(words: string, variables: Readonly<Record<string, string>>): string {
  const [, name = ''] =
    guide
      .split(words)
      .at(1)
      ?.match(/^([^\s]+)/) ?? []
  expect(name).not.toBe('')
  return name.replace(/\$([A-Z_]+)/g, (_, variable) => variables[variable] ?? expect.unreachable(variable))
}

const ready = async (): Promise<Readiness> => (await indexApp().client.get('/api/v1/ready')).json()

const minute = async () => {
  clock.advance(60_000)
  const mend = {
    db: queries(DB),
    isolate: createIsolate({ now: clock.now, log: () => undefined }),
    env: indexApp().env,
  }
  await mendPublications(mend).catch(() => undefined)
  await anchor()
}

const recover = async (tenantId: string): Promise<{ origin: string }> => {
  const { client } = operatorOf({ now: clock.now, env: stores })
  return (await client.post(`/api/v1/admin/tenants/${tenantId}/log/recover`)).json()
}

const tenantsIn = async (sql: string) => (await DB.prepare(sql).all<{ tenant_id: string }>()).results

async function removeBelow(prefix: string): Promise<void> {
  const { objects } = await BUCKET.list({ prefix })
  await BUCKET.delete(objects.map(({ key }) => key))
}

/** What everybody is served of the index, every tile of it verified. */
async function servedSize(): Promise<number> {
  const { size, root } = await newestCheckpoint()
  const read = async (path: string) => {
    const response = await indexApp().client.get(`/api/v1/index/${path}`)
    return response.status === 200 ? response.bytes() : undefined
  }
  const tree = await openTileTree(sha256, { size, root }, read)
  await tree.leafHash(0)
  await tree.leafHash(size - 1)
  return size
}

describe('a log that is stuck', () => {
  it('as unsigned is recovered, and the next minute puts it into the index', async () => {
    await sealRun()
    await anchor()
    const { tenantId } = await sealRun()
    await alter(tenantId, "UPDATE tenant_logs SET root = 'x', size = 9 WHERE tenant_id = :tenant")
    await anchor()
    expect((await ready()).setAsideLogs).toBe(1)
    const found = await tenantsIn(statementOf('SELECT tenant_id, set_aside'))
    expect(found).toEqual([{ tenant_id: tenantId, set_aside: expect.stringContaining('"reason":"unsigned"') }])
    const { size } = await newestCheckpoint()
    await recover(tenantId)
    await minute()
    expect([(await newestCheckpoint()).size, (await ready()).setAsideLogs]).toEqual([size + 1, 0])
  })

  it('as unpublished, with other bytes in the bucket, is published once these are removed', async () => {
    const { client, tenantId } = await sealRun()
    const [first] = (await BUCKET.list({ prefix: `log/tallystick.dev/${tenantHashOf(tenantId)}/tile/0/` })).objects
    // The tile of two receipts is there already, and is another.
    const key = first?.key.replace(/1$/, '2') ?? ''
    await BUCKET.put(key, 'x')
    await makeRun(client, emptyRun)
    await minute()
    expect((await ready()).unpublishedLogs).toBe(1)
    const found = await tenantsIn(statementOf('SELECT tenant_id, unpublished'))
    expect(found).toEqual([{ tenant_id: tenantId, unpublished: expect.stringContaining('tile/0/000.p/2 of a log') }])
    const { origin } = await recover(tenantId)
    expect((await ready()).unpublishedLogs).toBe(1)
    const variables = { ORIGIN: origin, FILE: 'tile/0/000.p/2' }
    const name = nameBehind('wrangler r2 object delete tallystick/', variables)
    expect(name).toBe(key)
    await BUCKET.delete(name)
    await minute()
    expect((await ready()).unpublishedLogs).toBe(0)
    expect(await (await client.get('/api/v1/log/checkpoint')).text()).toContain('\n2\n')
    expect(await (await client.get('/api/v1/log/verify')).json<LogAudit>()).toMatchObject({ verified: true, size: 2 })
  })
})

describe('an index that is stuck', () => {
  const variables = { LOG_ORIGIN: 'tallystick.dev' }
  beforeEach(async () => {
    await sealRun()
    await anchor()
    await sealRun()
    await anchor()
  })

  /** Puts back the checkpoint of the newest step, and removes the tiles. */
  async function putBack(): Promise<void> {
    const { objects } = await BUCKET.list({ prefix: `${nameBehind('STEPS=r2:tallystick/', variables)}/` })
    const newest =
      objects
        .map(({ key }) => key)
        .sort()
        .at(-1) ?? ''
    const step = await (await BUCKET.get(newest))?.json<{ note: string }>()
    await BUCKET.put(nameBehind('wrangler r2 object put tallystick/', variables), step?.note ?? '')
    await removeBelow(`${nameBehind('rclone delete r2:tallystick/', variables)}/`)
  }

  const files = (path: string) => `log/${indexOrigin}/${path}`

  it.each<[what: string, spoil: (size: number) => Promise<unknown>]>([
    ['checkpoint is another', () => BUCKET.put(files('checkpoint'), 'tallystick.dev/index\n1\nAAAA\n\n— x y\n')],
    [
      'tiles and entries are others',
      async (size) => {
        await BUCKET.put(files(`tile/0/000.p/${size}`), new Uint8Array(32 * size))
        await BUCKET.put(files(`tile/entries/000.p/${size}`), 'x')
        await DB.prepare("UPDATE index_heads SET line = '{}'").run()
      },
    ],
  ])('since its %s is served again', async (_, spoil) => {
    const { size } = await newestCheckpoint()
    await spoil(size)
    await sealRun()
    await expect(anchor()).rejects.toThrow(IndexDivergedError)
    clock.advance(600_000)
    expect((await ready()).indexAgeSeconds).toBeGreaterThan(500)
    await putBack()
    await minute().catch(() => undefined)
    if ((await newestCheckpoint()).size === size) {
      await DB.batch(
        statementOf('DELETE FROM index_heads')
          .split(';')
          .map((sql) => DB.prepare(sql)),
      )
      await minute()
    }
    expect(await servedSize()).toBe(size + 1)
    expect((await ready()).indexAgeSeconds).toBe(0)
  })
})
