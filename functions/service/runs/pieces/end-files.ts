import { appendByte, appendNumber, type WordBuffer } from '@tallystick/engine/base'
import { type EndStates, endStates } from '@tallystick/engine/pieces'
import { type Side, sides } from '@tallystick/engine/record'
import { countExplained } from './explained-shares.ts'
import { numbersInTurn } from './number-files.ts'
import type { PieceJob } from './piece-context.ts'
import { padded } from './piece-names.ts'
import { filesInTurn, type PieceStore, requireFile } from './piece-store.ts'

/**
 * The end states of all records: a byte a record, by side and version. Each step that changes one writes a new version.
 */

const nameOf = (side: Side, version: number): string => `ends/${side}-${version}`

export const readEnds = async (store: PieceStore, version: number): Promise<EndStates> => ({
  source: await readEndsOf(store, 'source', version),
  target: await readEndsOf(store, 'target', version),
})

export const readEndsOf = async (store: PieceStore, side: Side, version: number): Promise<Uint8Array> =>
  (await requireFile(store, nameOf(side, version))).slice()

export async function writeEnds(store: PieceStore, version: number, states: EndStates): Promise<void> {
  for (const side of sides) await store.write(nameOf(side, version), states[side])
}

/** The folder of the numbers of records that breaks of a rule hold. */
export const brokenBy = (position: number, side: Side): string => `broken/${padded(position)}/${side}`

/** Marks the records of all breaks of a rule, of which no two share a record. Writes the version after `version`. */
export async function collectBroken(job: PieceJob, position: number, version: number): Promise<void> {
  for (const side of sides) {
    const states = await readEndsOf(job.store, side, version)
    const names = (await job.store.list(`${brokenBy(position, side)}/`)).map(({ name }) => name)
    for await (const numbers of numbersInTurn(job.store, names)) {
      job.onHeld?.(states.length + 2 * numbers.byteLength)
      for (const number of numbers) states[number] = endStates.broken
    }
    await job.store.write(nameOf(side, version + 1), states)
  }
}

/** The end state of a record in a file: a byte for the state, and four for the number. */
const endByteCount = 5

export function appendEnd(buffer: WordBuffer, state: number, number: number): void {
  appendByte(buffer, state)
  appendNumber(buffer, number)
}

/** Collects the end states after all rules, as version 0. Throws when a record ended twice. */
export async function collectEnds(job: PieceJob): Promise<void> {
  for (const side of sides) await job.store.write(nameOf(side, 0), await collectSide(job, side))
}

async function collectSide(job: PieceJob, side: Side): Promise<Uint8Array> {
  const { store } = job
  const names = (await store.list(`states/${side}/`)).map(({ name }) => name)
  let states = new Uint8Array(1024).fill(endStates.none)
  let end = 0
  const take = (state: number, number: number): void => {
    if (number >= states.length) {
      const { length } = states
      states = new Uint8Array(states.buffer.transfer(Math.max(2 * length, number + 1))).fill(endStates.none, length)
    }
    if (states[number] !== endStates.none) throw new Error(`Completeness: ${side} record ${number} ended twice`)
    states[number] = state
    end = Math.max(end, number + 1)
  }
  for await (const bytes of filesInTurn(store, names)) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let place = 0; place < bytes.length; place += endByteCount)
      take(view.getUint8(place), view.getUint32(place + 1, true))
    countExplained(job, 'ends', { share: 1 / (sides.length * names.length) })
  }
  return states.subarray(0, end)
}
