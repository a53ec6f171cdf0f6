import { env } from 'cloudflare:workers'
import { toHex, utf8 } from '@tallystick/engine/base'
import { entriesPath, openTileTree, parseEntries, signCheckpoint, tileWidth } from '@tallystick/engine/log'
import { createFrontier, leafHash } from '@tallystick/engine/merkle'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import { logObjects } from '../../../../functions/service/store/log-objects.ts'
import { type LogSource, publishTiles, type SignedHead } from '../../../../functions/service/store/publish-tiles.ts'
import { isLong } from '../../../support/forms.ts'
import { type BucketFault, faultyBucket } from '../../../support/worker/faulty-bucket.ts'

let logCount = 0

const entryAt = (index: number): Uint8Array => utf8(`entry ${index}`)

const leafHashes: Uint8Array[] = []
const roots = new Map<number, string>()

/** The root over the first `size` entries, which are the same in every log: each size is computed once. */
function rootAt(size: number): string {
  const known = roots.get(size)
  if (known !== undefined) return known
  while (leafHashes.length < size) leafHashes.push(leafHash(sha256, entryAt(leafHashes.length)))
  const frontier = createFrontier(sha256)
  for (const hash of leafHashes.slice(0, size)) frontier.append(hash)
  const root = toHex(frontier.root())
  roots.set(size, root)
  return root
}

/** The head of the log of the first `size` entries. Nobody has to have signed it: the publisher verifies no signature. */
async function headAt(origin: string, size: number): Promise<SignedHead> {
  const root = rootAt(size)
  const signer = { publicKey: new Uint8Array(32), sign: async () => new Uint8Array(64) }
  return { size, root, note: await signCheckpoint(sha256, { origin, size, root }, [signer]) }
}

/** A log of its own in the bucket of the tests. */
function newLog() {
  logCount += 1
  const origin = `log.test/${logCount}`
  const read: [number, number][] = []
  const source: LogSource = {
    async *entries(from, to) {
      read.push([from, to])
      for (let index = from; index < to; index += 1) yield entryAt(index)
    },
    headFrom: (size) => headAt(origin, size),
  }
  const publish = async (size: number, faults: readonly BucketFault[] = []) =>
    publishTiles(logObjects(faultyBucket(env.BUCKET, faults), origin), source, await headAt(origin, size))
  const objects = logObjects(env.BUCKET, origin)
  const names = async () => {
    const { objects: listed } = await env.BUCKET.list({ prefix: `log/${origin}/` })
    return listed.map(({ key }) => key.slice(`log/${origin}/`.length))
  }
  /** That the newest checkpoint is of `size`, and that the tiles and bundles below it are those of its entries. */
  const expectPublished = async (size: number) => {
    const head = await headAt(origin, size)
    expect((await objects.newest())?.note).toBe(head.note)
    const tree = await openTileTree(sha256, head, objects.read)
    for (const index of [0, size - 1]) expect(await tree.leafHash(index)).toEqual(leafHash(sha256, entryAt(index)))
    const last = { index: Math.floor((size - 1) / tileWidth), width: ((size - 1) % tileWidth) + 1 }
    const bundle = await objects.read(entriesPath(last))
    expect(bundle && parseEntries(bundle)).toMatchObject({ ok: true, value: { length: last.width } })
  }
  return { origin, source, read, publish, names, expectPublished, objects }
}

const all = /./

describe('publishing a log', () => {
  it('puts the tiles and the bundle that a growth changes, and last the checkpoint', async () => {
    const { publish, names, expectPublished } = newLog()
    await publish(3)
    expect(await names()).toEqual(['checkpoint', 'tile/0/000.p/3', 'tile/entries/000.p/3'])
    await publish(4)
    await expectPublished(4)
  })

  it('reads only the entries of the last bundle', async () => {
    const { publish, read } = newLog()
    await publish(300)
    await publish(301)
    expect(read).toEqual([
      [0, 300],
      [256, 301],
    ])
  })

  it('removes partial files once a full one has their place', async () => {
    const { publish, names, expectPublished } = newLog()
    await publish(254)
    await publish(255)
    await publish(258)
    expect(await names()).toEqual([
      'checkpoint',
      'tile/0/000',
      'tile/0/001.p/2',
      'tile/1/000.p/1',
      'tile/entries/000',
      'tile/entries/001.p/2',
    ])
    await expectPublished(258)
  })

  it('goes through a log of many entries in steps, each of which can be read', async () => {
    const { publish, read, expectPublished } = newLog()
    await publish(9_000)
    expect(read).toEqual([
      [0, 4_096],
      [4_096, 8_192],
      [8_192, 9_000],
    ])
    await expectPublished(9_000)
  })

  it.runIf(isLong)('leaves the rest of a very long log to the calls after', async () => {
    const { publish, objects } = newLog()
    await publish(17_000)
    expect((await objects.newest())?.note).toContain('\n16384\n')
    await publish(17_001)
    expect((await objects.newest())?.note).toContain('\n17001\n')
  })

  it('never goes back to a smaller size', async () => {
    const { publish, expectPublished } = newLog()
    await publish(5)
    await publish(4)
    await expectPublished(5)
  })

  it('ends in the largest of several sizes that are published at once', async () => {
    const { publish, expectPublished } = newLog()
    await Promise.all([publish(7), publish(9), publish(8)])
    await expectPublished(9)
  })

  it.each(
    (['before', 'after'] as const).flatMap((when) => [
      { when, method: 'get' as const, matches: all },
      { when, method: 'put' as const, matches: /\/tile\/0\// },
      { when, method: 'put' as const, matches: /\/tile\/entries\// },
      { when, method: 'put' as const, matches: /\/checkpoint$/ },
      // A removal is tried again by itself.
      { when, method: 'delete' as const, matches: all, times: 10 },
    ]),
  )('is mended by the next call where R2 throws $when a $method of $matches', async (fault) => {
    const { publish, expectPublished } = newLog()
    await publish(250)
    await expect(publish(257, [fault])).rejects.toThrow('R2 does not answer')
    await publish(258)
    await expectPublished(258)
  })

  it('puts nothing unless the entries lead to the signed root', async () => {
    const { origin, source, objects, names } = newLog()
    const forged: LogSource = { ...source, entries: (from, to) => source.entries(from + 1, to + 1) }
    await expect(publishTiles(objects, forged, await headAt(origin, 3))).rejects.toThrow(
      'do not lead to its signed root',
    )
    expect(await names()).toEqual([])
  })

  it('never changes a file that is there: the fault stays to be found', async () => {
    const { origin, publish, objects } = newLog()
    await env.BUCKET.put(`log/${origin}/tile/0/000.p/3`, 'of someone else')
    await expect(publish(3)).rejects.toThrow('is final and holds other bytes')
    expect(await objects.newest()).toBeUndefined()
    expect(await (await env.BUCKET.get(`log/${origin}/tile/0/000.p/3`))?.text()).toBe('of someone else')
  })

  it('puts tiles again that are gone', async () => {
    const { origin, publish, expectPublished } = newLog()
    await publish(300)
    await env.BUCKET.delete([`log/${origin}/tile/1/000.p/1`, `log/${origin}/tile/0/001.p/44`])
    await publish(301)
    await expectPublished(301)
  })
})
