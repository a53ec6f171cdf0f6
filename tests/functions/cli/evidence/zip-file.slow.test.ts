import { spawnSync } from 'node:child_process'
import { crc32, deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { zipOf } from '../../../../functions/audit/zip/zip.ts'
import { packOf } from '../../../engine/support/packed.ts'
import { seal } from '../../../engine/support/sealed.ts'
import { sealedCase } from '../../../engine/support/sealed-case.ts'
import { createScratch } from '../../../support/node/command.ts'
import { verifyArchive, withFile, zipped } from '../../../support/node/pack.ts'
import { entryOf, localOf, patched } from '../../../support/node/zip-bytes.ts'

/** Archives as the verifier meets them: made by others, cut off, damaged, or made to deceive. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const pack = packOf(await seal(sealedCase))
const archive = Buffer.from(zipped(pack))
const verify = (bytes: Uint8Array) => verifyArchive(scratch, bytes)
const path = scratch.path('pack.zip')
const refusal = (fault: string) => ({ code: 2, output: '', errors: `tallystick: ${path}: ${fault}\n` })

/** Where the record begins that follows a file's bytes. */
const descriptorOf = (bytes: Buffer, name: string) =>
  localOf(bytes, name) + 30 + name.length + bytes.readUInt32LE(entryOf(bytes, name) + 20)

const lengthPatched = (name: string, byteCount: number) =>
  patched(archive, (copy) => {
    copy.writeUInt32LE(byteCount, descriptorOf(copy, name) + 12)
    copy.writeUInt32LE(byteCount, entryOf(copy, name) + 24)
  })

const checksumPatched = (name: string) =>
  patched(archive, (copy) => {
    copy.writeUInt32LE(7, descriptorOf(copy, name) + 4)
    copy.writeUInt32LE(7, entryOf(copy, name) + 16)
  })

/** The archive with bytes put into its directory or its last file, both of which its end finds again. */
function withInsert(bytes: Buffer, { at, bytes: added }: { readonly at: number; readonly bytes: Buffer }): Buffer {
  const isInDirectory = at >= entryOf(bytes, 'manifest.json')
  return patched(Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at)]), (copy) => {
    const field = copy.length - 22 + (isInDirectory ? 12 : 16)
    copy.writeUInt32LE(copy.readUInt32LE(field) + added.length, field)
  })
}

/** The archive whose last file takes more or fewer bytes, by all its records. */
function repacked(name: string, growth: number, change: (bytes: Buffer) => Buffer): Buffer {
  const adjusted = patched(archive, (copy) => {
    const record = descriptorOf(copy, name)
    const packedByteCount = copy.readUInt32LE(record + 8) + growth
    copy.writeUInt32LE(packedByteCount, record + 8)
    copy.writeUInt32LE(packedByteCount, entryOf(copy, name) + 20)
  })
  return patched(change(adjusted), (copy) => {
    if (growth < 0) copy.writeUInt32LE(copy.readUInt32LE(copy.length - 6) + growth, copy.length - 6)
  })
}

/** Info-ZIP's Unicode Path extra field (APPNOTE 4.6.9): the name that a file has instead of the one before the field. */
function unicodePathField(name: string, other: string): Buffer {
  const field = Buffer.alloc(9 + other.length)
  field.writeUInt16LE(0x7075, 0)
  field.writeUInt16LE(5 + other.length, 2)
  field.writeUInt8(1, 4)
  field.writeUInt32LE(crc32(name), 5)
  field.write(other, 9)
  return field
}

const hasUnzip = spawnSync('unzip', ['-v']).status === 0

const namesByUnzip = (bytes: Uint8Array): string =>
  spawnSync('unzip', ['-Z1', scratch.write('other.zip', bytes)], { encoding: 'utf8' }).stdout

describe('an archive that is read', () => {
  it('is one that was streamed, its lengths behind its files', async () => {
    const files = [...pack].map(([name, bytes]) => ({ name, parts: [bytes.subarray(0, 9), bytes.subarray(9)] }))
    const parts: Uint8Array[] = []
    for await (const part of zipOf(files)) parts.push(part)
    expect(await verify(Buffer.concat(parts))).toMatchObject({ code: 3, errors: '' })
  })

  it('is the same byte for byte from another writer', async () => {
    const files = new Map([...pack, ['ä.txt', new Uint8Array(200_001).fill(7)], ['empty', new Uint8Array()]])
    const parts: Uint8Array[] = []
    for await (const part of zipOf([...files].map(([name, bytes]) => ({ name, parts: [bytes] })))) parts.push(part)
    expect(Buffer.concat(parts).equals(zipped(files))).toBe(true)
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
    expect(await verify(zipped(large))).toMatchObject({ code: 3 })
  })
})

describe('an archive that is refused', () => {
  it.each([
    ['nothing', Buffer.alloc(0), 'Got an empty file, wanted the pack of a run'],
    [
      'text',
      Buffer.from('id,date,amount\n'),
      'Got a file that begins with "id,date,amount\\n", wanted the pack of a run',
    ],
    [
      'only the beginning of one',
      archive.subarray(0, -1),
      'Got a zip archive without its end, or with a comment, wanted one as the service writes it\n',
    ],
    ['only the end of one', archive.subarray(1), 'Got bytes of no known kind, wanted the pack of a run'],
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

  it('has an extra field that gives a file another name, which unzip goes by', async () => {
    const unicodePath = unicodePathField('source.ndjson', 'sourze.ndjson')
    const added = withInsert(archive, { at: entryOf(archive, 'source.ndjson') + 46 + 13, bytes: unicodePath })
    const bytes = patched(added, (copy) => copy.writeUInt16LE(unicodePath.length, entryOf(copy, 'source.ndjson') + 30))
    if (hasUnzip) expect(namesByUnzip(bytes)).toContain('sourze.ndjson')
    expect(await verify(bytes)).toEqual({
      code: 2,
      output: '',
      errors: expect.stringContaining('source.ndjson: Got 22 as its count of bytes of extra fields in the archive'),
    })
  })

  it.each([
    ['a file', 32],
    ['the archive', undefined],
  ])('has a comment of %s', async (_, field) => {
    const comment = Buffer.from('PK\u0005\u0006 audited')
    const bytes =
      field === undefined
        ? patched(Buffer.concat([archive, comment]), (copy) => copy.writeUInt16LE(comment.length, archive.length - 2))
        : patched(withInsert(archive, { at: archive.length - 22, bytes: comment }), (copy) =>
            copy.writeUInt16LE(comment.length, entryOf(copy, 'README.txt') + field),
          )
    expect(await verify(bytes)).toMatchObject({ code: 2, output: '' })
  })

  it('was packed by another program', async () => {
    for (const level of [0, 6] as const) {
      const { code, errors } = await verify(zipSync(Object.fromEntries(pack), { level, mtime: new Date(1980, 0, 1) }))
      expect(code).toBe(2)
      expect(errors).toContain('manifest.json: Got ')
    }
  })

  it('has a manifest of more bytes than anybody needs, by its own word', async () => {
    const [byteCount, byteCountMax] = [0x7fff_ffff, 16 * 2 ** 20]
    const bytes = lengthPatched('manifest.json', byteCount)
    expect(await verify(bytes)).toEqual(refusal(`manifest.json has ${byteCount} bytes, wanted at most ${byteCountMax}`))
  })

  it.each(['README.txt', 'manifest.json', 'source.ndjson', 'result.ndjson'])(
    'has more or less in %s than it says',
    async (name) => {
      for (const byteCount of [0, 10, 1_000_000])
        expect(await verify(lengthPatched(name, byteCount))).toEqual(
          refusal(`${name}: Got other than the ${byteCount} bytes that the archive says`),
        )
    },
  )

  it('unpacks to far more than it takes', async () => {
    const zeros = Buffer.alloc(10_000_000)
    const bytes = patched(archive, (copy) => {
      const start = localOf(copy, 'source.ndjson') + 30 + 'source.ndjson'.length
      copy.set(deflateRawSync(zeros).subarray(0, 40), start)
    })
    expect(await verify(bytes)).toEqual(
      refusal('source.ndjson: Got bytes that are packed in another way than the service does'),
    )
  })

  it.each([
    ['an empty block before the last', (block: Buffer) => block.set([0, 0, 0, 0xff, 0xff])],
    ['a last block that is not empty', (block: Buffer) => block.writeUInt8(1)],
    ['a block whose length is not confirmed', (block: Buffer) => block.writeUInt16LE(7, 3)],
    ['other bits in the header of a block', (block: Buffer) => block.writeUInt8(8)],
  ])('has %s', async (_, change) => {
    const bytes = patched(archive, (copy) =>
      change(copy.subarray(localOf(copy, 'source.ndjson') + 30 + 'source.ndjson'.length)),
    )
    expect(await verify(bytes)).toEqual(
      refusal('source.ndjson: Got bytes that are packed in another way than the service does'),
    )
  })

  it('has a file without its last block, or with bytes after it', async () => {
    const name = 'README.txt'
    const end = entryOf(archive, 'manifest.json') - 16
    const shortened = repacked(name, -5, (copy) => Buffer.concat([copy.subarray(0, end - 5), copy.subarray(end)]))
    expect(await verify(shortened)).toEqual(refusal(`${name}: Got a file that is cut off`))
    const longer = repacked(name, 4, (copy) => withInsert(copy, { at: end, bytes: Buffer.from('more') }))
    expect(await verify(longer)).toEqual(refusal(`${name}: Got bytes after the end of what is packed`))
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
  it('in a file that is evidence cannot be read, whatever its checks say', async () => {
    const at = archive.indexOf('"INV-7"', localOf(archive, 'source.ndjson'))
    const end = await verify(patched(archive, (copy) => copy.write('"INV-8"', at)))
    expect(end).toEqual(refusal('source.ndjson is damaged, its checksum in the archive is of other bytes'))
  })

  it('in its README or in a checksum alone is refused', async () => {
    for (const name of ['README.txt', 'source.ndjson'])
      expect(await verify(checksumPatched(name))).toEqual({
        code: 2,
        output: '',
        errors: `tallystick: ${path}: ${name} is damaged, its checksum in the archive is of other bytes\n`,
      })
  })
})
