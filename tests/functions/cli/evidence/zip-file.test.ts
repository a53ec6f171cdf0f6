import { crc32, deflateRawSync } from 'node:zlib'
import { type Zippable, zipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { zipOf } from '../../../../functions/evidence/zip.ts'
import { packOf } from '../../../engine/support/packed.ts'
import { seal } from '../../../engine/support/sealed.ts'
import { sealedCase } from '../../../engine/support/sealed-case.ts'
import { createScratch } from '../../../support/node/command.ts'
import { verifyArchive, withFile, zipped } from '../../../support/node/pack.ts'

/** Archives as the verifier meets them: made by others, cut off, damaged, or made to deceive. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const pack = packOf(await seal(sealedCase))
const archive = Buffer.from(zipped(pack))
const verify = (bytes: Uint8Array) => verifyArchive(scratch, bytes)
const path = scratch.path('pack.zip')
const refusal = (fault: string) => ({ code: 2, output: '', errors: `tallystick: ${path}: ${fault}\n` })

/** Where the directory's entry of a file begins, and its local header. */
const entryOf = (bytes: Buffer, name: string) => bytes.lastIndexOf(name) - 46
const localOf = (bytes: Buffer, name: string) => bytes.readUInt32LE(entryOf(bytes, name) + 42)

/** The archive with some bytes overwritten. */
function patched(bytes: Buffer, write: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes)
  write(copy)
  return copy
}

const entryPatched = (name: string, field: number, value: number) =>
  patched(archive, (copy) => copy.writeUInt32LE(value, entryOf(copy, name) + field))

describe('an archive that is read', () => {
  it('is one that was streamed, its lengths behind its files', async () => {
    const files = [...pack].map(([name, bytes]) => ({ name, parts: [bytes.subarray(0, 9), bytes.subarray(9)] }))
    const parts: Uint8Array[] = []
    for await (const part of zipOf(files)) parts.push(part)
    expect(await verify(Buffer.concat(parts))).toMatchObject({ code: 0, errors: '' })
  })

  it('is one with a comment, even one that looks like the end of an archive', async () => {
    const comment = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(60, 'x')])
    const commented = patched(Buffer.concat([archive, comment]), (copy) =>
      copy.writeUInt16LE(comment.length, archive.length - 2),
    )
    expect(await verify(commented)).toMatchObject({ code: 0, errors: '' })
  })

  it('is one with extra fields before the bytes of a file', async () => {
    const extra = { 51966: new Uint8Array(8) }
    const files = Object.fromEntries(
      [...pack].map(([name, bytes]): [string, Zippable[string]] => [name, [bytes, { extra }]]),
    )
    expect(await verify(zipSync(files))).toMatchObject({ code: 0, errors: '' })
  })

  it('is one whose files are of many parts', async () => {
    const source = Array.from({ length: 20_000 }, (_, index) => ({
      id: `s${index}`,
      amount: '1',
      currency: 'EUR',
      description: `Nr ${index}`,
    }))
    const large = packOf(await seal({ source, target: [], rules: [], chunkBytesMax: 1_000_000 }))
    expect(large.get('source.ndjson')?.length).toBeGreaterThan(1_000_000)
    for (const level of [0, 6] as const) expect(await verify(zipped(large, level))).toMatchObject({ code: 0 })
  })
})

describe('an archive that is refused', () => {
  it.each([
    ['nothing', Buffer.alloc(0), 'Got an empty file, wanted an evidence pack'],
    [
      'text',
      Buffer.from('id,date,amount\n'),
      'Got a file that begins with "id,date,amount\\n", wanted an evidence pack',
    ],
    ['only the beginning of one', archive.subarray(0, -1), 'Got a zip archive without its end, wanted a whole one\n'],
    ['only the end of one', archive.subarray(1), 'Got bytes of no known kind, wanted an evidence pack'],
  ])('is %s', async (_, bytes, fault) => {
    const { code, output, errors } = await verify(bytes)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain(`: ${fault}`)
  })

  it('is cut off anywhere', async () => {
    for (let length = 0; length < archive.length; length += 101)
      expect(await verify(archive.subarray(0, length))).toMatchObject({ code: 2, output: '' })
  })

  it('has a file twice', async () => {
    const twin = Buffer.from(zipped(withFile(pack, 'keyz.txt', 'x')))
    const twice = patched(twin, (copy) => {
      copy.write('keys', entryOf(copy, 'keyz.txt') + 46)
      copy.write('keys', localOf(twin, 'keyz.txt') + 30)
    })
    expect(await verify(twice)).toEqual(refusal('keys.txt is there twice'))
  })

  it.each([
    ['is encrypted', 8, 1, 'manifest.json: Got an encrypted file, wanted one that anybody can read'],
    ['is packed in another way', 10, 93, 'manifest.json: Got the compression method 93, wanted 0 or 8'],
  ])('has a file that %s', async (_, field, value, fault) => {
    const bytes = patched(archive, (copy) => copy.writeUInt16LE(value, entryOf(copy, 'manifest.json') + field))
    expect(await verify(bytes)).toEqual(refusal(fault))
  })

  it.each([
    ['manifest.json', 0x7fff_ffff, 16 * 2 ** 20],
    ['result.ndjson', 0xffff_fffe, 2 ** 31],
  ])('has a %s of more bytes than anybody needs, by its own word', async (name, byteCount, byteCountMax) => {
    const bytes = entryPatched(name, 24, byteCount)
    expect(await verify(bytes)).toEqual(refusal(`${name} has ${byteCount} bytes, wanted at most ${byteCountMax}`))
  })

  it.each(['README.txt', 'manifest.json', 'source.ndjson', 'result.ndjson'])(
    'has more or less in %s than it says',
    async (name) => {
      for (const byteCount of [0, 10, 1_000_000])
        expect(await verify(entryPatched(name, 24, byteCount))).toEqual(
          refusal(`${name}: Got other than the ${byteCount} bytes that the archive says`),
        )
    },
  )

  it('unpacks to far more than it says, which is not unpacked', async () => {
    const bomb = Buffer.from(zipped(withFile(pack, 'README.txt', Buffer.alloc(60_000_000))))
    const before = process.memoryUsage().arrayBuffers
    expect(await verify(patched(bomb, (copy) => copy.writeUInt32LE(100, entryOf(copy, 'README.txt') + 24)))).toEqual(
      refusal('README.txt: Got other than the 100 bytes that the archive says'),
    )
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
  })

  it('has bytes after the end of what is packed', async () => {
    const text = pack.get('README.txt') ?? Buffer.alloc(0)
    const packed = Buffer.concat([deflateRawSync(text), Buffer.from('more')])
    const stored = Buffer.from(zipped(withFile(pack, 'README.txt', packed), 0))
    const bytes = patched(stored, (copy) => {
      copy.writeUInt16LE(8, localOf(stored, 'README.txt') + 8)
      copy.writeUInt16LE(8, entryOf(stored, 'README.txt') + 10)
      copy.writeUInt32LE(crc32(text), entryOf(stored, 'README.txt') + 16)
      copy.writeUInt32LE(text.length, entryOf(stored, 'README.txt') + 24)
    })
    expect(await verify(bytes)).toEqual(refusal('README.txt: Got bytes after the end of what is packed'))
  })

  it('has bytes that cannot be unpacked', async () => {
    const start = localOf(archive, 'target.ndjson') + 30 + 'target.ndjson'.length
    const broken = patched(archive, (copy) => copy.fill(0xff, start, start + 8))
    expect(await verify(broken)).toEqual(refusal('target.ndjson: Got bytes that cannot be unpacked'))
  })

  it('has something between its files, or before them, that other programs would show', async () => {
    const shifted = Buffer.concat([Buffer.from('PK\u0003\u0004'), archive])
    const fault = 'Got a zip archive whose directory is not where it says'
    expect(await verify(shifted)).toEqual(refusal(fault))
    const end = shifted.length - 22
    const adjusted = patched(shifted, (copy) => {
      copy.writeUInt32LE(copy.readUInt32LE(end + 16) + 4, end + 16)
      for (const name of pack.keys())
        copy.writeUInt32LE(copy.readUInt32LE(entryOf(copy, name) + 42) + 4, entryOf(copy, name) + 42)
    })
    expect(await verify(adjusted)).toEqual(
      refusal('manifest.json: Got a file that is not where the archive’s directory says'),
    )
  })

  it('calls a file in its place by another name than in its directory', async () => {
    const renamed = patched(archive, (copy) => copy.write('x', localOf(copy, 'keys.txt') + 30))
    expect(await verify(renamed)).toEqual(
      refusal('keys.txt: Got a file that is not where the archive’s directory says'),
    )
  })

  it('is a Zip64, or of several disks', async () => {
    const end = archive.length - 22
    expect(await verify(patched(archive, (copy) => copy.writeUInt32LE(0xffffffff, end + 16)))).toEqual(
      refusal('Got a Zip64 archive, wanted one of less than 4 GB'),
    )
    expect(await verify(patched(archive, (copy) => copy.writeUInt16LE(1, end + 4)))).toMatchObject({ code: 2 })
  })
})

describe('an archive that was damaged', () => {
  it('in a file that is evidence fails at the check that names it, as one packed anew does', async () => {
    const stored = Buffer.from(zipped(pack, 0))
    const at = stored.indexOf('"INV-7"')
    const { code, output } = await verify(patched(stored, (copy) => copy.write('"INV-8"', at)))
    expect({ code, broken: /first broken link: (\w+)/.exec(output)?.[1] }).toEqual({ code: 1, broken: 'sourceRoot' })
  })

  it('in its README or in a checksum alone is refused', async () => {
    for (const name of ['README.txt', 'source.ndjson'])
      expect(await verify(entryPatched(name, 16, 7))).toEqual({
        code: 2,
        output: '',
        errors: `tallystick: ${path}: ${name} is damaged, its checksum in the archive is of other bytes\n`,
      })
  })
})
