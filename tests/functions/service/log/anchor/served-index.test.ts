import { fromUtf8 } from '@tallystick/engine/base'
import { checkpointInNote, createHeadChains, openTileTree, parseEntries } from '@tallystick/engine/log'
import { describe, expect, it } from 'vitest'
import { addressRequestsPerMinute } from '../../../../../functions/service/http/rate/address-limit.ts'
import { sha256 } from '../../../../../functions/service/platform/hasher.ts'
import {
  anchor,
  indexApp,
  indexOrigin,
  newestCheckpoint,
  sealRun,
  standAlone,
} from '../../../../support/worker/index-log.ts'
import { problemOf } from '../../../../support/worker/readers.ts'
import { emptyRun, makeRun } from '../../../../support/worker/runs.ts'

/** The index of all logs as anybody reads it, without a key. */

standAlone()

const read = async (path: string) => (await indexApp().client.get(`/api/v1/index/${path}`)).bytes()

describe('GET /index/…', () => {
  it('has no checkpoint before the first log has one', async () => {
    expect(await problemOf(indexApp().client.get('/api/v1/index/checkpoint'))).toMatchObject({
      status: 404,
      code: 'checkpoint_not_found',
    })
  })

  it('shows everybody the checkpoint, the tiles and the entries, whose heads are chains', async () => {
    const { client } = await sealRun()
    await sealRun()
    await anchor()
    for (let made = 0; made < 3; made += 1) {
      await makeRun(client, emptyRun)
      await anchor()
    }
    const note = fromUtf8(await read('checkpoint'))
    expect(note).toBe((await newestCheckpoint()).note)
    const checkpoint = checkpointInNote(note)
    if (!checkpoint.ok) throw new Error(checkpoint.detail)
    const { origin, size } = checkpoint.value
    expect([origin, size]).toEqual([indexOrigin, 5])
    const tree = await openTileTree(sha256, checkpoint.value, read)
    await tree.leafHash(4)
    for (const path of ['entries/000.p/5', 'tile/entries/000.p/5']) {
      const entries = parseEntries(await read(path))
      const chains = createHeadChains(sha256)
      const lines = entries.ok ? entries.value.map(fromUtf8) : []
      expect(lines.map((line) => chains.take(line))).toEqual(lines.map(() => undefined))
      expect([chains.size(), chains.newest().size]).toEqual([5, 2])
      // No origin of a log is shown, and no id of a tenant.
      expect(lines.join()).not.toMatch(/ten_|tallystick\.dev/)
    }
  })

  it('may be kept for ever and shared by caches, but for the checkpoint', async () => {
    const { client } = indexApp()
    const tile = await client.get('/api/v1/index/tile/0/000.p/5')
    expect(tile.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(tile.headers.get('Vary')).toBe('Accept')
    const again = await client.get('/api/v1/index/tile/0/000.p/5', { 'If-None-Match': tile.headers.get('ETag') ?? '' })
    expect(again.status).toBe(304)
    expect((await client.get('/api/v1/index/checkpoint')).headers.get('Cache-Control')).toBe('no-store')
  })

  it.each(['tile/0/000.p/9', 'tile/0/0', 'entries/001', 'tile/x/000', 'tile/0/../checkpoint'])(
    'has nothing at %s',
    async (path) => {
      expect((await problemOf(indexApp().client.get(`/api/v1/index/${path}`))).status).toBe(404)
    },
  )

  it('is counted by address', async () => {
    const { client } = indexApp()
    const ask = () => client.get('/api/v1/index/checkpoint', { 'CF-Connecting-IP': '192.0.2.1' })
    for (let asked = 0; asked < addressRequestsPerMinute; asked += 1) await ask()
    const refused = await ask()
    expect([refused.status, refused.headers.has('Retry-After')]).toEqual([429, true])
  })

  it('is not configured without a name for the logs', async () => {
    const { client } = indexApp({ env: { LOG_ORIGIN: undefined } })
    expect(await problemOf(client.get('/api/v1/index/checkpoint'))).toMatchObject({
      status: 503,
      code: 'not_configured',
    })
  })
})
