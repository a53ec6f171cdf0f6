import { afterAll, describe, expect, it } from 'vitest'
import { packOf } from '../../../engine/support/packed.ts'
import { seal } from '../../../engine/support/sealed.ts'
import { sealedCase } from '../../../engine/support/sealed-case.ts'
import { createScratch } from '../../../support/node/command.ts'
import { verifyArchive, zipped } from '../../../support/node/pack.ts'
import { entryOf, localOf, patched } from '../../../support/node/zip-bytes.ts'

/** Archives with a field of their records changed, by which two programs may unpack two different files. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const archive = Buffer.from(zipped(packOf(await seal(sealedCase))))
const verify = (bytes: Uint8Array) => verifyArchive(scratch, bytes)
const path = scratch.path('pack.zip')
const refusal = (fault: string) => ({ code: 2, output: '', errors: `tallystick: ${path}: ${fault}\n` })

describe('an archive is refused that', () => {
  it.each([
    ['is encrypted', 8, 9, 'Got 9 as its flags in the archive, wanted 8'],
    ['has a name in UTF-8 by its flags', 8, 0x808, 'Got 2056 as its flags in the archive, wanted 8'],
    ['is packed in another way', 10, 93, 'Got 93 as its compression method in the archive, wanted 8'],
    ['is not packed', 10, 0, 'Got 0 as its compression method in the archive, wanted 8'],
    ['is by another program', 4, 0x314, 'Got 788 as its version of its writer in the archive, wanted 20'],
    ['needs another program', 6, 45, 'Got 45 as its version needed in the archive, wanted 20'],
    ['has a time', 12, 1, 'Got 1 as its time in the archive, wanted 0'],
    ['has a date', 14, 0x22, 'Got 34 as its date in the archive, wanted 33'],
    ['is on another disk', 34, 1, 'Got 1 as its disk in the archive, wanted 0'],
    ['is text', 36, 1, 'Got 1 as its internal attributes in the archive, wanted 0'],
    ['is hidden', 38, 2, 'Got 2 as its external attributes in the archive, wanted 0'],
    ['is a link', 40, 0xa1ff, 'as its external attributes in the archive, wanted 0'],
  ])('has a file that %s', async (_, field, value, fault) => {
    const bytes = patched(archive, (copy) => copy.writeUInt16LE(value, entryOf(copy, 'manifest.json') + field))
    expect(await verify(bytes)).toEqual({ code: 2, output: '', errors: expect.stringContaining(fault) })
  })

  it.each([
    ['version needed', 4, 45],
    ['flags', 6, 0],
    ['compression method', 8, 0],
    ['time', 10, 1],
    ['date', 12, 0x22],
    ['checksum before its bytes', 14, 7],
    ['packed length before its bytes', 18, 7],
    ['length before its bytes', 22, 7],
    ['count of bytes of extra fields', 28, 4],
  ])('has another %s beside a file, where a streaming program reads it', async (what, field, value) => {
    const bytes = patched(archive, (copy) => copy.writeUInt16LE(value, localOf(copy, 'source.ndjson') + field))
    expect(await verify(bytes)).toEqual({
      code: 2,
      output: '',
      errors: expect.stringContaining(`source.ndjson: Got ${value} as its ${what} in the archive`),
    })
  })

  it.each([
    ['checksum', 4],
    ['packed length', 8],
    ['length', 12],
    ['signature', 0],
  ])('has another %s behind a file than in its directory', async (_, field) => {
    const bytes = patched(archive, (copy) => {
      const record = localOf(copy, 'rules.json') - 16
      copy.writeUInt32LE(copy.readUInt32LE(record + field) + 1, record + field)
    })
    expect(await verify(bytes)).toEqual(
      refusal('manifest.json: Got other lengths or another checksum behind the file than in the archive’s directory'),
    )
  })
})
