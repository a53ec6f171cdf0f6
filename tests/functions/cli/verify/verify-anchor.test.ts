import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  anchorBy,
  anchored,
  bothOf,
  headWith,
  indexKey,
  logKeys,
  oneOf,
  pack,
  policyText,
} from '../../../support/node/anchored-pack.ts'
import { createScratch, runWords } from '../../../support/node/command.ts'
import { brokenIn, holdingIn, type PackFiles, verifyArchive, withFile, zipped } from '../../../support/node/pack.ts'
import { root } from '../../../support/node/step.ts'

/** A pack whose run others have confirmed, on the desk of an auditor with a policy. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const policy = (quorum: string, logs?: string): string => scratch.write('policy', policyText(quorum, logs))
const verify = (files: PackFiles, ...words: readonly string[]) => verifyArchive(scratch, zipped(files), ...words)

describe('an anchored pack', () => {
  it('holds under a policy whose quorum has cosigned the index', async () => {
    const end = await verify(anchored(await anchorBy(2)), '--policy', policy(bothOf))
    expect(end).toMatchObject({ code: 0, errors: '' })
    expect(holdingIn(end)).toEqual(expect.arrayContaining(['checkpointSignature', 'anchor', 'policy', 'replay']))
    expect(end.output).toContain('w11.example   2023-11-14T22:13:20Z   by its key in your policy')
    expect(end.output).toContain('every check holds, under your policy')
  })

  it('does not hold where the quorum is missing', async () => {
    const end = await verify(anchored(await anchorBy(1)), '--policy', policy(bothOf))
    expect({ code: end.code, broken: brokenIn(end) }).toEqual({ code: 1, broken: ['policy'] })
    expect(await verify(anchored(await anchorBy(1)), '--policy', policy(oneOf))).toMatchObject({ code: 0 })
  })

  it('does not hold where the policy knows the log of the index under no key', async () => {
    const end = await verify(anchored(await anchorBy(2)), '--policy', policy(bothOf, logKeys))
    expect(brokenIn(end)).toEqual(['policy'])
  })

  it('does not hold where no log of the policy has signed the run', async () => {
    const end = await verify(anchored(await anchorBy(2)), '--policy', policy(bothOf, `log ${indexKey}\n`))
    expect(end.code).toBe(1)
    expect(brokenIn(end)).toEqual(['checkpointSignature', 'policy'])
  })

  it('tells the times of the witnesses without a policy, and that nothing stands behind them', async () => {
    const { code, output } = await verify(anchored(await anchorBy(1)))
    expect(code).toBe(3)
    expect(output).toMatch(
      /^ {2}w11\.example {3}2023-11-14T22:13:20Z {3}not verified: the key [0-9a-f]{8} is in no policy/m,
    )
  })

  it('fails at its anchor for a head of another log, another tree and another key', async () => {
    const anchor = await anchorBy(2)
    const changes = [
      { heads: [...anchor.heads.slice(0, 1), headWith({ log: 'cd'.repeat(32) })] },
      { heads: [...anchor.heads.slice(0, 1), headWith({ root: 'cd'.repeat(32) })] },
      { heads: anchor.heads.toReversed() },
      { heads: [...anchor.heads.slice(0, 1), ...anchor.heads] },
      { heads: [...anchor.heads.slice(0, 1), headWith({ previous: null, consistency: [] })] },
      { inclusion: { ...anchor.inclusion, index: 1 } },
      { keys: [] },
    ]
    for (const change of changes) {
      const end = await verify(anchored({ ...anchor, ...change }))
      expect({ change, code: end.code, broken: brokenIn(end) }).toEqual({ change, code: 1, broken: ['anchor'] })
    }
  })

  it('cannot be read without heads, or with more than 64', async () => {
    const anchor = await anchorBy(1)
    const [first = ''] = anchor.heads
    for (const heads of [[], Array.from({ length: 65 }, () => first)])
      expect(await verify(anchored({ ...anchor, heads }))).toMatchObject({ code: 2 })
  })

  it('cannot be read with an anchor of another shape, or at another place', async () => {
    const files = anchored(await anchorBy(1))
    expect(await verify(withFile(files, 'anchor.json', '{}\n'))).toMatchObject({ code: 2 })
    const moved = new Map([...withFile(files, 'anchor.json', undefined), ['anchor.json', files.get('anchor.json')]])
    const readable = [...moved].filter((entry): entry is [string, Uint8Array] => entry[1] !== undefined)
    expect(await verify(new Map(readable))).toMatchObject({ code: 2 })
  })

  it('fails at a time stamp of another text, once a certificate is named', async () => {
    const files = anchored({ ...(await anchorBy(1)), timestamp: fixture('response.tsr').toString('base64') })
    const unnamed = await verify(files, '--policy', policy(oneOf))
    expect(unnamed).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^timestamp +not covered +The time stamp /m),
    })
    const root = scratch.write('root.pem', fixture('root.pem'))
    const end = await verify(files, '--policy', policy(oneOf), '--tsa', root)
    expect({ code: end.code, broken: brokenIn(end) }).toEqual({ code: 1, broken: ['timestamp'] })
  })
})

describe('a pack without an anchor', () => {
  it('says that nobody else confirms its time', async () => {
    expect((await verify(pack)).output).toMatch(/^anchor +not covered +Nobody outside the service confirms when/m)
  })

  it('meets a policy that asks for no witness', async () => {
    expect(await verify(pack, '--policy', policy('quorum none'))).toMatchObject({ code: 0, errors: '' })
  })

  it('does not meet one that asks for any', async () => {
    const end = await verify(pack, '--policy', policy(oneOf))
    expect({ code: end.code, broken: brokenIn(end) }).toEqual({ code: 1, broken: ['policy'] })
  })
})

describe('a policy', () => {
  it('that cannot be read is an error, with its line', async () => {
    const path = scratch.write('broken', 'quorum none\nquorum none\n')
    const { code, errors } = await runWords(['verify', scratch.write('pack.zip', zipped(pack)), '--policy', path])
    expect({ code, errors }).toEqual({
      code: 2,
      errors: `tallystick: ${path}: Line 2: Got a second quorum line, wanted one\n`,
    })
    expect(await verify(pack, '--policy', scratch.path('nothing'))).toMatchObject({ code: 2 })
  })

  it('stands alone: not beside --key or --trust-pack-keys', async () => {
    for (const words of [['--key', indexKey], ['--trust-pack-keys']])
      expect(await verify(pack, '--policy', policy(oneOf), ...words)).toMatchObject({ code: 2 })
  })
})

function fixture(name: string): Buffer {
  return readFileSync(join(root, 'tests/fixtures/time-stamp', name))
}
