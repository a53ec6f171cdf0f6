import { env } from 'cloudflare:workers'
import { type DatasetChunk, type FileFormat, formats, openIntake, utf8 } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../functions/platform/hasher.ts'
import { indexedLines } from '../../../functions/store/id-lookup.ts'
import { entryByteCount, openIdIndex, segmentCountMax, segmentKey } from '../../../functions/store/id-segments.ts'
import { openObject } from '../../../functions/store/object-writer.ts'

const ndjson: FileFormat | undefined = formats.find(({ name }) => name === 'ndjson')

/** The bucket, and the bytes that were read from it. */
function counted() {
  const read = { count: 0, bytes: 0 }
  const bucket = new Proxy(env.BUCKET, {
    get: (target, name) =>
      name === 'get'
        ? (key: string, options: R2GetOptions & { range: { length: number } }) => {
            read.count += 1
            read.bytes += options.range.length
            return target.get(key, options)
          }
        : Reflect.get(target, name).bind(target),
  })
  return { bucket, read }
}

async function stored(folder: string, chunks: Iterable<DatasetChunk>) {
  const object = `${folder}lines`
  const lines = openObject({ bucket: env.BUCKET, key: object })
  const ids = openIdIndex(env.BUCKET, folder)
  let recordCount = 0
  for (const chunk of chunks) {
    await ids.add(chunk, await lines.write(chunk.bytes))
    recordCount += chunk.count
  }
  await ids.close()
  await lines.close()
  return { folder, object, recordCount }
}

describe('the index of a large dataset by ids', () => {
  it('finds records of several segments, few or many at once, in a bounded number of bytes', async () => {
    const count = 2 * segmentCountMax + 1_000
    if (ndjson === undefined) throw new Error('NDJSON is no format')
    const intake = openIntake({ format: ndjson, sha256 })
    const idOf = (index: number) => `r${(index * 7_919) % 1_000_003}`
    const chunks: DatasetChunk[] = []
    for (let start = 0; start < count; start += 10_000) {
      const rows = Array.from(
        { length: Math.min(10_000, count - start) },
        (_, row) => `{"id":"${idOf(start + row)}","net":1}\n`,
      )
      chunks.push(...intake.write(utf8(rows.join(''))))
    }
    const end = intake.end()
    if (!end.ok) throw new Error('The records cannot be read')
    const dataset = await stored('datasets/ten_index/dat_1/', [...chunks, ...end.chunks])
    expect(dataset.recordCount).toBe(count)
    for (const wanted of [
      [0],
      [count - 1],
      [segmentCountMax - 1, segmentCountMax],
      Array.from({ length: 500 }, (_, index) => index * 500),
    ]) {
      const { bucket, read } = counted()
      const lines = await indexedLines({ bucket, ...dataset }, wanted.map(idOf))
      expect(lines.map((line) => JSON.parse(line).id)).toEqual(expect.arrayContaining(wanted.map(idOf)))
      expect(lines.length).toBeLessThanOrEqual(wanted.length + 1)
      if (wanted.length === 1) expect(read.bytes).toBeLessThan(3 * 20_000)
      expect(read.bytes).toBeLessThan(count * entryByteCount + wanted.length * 20_000)
    }
    const { bucket, read } = counted()
    expect(await indexedLines({ bucket, ...dataset }, ['nobody'])).toEqual([])
    expect(read.count).toBe(3)
  })

  it('finds them also where hashes are not spread evenly', async () => {
    const count = 2_000
    const wanted = sha256(utf8('wanted'))
    const idHashes = new Uint8Array(32 * count).fill(0xff)
    idHashes.set(wanted, 32 * 1_234)
    const lines = Array.from({ length: count }, (_, index) => `{"id":"${index === 1_234 ? 'wanted' : index}"}\n`)
    const bytes = utf8(lines.join(''))
    const chunk = { seq: 0, firstLine: 0, count, bytes, text: '', idMin: '', idMax: '', idHashes }
    const dataset = await stored('datasets/ten_index/dat_2/', [chunk])
    expect(await indexedLines({ bucket: env.BUCKET, ...dataset }, ['wanted'])).toEqual(['{"id":"wanted"}'])
  })

  it('that is gone or cut off finds nothing', async () => {
    const chunk = { seq: 0, firstLine: 0, count: 1, bytes: utf8('{"id":"a"}\n'), text: '', idMin: 'a', idMax: 'a' }
    const folder = 'datasets/ten_index/dat_3/'
    const dataset = await stored(folder, [{ ...chunk, idHashes: sha256(utf8('a')) }])
    expect(await indexedLines({ bucket: env.BUCKET, ...dataset }, ['a'])).toEqual(['{"id":"a"}'])
    await env.BUCKET.put(segmentKey(folder, 0), new Uint8Array(5))
    expect(await indexedLines({ bucket: env.BUCKET, ...dataset }, ['a'])).toEqual([])
    await env.BUCKET.delete(segmentKey(folder, 0))
    expect(await indexedLines({ bucket: env.BUCKET, ...dataset }, ['a'])).toEqual([])
  })
})
