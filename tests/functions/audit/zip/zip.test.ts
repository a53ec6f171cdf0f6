import { fromUtf8, utf8 } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import { type ZipFile, zipOf } from '../../../../functions/audit/zip/zip.ts'
import { readZip } from '../../../support/worker/read-zip.ts'

async function bytesOf(files: readonly ZipFile[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of zipOf(files)) parts.push(part)
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

describe('a zip archive', () => {
  it('holds its files in their order, empty ones too', async () => {
    const files = await readZip(
      await bytesOf([
        { name: 'b.txt', parts: [utf8('one '), utf8('two')] },
        { name: 'a.txt', parts: [] },
        { name: 'ä.txt', parts: [utf8('')] },
      ]),
    )
    expect(files.map(({ name, bytes }) => [name, fromUtf8(bytes)])).toEqual([
      ['b.txt', 'one two'],
      ['a.txt', ''],
      ['ä.txt', ''],
    ])
  })

  it.each([1, 65_534, 65_535, 65_536, 131_070, 200_001])('holds a part of %i bytes', async (length) => {
    const part = Uint8Array.from({ length }, (_, index) => index * 7)
    const [file] = await readZip(await bytesOf([{ name: 'a', parts: [part] }]))
    expect(file?.bytes).toEqual(part)
  })

  it('compresses a file that asks for it, among others that are stored', async () => {
    const part = utf8('same '.repeat(20_000))
    const archive = await bytesOf([
      { name: 'a', parts: [part, part], isDeflated: true },
      { name: 'b', parts: [utf8('b')] },
      { name: 'empty', parts: [], isDeflated: true },
    ])
    expect(archive.length).toBeLessThan(5_000)
    expect((await readZip(archive)).map(({ bytes, modified }) => [bytes.length, modified])).toEqual([
      [200_000, '1980-01-01'],
      [1, '1980-01-01'],
      [0, '1980-01-01'],
    ])
  })

  it('is the same whenever it is made', async () => {
    const files = [{ name: 'a.txt', parts: [utf8('one'), utf8('two')] }]
    expect(await bytesOf(files)).toEqual(await bytesOf(files))
    expect((await readZip(await bytesOf(files)))[0]?.modified).toBe('1980-01-01')
  })

  it('asks for no part before the one before it was taken', async () => {
    let asked = 0
    const parts = function* () {
      for (; asked < 5; asked += 1) yield utf8('x')
    }
    const zip = zipOf([{ name: 'a', parts: parts() }])
    await zip.next()
    expect(asked).toBe(0)
    await zip.next()
    expect(asked).toBe(1)
  })

  it('ends with the fault of a part that cannot be made', async () => {
    const parts = function* () {
      yield utf8('x')
      throw new Error('gone')
    }
    await expect(bytesOf([{ name: 'a', parts: parts() }])).rejects.toThrow('gone')
  })
})
