import { byteAt } from '@tallystick/engine/base'
import { type EndStates, endStates, type LineNumbers } from '@tallystick/engine/pieces'
import { sides } from '@tallystick/engine/record'
import { nextEvent } from '../../platform/slices.ts'
import { readEnds } from './end-files.ts'
import type { PieceJob } from './piece-context.ts'
import { type PieceStore, requireFile } from './piece-store.ts'

/** Which records are in a line of the result, as bitmaps in files: one version for each task that merges lines. */

const nameOf = (side: string, version: number): string => `coverage/${side}-${version}`

/** Writes the first version of the bitmaps: no record is in a line. */
export async function openCoverage({ store, onHeld }: PieceJob): Promise<void> {
  const ends = await readEnds(store, 0)
  onHeld?.(ends.source.length + ends.target.length)
  for (const side of sides) await store.write(nameOf(side, 0), new Uint8Array(Math.ceil(ends[side].length / 8)))
}

export const readCoverage = async (store: PieceStore, version: number): Promise<EndStates> => ({
  source: (await requireFile(store, nameOf('source', version))).slice(),
  target: (await requireFile(store, nameOf('target', version))).slice(),
})

export async function writeCoverage(store: PieceStore, version: number, coverage: EndStates): Promise<void> {
  for (const side of sides) await store.write(nameOf(side, version), coverage[side])
}

/** Marks the records of a line. Throws if a record is in a line already. */
export function markCovered(coverage: EndStates, entry: LineNumbers): void {
  for (const side of sides)
    for (const number of entry[side]) {
      const { place, bit } = placeOf(number)
      const before = byteAt(coverage[side], place)
      if ((before & bit) !== 0) throw new Error(`Completeness: ${side} record ${number} is in two lines`)
      coverage[side][place] = before | bit
    }
}

/** Throws unless every record of the run is in a line. */
export async function assertCovered({ store, onHeld }: PieceJob, version: number): Promise<void> {
  const [coverage, ends] = [await readCoverage(store, version), await readEnds(store, 0)]
  onHeld?.(sides.reduce((sum, side) => sum + coverage[side].length + ends[side].length, 0))
  for (const side of sides)
    for (let number = 0; number < ends[side].length; number++) {
      if (number % recordCountAtOnce === 0) await nextEvent()
      const { place, bit } = placeOf(number)
      const isCovered = (byteAt(coverage[side], place) & bit) !== 0
      if (isCovered !== (byteAt(ends[side], number) !== endStates.none))
        throw new Error(`Completeness: ${side} record ${number} is in no line`)
    }
}

/** After this many records other requests have their turn. */
const recordCountAtOnce = 100_000

const placeOf = (number: number) => ({ place: Math.floor(number / 8), bit: 1 << (number % 8) })
