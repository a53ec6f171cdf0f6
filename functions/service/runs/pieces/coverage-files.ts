import { byteAt } from '@tallystick/engine/base'
import { type Coverage, createCoverage, type EndStates, endStates, noneCovered } from '@tallystick/engine/pieces'
import { type Side, sides } from '@tallystick/engine/record'
import { computeInSlices } from '../../platform/slices.ts'
import { readEnds } from './end-files.ts'
import type { PieceJob } from './piece-context.ts'
import { type PieceStore, requireFile } from './piece-store.ts'

/** Which records are in a line of the result, as bitmaps in files: one version for each task that merges lines. */

const nameOf = (side: string, version: number): string => `coverage/${side}-${version}`

/** Writes the first version of the bitmaps: no record is in a line. */
export async function openCoverage({ store, onHeld }: PieceJob): Promise<void> {
  const ends = await readEnds(store, 0)
  onHeld?.(ends.source.length + ends.target.length)
  await writeCoverage(store, 0, createCoverage(noneCovered(countsOf(ends))))
}

const countsOf = ({ source, target }: EndStates) => ({ source: source.length, target: target.length })

export const readCoverage = async (store: PieceStore, version: number): Promise<Coverage> =>
  createCoverage({
    source: (await requireFile(store, nameOf('source', version))).slice(),
    target: (await requireFile(store, nameOf('target', version))).slice(),
  })

export async function writeCoverage(store: PieceStore, version: number, { bits }: Coverage): Promise<void> {
  for (const side of sides) await store.write(nameOf(side, version), bits[side])
}

/** Throws unless every record of the run is in a line. */
export async function assertCovered({ store, onHeld }: PieceJob, version: number): Promise<void> {
  const [coverage, ends] = [await readCoverage(store, version), await readEnds(store, 0)]
  onHeld?.(sides.reduce((sum, side) => sum + coverage.bits[side].length + ends[side].length, 0))
  const isRecord = (side: Side, number: number): boolean => byteAt(ends[side], number) !== endStates.none
  await computeInSlices(coverage.assertComplete(countsOf(ends), isRecord))
}
