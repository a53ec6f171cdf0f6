import { formatVkey, verifierKeyOf } from '@tallystick/engine/log'
import { afterAll, describe, expect, it } from 'vitest'
import { signerOf } from '../../../engine/support/ed25519.ts'
import { packOf } from '../../../engine/support/packed.ts'
import { origin, seal } from '../../../engine/support/sealed.ts'
import { sealedCase } from '../../../engine/support/sealed-case.ts'
import { sha256 } from '../../../engine/support/sha256.ts'
import { createScratch } from '../../../support/node/command.ts'
import { brokenIn, textIn, verifyArchive, withFile, zipped } from '../../../support/node/pack.ts'

/** What a pack of version 2 says, what of it is not proven, and with which exit code it ends. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const pack = packOf(await seal(sealedCase))
const vkeyOf = (seed: number) => formatVkey(verifierKeyOf(sha256, origin, signerOf(seed).publicKey))
const verify = (archive: Uint8Array, ...words: readonly string[]) => verifyArchive(scratch, archive, ...words)

describe('the exit code', () => {
  it.each([
    [0, 'by a key that was named', ['--key', vkeyOf(1)]],
    [0, 'by the keys of the pack, when they are trusted', ['--trust-pack-keys']],
    [3, 'by the keys of the pack alone', []],
    [1, 'by another key', ['--key', vkeyOf(9)]],
    [1, 'by the keys of the pack, when it is of another log', ['--trust-pack-keys', '--log', 'log.example.com/other']],
    [0, 'of the log that is wanted', ['--trust-pack-keys', '--log', origin]],
  ])('is %i for a pack that holds %s', async (code, _, words) => {
    expect(await verify(zipped(pack), ...words)).toMatchObject({ code, errors: '' })
  })
})

describe('what nothing in a pack proves', () => {
  it('is listed under its own heading, as short as it is needed', async () => {
    const change = (text: string) =>
      text.replace(
        '"unproven":{}',
        `"unproven":{"links":{"self":"/x"},"name":"Audited\\u001b[2J","note":"${'x'.repeat(500)}"}`,
      )
    const { output } = await verify(zipped(withFile(pack, 'manifest.json', change(textIn(pack, 'manifest.json')))))
    expect(output).toContain(
      [
        '',
        'unproven: what the pack says besides, which nothing in it proves',
        '  links   {"self":"/x"}',
        '  name    "Audited\\u001b[2J"',
        `  note    "${'x'.repeat(99)}…`,
        '',
        'keys: ',
      ].join('\n'),
    )
  })

  it('is not listed where there is nothing', async () => {
    expect((await verify(zipped(pack))).output).not.toContain('unproven:')
  })
})

describe('a pack of another version', () => {
  it.each([1, 3])('is not read by this program: %i', async (version) => {
    const manifest = textIn(pack, 'manifest.json').replace('pack@2', `pack@${version}`)
    const { code, output, errors } = await verify(zipped(withFile(pack, 'manifest.json', manifest)))
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain(
      `manifest.json: Got tallystick/pack@${version}, wanted tallystick/pack@2: the program that wrote it reads it`,
    )
  })
})

describe('a pack', () => {
  it('fails without the checkpoint before', async () => {
    const end = await verify(zipped(withFile(pack, 'previous-checkpoint.txt', '')))
    expect({ code: end.code, broken: brokenIn(end) }).toEqual({ code: 1, broken: ['logConsistency'] })
  })
})
