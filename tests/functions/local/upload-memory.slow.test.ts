import { expect, it } from 'vitest'
import { isLong } from '../../support/forms.ts'
import { bodies, largeBodies, type MeasuredBody } from '../../support/node/upload-memory/bodies.ts'
import { measureUploads } from '../../support/node/upload-memory/measure.ts'
import { type PackedBody, packedBodies } from '../../support/node/upload-memory/packed-bodies.ts'

const all: readonly (MeasuredBody | PackedBody)[] = [...bodies, ...packedBodies]
const measured = all.filter(({ isShort }) => isLong || isShort)

/** An isolate has 128 MB, of which the program, its caches and other requests take the other half. */
const peakMegabytesMax = 64

/** The lines of a file of 8 MB have at most 64 MB; what finds narrow ones by their ids has half as much. */
const storedMegabytesMax = 105

it.runIf(isLong)(`no large upload takes more than it may [long: ${largeBodies.length} of up to 95 MB]`, async () => {
  const uploads = await measureUploads(largeBodies)
  console.table(uploads)
  for (const [index, { name, peak }] of uploads.entries())
    expect(peak, `${name}: MB held`).toBeLessThanOrEqual(largeBodies[index]?.peakMegabytesMax ?? 0)
})

it(`no upload of 8 MB takes more than 64 MB or stores more than its lines may have [short: ${all.filter(({ isShort }) => isShort).length} bodies · long: ${all.length}]`, async () => {
  const uploads = await measureUploads(measured)
  if (isLong) console.table(uploads)
  for (const [index, { name, peak, stored }] of uploads.entries()) {
    expect(peak, `${name}: MB held`).toBeLessThanOrEqual(measured[index]?.peakMegabytesMax ?? peakMegabytesMax)
    expect(stored, `${name}: MB stored`).toBeLessThanOrEqual(storedMegabytesMax)
  }
})
