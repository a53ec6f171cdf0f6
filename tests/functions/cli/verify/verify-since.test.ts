import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fromHex, toHex } from '@tallystick/engine/base'
import {
  createTileBuilder,
  formatVkey,
  openTileTree,
  signCheckpoint,
  tilePath,
  verifierKeyOf,
} from '@tallystick/engine/log'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { signerOf } from '../../../engine/support/ed25519.ts'
import { packOf } from '../../../engine/support/packed.ts'
import { origin, seal } from '../../../engine/support/sealed.ts'
import { sealedCase } from '../../../engine/support/sealed-case.ts'
import { sha256 } from '../../../engine/support/sha256.ts'
import { type CommandEnd, createScratch, runWords } from '../../../support/node/command.ts'
import { zipped } from '../../../support/node/pack.ts'
import { type LogServer, serveLog } from '../../../support/node/serve-log.ts'

const scratch = createScratch()
const servers: LogServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})
afterAll(() => scratch.remove())

/** A run whose receipt is the second of ten, so that every leaf of its log is known; deletions are among them. */
const stored = await seal({ ...sealedCase, sequence: 1, laterCount: 8, deletionsAt: [0, 3, 9] })
const leaves = [...stored.inclusion, stored.receipt?.leafHash ?? '', ...stored.log.later]
const pack = scratch.write('pack.zip', zipped(packOf(stored)))
const vkey = formatVkey(verifierKeyOf(sha256, origin, signerOf(1).publicKey))

const builderOf = (hashes: readonly string[]) => {
  const builder = createTileBuilder(sha256)
  for (const leaf of hashes) builder.append(fromHex(leaf))
  return builder
}
const rootOf = (hashes: readonly string[]) => toHex(builderOf(hashes).root())
const tilesOf = (hashes: readonly string[]) =>
  new Map(
    builderOf(hashes)
      .partial()
      .map((tile) => [tilePath(tile), tile.bytes]),
  )

interface Kept {
  readonly size: number
  readonly root?: string
  readonly origin?: string
  readonly seed?: number
}

/** A checkpoint that somebody has kept. */
async function keep({
  size,
  root = rootOf(leaves.slice(0, size)),
  origin: name = origin,
  seed = 1,
}: Kept): Promise<string> {
  const note = await signCheckpoint(sha256, { origin: name, size, root }, [signerOf(seed)])
  return scratch.write(`checkpoint-${size}.txt`, note)
}

/** A directory with the files. */
function directoryOf(name: string, files: ReadonlyMap<string, Uint8Array>): string {
  const directory = scratch.path(name)
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), bytes)
  }
  return directory
}

/** A server of the files. */
async function serverOf(files: ReadonlyMap<string, Uint8Array>): Promise<LogServer> {
  const server = await serveLog({ origin, files: new Map(files), note: '', vkeys: [], rawKeys: [] })
  servers.push(server)
  return server
}

const verify = (...words: readonly string[]) => runWords(['verify', pack, '--no-replay', '--key', vkey, ...words])

const historyIn = ({ output }: CommandEnd): string | undefined => /^history +(.*)$/m.exec(output)?.[1]

describe('verify --since, where the evidence reaches', () => {
  it('needs nothing but the checkpoint before, by the proof of the evidence', async () => {
    const end = await verify('--since', await keep({ size: 1 }))
    expect(end).toMatchObject({ code: 0, errors: '' })
    expect(historyIn(end)).toMatch(/^holds +The log of size 2 begins with that of size 1, as the evidence proves\.$/)
  })

  it.each([
    ['the same pack', async () => pack],
    ['a checkpoint of its size', () => keep({ size: 2 })],
  ])('needs nothing but %s', async (_, since) => {
    const end = await verify('--since', await since())
    expect(end).toMatchObject({ code: 0, errors: '' })
    expect(historyIn(end)).toMatch(/^holds +Both logs have size 2 and the same root\.$/)
  })

  it.each<[what: string, kept: Kept, detail: RegExp]>([
    ['the same size and another root', { size: 2, root: '0'.repeat(64) }, /different roots/],
    ['another log before', { size: 1, root: '0'.repeat(64) }, /does not lead from the log of size 1 that was kept/],
    ['another origin', { size: 2, origin: 'other.test/log' }, /^does not hold +The checkpoint of /],
    ['a stranger’s signature', { size: 1, seed: 9 }, /Got a signature of the key/],
  ])('finds a kept checkpoint of %s', async (_, kept, detail) => {
    const end = await verify('--since', await keep(kept))
    expect(end).toMatchObject({ code: 1, errors: '' })
    expect(historyIn(end)).toMatch(/^does not hold /)
    expect(historyIn(end)).toMatch(detail)
    expect(end.output).toMatch(/first broken link: history\n$/)
  })

  it('is exit code 3 where only the keys of the files vouch', async () => {
    const end = await runWords(['verify', pack, '--no-replay', '--since', await keep({ size: 1 })])
    expect([end.code, historyIn(end)?.slice(0, 5)]).toEqual([3, 'holds'])
  })
})

describe('verify --since --log-from', () => {
  it('is asked for where the evidence does not reach', async () => {
    const end = await verify('--since', await keep({ size: 7 }))
    expect(end).toMatchObject({
      code: 2,
      errors: expect.stringContaining('no proof between the sizes 2 and 7, wanted --log-from'),
    })
  })

  it.each([7, 9])('takes a directory of tiles, also when they are of a later size: kept size %i', async (size) => {
    const directory = directoryOf(`tiles-${size}`, tilesOf(leaves.slice(0, 9)))
    const end = await verify('--since', await keep({ size }), '--log-from', directory)
    expect(end).toMatchObject({ code: 0, errors: '' })
    expect(historyIn(end)).toMatch(
      new RegExp(`^holds +The log of size ${size} begins with that of size 2, by its tiles\\.$`),
    )
  })

  it('takes the address of a service', async () => {
    const { origin: address } = await serverOf(tilesOf(leaves))
    const end = await verify('--since', await keep({ size: leaves.length }), '--log-from', address)
    expect([end.code, historyIn(end)?.slice(0, 5)]).toEqual([0, 'holds'])
  })

  it('takes a consistency proof of the service, where it shows no tiles', async () => {
    const server = await serverOf(new Map())
    const tree = await openTileTree(sha256, { size: 7, root: rootOf(leaves.slice(0, 7)) }, async (path) =>
      tilesOf(leaves.slice(0, 7)).get(path),
    )
    server.answer('consistency?from=2&to=7', 200, JSON.stringify(await tree.consistency(2, 7)))
    const end = await verify('--since', await keep({ size: 7 }), '--log-from', server.origin)
    expect(historyIn(end)).toMatch(/^holds +The log of size 7 begins with that of size 2, by a proof\.$/)
  })

  it('finds a later log that has another beginning', async () => {
    const forked = leaves.toSpliced(1, 1, '0'.repeat(64))
    const directory = directoryOf('forked', tilesOf(forked))
    const kept = await keep({ size: forked.length, root: rootOf(forked) })
    const end = await verify('--since', kept, '--log-from', directory)
    expect(end.code).toBe(1)
    expect(historyIn(end)).toMatch(/^does not hold +The first 2 entries of the log of size 10 have the root /)
  })

  it('finds tiles that are not those of the signed log', async () => {
    const directory = directoryOf('foreign', tilesOf(leaves.toReversed()))
    const end = await verify('--since', await keep({ size: leaves.length }), '--log-from', directory)
    expect(end.code).toBe(1)
    expect(historyIn(end)).toMatch(/^does not hold +The tiles are not those of the signed log\./)
  })

  it.each([
    [
      'an empty directory',
      async () => directoryOf('empty', new Map([['checkpoint', new Uint8Array(0)]])),
      'There is no tile/0/000.p/7',
    ],
    ['a service that does not answer', async () => 'http://127.0.0.1:1', 'cannot be reached'],
    ['no directory', async () => scratch.path('nowhere'), `at ${scratch.path('nowhere')}, and no consistency proof`],
  ])('is not judged by %s', async (_, from, fault) => {
    const end = await verify('--since', await keep({ size: 7 }), '--log-from', await from())
    expect(end).toMatchObject({ code: 2, errors: expect.stringContaining(fault) })
  })
})

describe('the words of --since', () => {
  it.each<[readonly string[], string]>([
    [['--since', scratch.path('nowhere.zip')], 'there is no such file'],
    [['--since', scratch.write('words.txt', 'no note')], 'Got a file that begins with "no note", wanted a pack, '],
    [
      ['--since', scratch.write('empty.txt', '')],
      'Got an empty file, wanted a pack, the proof of a line or a checkpoint',
    ],
    [['--log-from', 'x'], '--log-from is there without --since'],
    [['--since', pack, '--log-from', 'ftp://x'], 'wanted the address of a service or a log'],
  ])('%j are refused', async (words, fault) => {
    expect(await verify(...words)).toMatchObject({ code: 2, errors: expect.stringContaining(fault) })
  })
})
