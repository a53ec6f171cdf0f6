import { expect, it } from 'vitest'
import { isLong } from '../../support/forms.ts'
import { measureReads } from '../../support/node/read-memory/measure.ts'

const recordCount = isLong ? 500_000 : 20_000

/** Chunks that are read: less than the lines of the records in either form. */
const chunkMegabytes = isLong ? 12 : 7
/** What a reading keeps of each record of both sides. */
const bytesKept: { readonly [name: string]: number } = { proveLines: 0, traceLineage: 0, verifyProofChain: 45 }

it(`a sealed run of ${recordCount} records a side is read in bounded memory [short: 20,000 · long: 500,000]`, async () => {
  const reads = await measureReads(recordCount)
  if (isLong) console.table(reads)
  expect(reads.map(({ name }) => name)).toEqual(Object.keys(bytesKept))
  for (const { name, isSound, megabytes } of reads) {
    expect(isSound, name).toBe(true)
    const kept = (2 * recordCount * (bytesKept[name] ?? 0)) / 1024 / 1024
    expect(megabytes, `${name}: MB held`).toBeLessThanOrEqual(chunkMegabytes + kept)
    expect(megabytes, `${name}: MB seen`).toBeGreaterThanOrEqual(kept / 4)
  }
})
