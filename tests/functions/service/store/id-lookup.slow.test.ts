import { env } from 'cloudflare:workers'
import { utf8 } from '@tallystick/engine/base'
import { type DatasetChunk, type FileFormat, formats, openIntake } from '@tallystick/engine/intake'
import { leafHash } from '@tallystick/engine/merkle'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import { openRows } from '../../../../functions/service/platform/row-reader.ts'
import { queries } from '../../../../functions/service/store/database.ts'
import { indexedLines } from '../../../../functions/service/store/id-lookup.ts'
import {
  entryByteCount,
  openIdIndex,
  segmentCountMax,
  segmentKey,
} from '../../../../functions/service/store/id-segments.ts'
import { datasetFolder } from '../../../../functions/service/store/line-folders.ts'
import { openObject } from '../../../../functions/service/store/object-writer.ts'
import { segmentStore } from '../../../../functions/service/store/segment-store.ts'
import { textOf } from '../../../support/worker/runs.ts'
import { changeObject } from '../../../support/worker/stored-objects.ts'

const db = queries(env.DB)
const tenantId = 'ten_index'
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

async function stored(datasetId: string, chunks: Iterable<DatasetChunk>) {
  const folder = datasetFolder(tenantId, datasetId)
  const object = `${folder}lines`
  const lines = openObject({ bucket: env.BUCKET, key: object })
  const ids = openIdIndex(env.BUCKET, folder)
  let recordCount = 0
  for (const chunk of chunks) {
    await ids.add(chunk, await lines.write(chunk.bytes))
    recordCount += chunk.count
  }
  for (const segment of await ids.close()) await segmentStore(db).insert(tenantId, datasetId, segment)
  await lines.close()
  return { tenantId, datasetId, folder, object, recordCount }
}

/** A chunk of these lines, whose records have the hashes of `ids`. */
function chunkOf(lines: readonly string[], ids: readonly Uint8Array[]): DatasetChunk {
  const bytes = utf8(textOf(lines))
  const leafHashes = Uint8Array.from(lines.flatMap((line) => [...leafHash(sha256, utf8(line))]))
  const idHashes = Uint8Array.from(ids.flatMap((id) => [...id]))
  const { length: count } = lines
  const members = { idMin: '', idMax: '', idHashes, idEntries: new Uint32Array(0), leafHashes }
  return { seq: 0, firstLine: 0, count, bytes, text: '', ...members }
}

describe('the index of a large dataset by ids', () => {
  it('finds records of several segments, few or many at once, in a bounded number of bytes', async () => {
    const count = 2 * segmentCountMax + 1_000
    if (ndjson === undefined) throw new Error('NDJSON is no format')
    const intake = openIntake({ format: ndjson, sha256, rows: openRows })
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
    const dataset = await stored('dat_1', [...chunks, ...end.chunks])
    expect(dataset.recordCount).toBe(count)
    for (const wanted of [
      [0],
      [count - 1],
      [segmentCountMax - 1, segmentCountMax],
      Array.from({ length: 500 }, (_, index) => index * 500),
    ]) {
      const { bucket, read } = counted()
      const lines = await indexedLines({ db, env: { BUCKET: bucket } }, dataset, wanted.map(idOf))
      expect(lines.map((line) => JSON.parse(line).id)).toEqual(expect.arrayContaining(wanted.map(idOf)))
      expect(lines.length).toBeLessThanOrEqual(wanted.length + 1)
      if (wanted.length === 1) expect(read.bytes).toBeLessThan(3 * 40_000)
      expect(read.bytes).toBeLessThan(count * entryByteCount + wanted.length * 40_000)
    }
    const { bucket, read } = counted()
    expect(await indexedLines({ db, env: { BUCKET: bucket } }, dataset, ['nobody'])).toEqual([])
    expect(read.count).toBe(3)
  })

  it('finds them also where hashes are not spread evenly', async () => {
    const count = 2_000
    const wanted = sha256(utf8('wanted'))
    const ids = Array.from({ length: count }, (_, index) => (index === 1_234 ? wanted : new Uint8Array(32).fill(0xff)))
    const lines = ids.map((_, index) => `{"id":"${index === 1_234 ? 'wanted' : index}"}`)
    const dataset = await stored('dat_2', [chunkOf(lines, ids)])
    expect(await indexedLines({ db, env }, dataset, ['wanted'])).toEqual(['{"id":"wanted"}'])
  })

  it('that is not as it was stored finds no record, and says so', async () => {
    const ids = ['a', 'b'].map((id) => sha256(utf8(id)))
    const dataset = await stored('dat_3', [chunkOf(['{"id":"a"}', '{"id":"b"}'], ids)])
    const key = segmentKey(dataset.folder, 0)
    const find = (...wanted: string[]) => indexedLines({ db, env }, dataset, wanted)
    expect(await find('a', 'c')).toEqual(['{"id":"a"}'])
    const whole = await (await env.BUCKET.get(key))?.bytes()
    if (whole === undefined) throw new Error('There is no segment')
    const damages = [whole.with(3, 1), whole.with(20, 9), whole.subarray(0, 30), whole.subarray(0, entryByteCount)]
    for (const bytes of damages) {
      await env.BUCKET.put(key, bytes)
      for (const id of ['a', 'c'])
        await expect(find(id)).rejects.toThrow(/^Part 0 of the index by ids of the dataset dat_3/)
    }
    await env.BUCKET.delete(key)
    await expect(find('c')).rejects.toThrow('is gone')
    await env.BUCKET.put(key, whole)
    await changeObject(dataset.object, (bytes) => bytes.with(7, 0x78))
    await expect(find('a')).rejects.toThrow('A line of the dataset dat_3 is gone, or is not the one that was stored')
    await segmentStore(db).remove(tenantId, 'dat_3')
    await expect(find('c')).rejects.toThrow('is gone')
  })
})
