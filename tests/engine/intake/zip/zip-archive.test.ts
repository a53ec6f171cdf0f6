import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import { finish } from '../../../../engine/intake/rows/steps.ts'
import { openZip } from '../../../../engine/intake/zip/zip-archive.ts'
import { createUnpackBudget } from '../../../../engine/intake/zip/zip-limits.ts'
import { type ArchiveFields, type PackedFile, zipOf } from './zip-writer.ts'

/** What comes out: name and content of each file, or the sentence of the refusal. */
function unpacked(bytes: Uint8Array): readonly (readonly [string, string])[] | string {
  const files = openZip(bytes, createUnpackBudget())
  if ('detail' in files) return files.detail
  const contents: (readonly [string, string])[] = []
  for (const file of files) {
    const parts: Uint8Array[] = []
    const fault = finish(file.unpack((part) => parts.push(part) > 0))
    if (fault !== undefined) return fault.detail
    contents.push([file.name, Buffer.concat(parts).toString()])
  }
  return contents
}

const a = { name: 'a.csv', content: 'date,amount\n'.repeat(1000) }
const b = { name: 'b/ü.csv', content: 'x', isStored: true }
const of = (file: Partial<PackedFile>) => zipOf([{ ...a, ...file }])

describe('an archive', () => {
  it('gives its files as they were packed, stored or deflated, with a comment and with folders', () => {
    const both = [a, b].map(({ name, content }) => [name, content])
    expect(unpacked(zipOf([a, b]))).toEqual(both)
    expect(unpacked(zipOf([a, b], { comment: 'PK\u0005\u0006 is not the end of this' }))).toEqual(both)
    expect(unpacked(zipOf([{ name: 'b/', content: '', isStored: true }, a, b]))).toEqual(both)
    expect(unpacked(zipSync({ 'c.csv': Buffer.from('1;2'), leer: new Uint8Array() }))).toEqual([
      ['c.csv', '1;2'],
      ['leer', ''],
    ])
  })

  it('has the header before a file filled by what comes behind it', () => {
    const bytes = zipOf([{ ...a, flags: 0x08, localByteCount: 0 }])
    expect(unpacked(bytes)).toEqual([[a.name, a.content]])
  })

  it('names files in UTF-8 or code page 437, with slashes', () => {
    const name = Buffer.from([0x4b, 0x81, 0x5c, 0x61])
    expect(unpacked(of({ nameBytes: name }))).toEqual([['Kü/a', a.content]])
  })

  it('stops unpacking when nothing more is wanted', () => {
    const files = openZip(zipOf([{ name: 'a', content: Buffer.alloc(10_000_000) }]), createUnpackBudget())
    if ('detail' in files) throw new Error(files.detail)
    const lengths: number[] = []
    const steps = at(files, 0).unpack((part) => lengths.push(part.length) < 1)
    expect(finish(steps)).toBeUndefined()
    expect(lengths).toHaveLength(1)
  })

  it.each([true, false])('unpacks by unpacked bytes, however few are packed, stored or not: %s', (isStored) => {
    const content = Buffer.alloc(10_000_000)
    const files = openZip(zipOf([{ name: 'a', content, isStored }]), createUnpackBudget())
    if ('detail' in files) throw new Error(files.detail)
    const lengths: number[] = []
    const steps = at(files, 0).unpack((part) => lengths.push(part.length) > 0)
    let most = 0
    for (let before = 0; steps.next().done !== true; before = lengths.length)
      most = Math.max(
        most,
        lengths.slice(before).reduce((sum, length) => sum + length, 0),
      )
    expect(most).toBe(65_536)
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(content.length)
  })
})

const zeros = Buffer.alloc(49 * 1024 * 1024)

describe('an archive is refused', () => {
  it.each<[string, Partial<PackedFile>, string]>([
    ['encrypted', { flags: 1 }, 'encrypted'],
    ['strongly encrypted', { flags: 0x40 }, 'encrypted'],
    ['encrypted by AES', { method: 99 }, 'encrypted'],
    ['of another method', { method: 9 }, 'method 9'],
    ['with another checksum', { checksum: 1 }, 'damaged'],
    ['longer than it says', { byteCount: 10 }, 'damaged'],
    ['shorter than it says', { byteCount: 1_000_000 }, 'damaged'],
    ['stored, of another length', { isStored: true, byteCount: 10 }, 'two things'],
    ['of another length in front', { localByteCount: 10 }, 'two things'],
    ['of another name in front', { localName: 'b.csv' }, 'two things'],
    ['elsewhere', { offset: 4 }, 'two things'],
    ['beyond the end', { offset: 1_000_000 }, 'two things'],
    ['of Zip64', { byteCount: 0xffffffff }, 'Zip64'],
    ['above the archive', { name: '../a.csv' }, 'leads out'],
    ['above it by the other slash', { name: 'b\\..\\..\\a.csv' }, 'leads out'],
    ['from the root', { name: '/etc/a.csv' }, 'leads out'],
    ['on a drive', { name: 'C:\\a.csv' }, 'leads out'],
    ['without a name', { name: '' }, 'without a name'],
    ['with a hidden end of its name', { name: 'a.csv\u0000.exe' }, 'control characters'],
    ['with a very long name', { name: 'a'.repeat(1000) }, '1000 characters'],
    ['a folder with content', { name: 'a/' }, 'with bytes'],
  ])('with a file %s', (_, file, said) => {
    expect(unpacked(of(file))).toContain(said)
  })

  it.each<[string, ArchiveFields, string]>([
    ['in several parts', { disk: 1 }, 'several parts'],
    ['with a directory that is elsewhere', { directoryOffset: 3 }, 'not where it says'],
    ['behind other bytes', { prefix: 'MZ', directoryOffset: 0 }, 'not where it says'],
    ['of Zip64', { count: 0xffff }, 'Zip64'],
    ['with more files than it has', { count: 2 }, 'fewer files'],
    ['with fewer files than it has', { count: 0 }, 'longer than its files'],
    ['of thousands of files', { count: 2_001 }, '2001 files'],
  ])('%s', (_, fields, said) => {
    expect(unpacked(zipOf([a], fields))).toContain(said)
  })

  it('with a name twice, and with files that share bytes', () => {
    expect(unpacked(zipOf([a, a]))).toContain('twice')
    expect(unpacked(zipOf([a, { ...a, name: 'c.csv', localName: 'a.csv', offset: 0 }]))).toContain('two things')
    expect(unpacked(zipOf([a, { ...a, offset: 0 }]))).toContain('twice')
    const inner = zipOf([{ name: 'x.csv', content: 'x', isStored: true }])
    const shared = zipOf([
      { name: 'outer', content: inner, isStored: true },
      { name: 'x.csv', content: 'x', isStored: true, offset: 35 },
    ])
    expect(unpacked(shared)).toContain('share bytes')
  })

  it('cut short anywhere', () => {
    const whole = zipOf([a, b])
    for (let length = 0; length < whole.length; length++)
      expect(unpacked(whole.subarray(0, length))).toContain('Got a zip without its end')
  })

  it('whose files come to more than is unpacked, whatever they say', () => {
    expect(unpacked(zipOf([{ name: 'a', content: zeros }]))).toContain('larger than 48 MB')
    expect(unpacked(zipOf([{ name: 'a', content: zeros, byteCount: 1000 }]))).toContain('damaged')
  })
})
