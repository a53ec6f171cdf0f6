import { type EndStates, endStates, type Side, sides } from '@tallystick/engine'
import { bytesOfFiles, type PieceStore, requireFile } from './piece-store.ts'

/** What became of every record, in files: a byte a record, by side and version. Each step that changes it writes the next. */

const nameOf = (side: Side, version: number): string => `ends/${side}-${version}`

/** The end states of both sides. */
export const readEnds = async (store: PieceStore, version: number): Promise<EndStates> => ({
  source: await requireFile(store, nameOf('source', version)),
  target: await requireFile(store, nameOf('target', version)),
})

export async function writeEnds(store: PieceStore, version: number, states: EndStates): Promise<void> {
  for (const side of sides) await store.write(nameOf(side, version), states[side])
}

/** Collects what became of every record when all rules had passed, as version 0. Throws when a record is counted twice. */
export async function collectEnds(store: PieceStore): Promise<void> {
  for (const side of sides) await store.write(nameOf(side, 0), await collectSide(store, side))
}

async function collectSide(store: PieceStore, side: Side): Promise<Uint8Array> {
  const names = (await store.list(`states/${side}/`)).map(({ name }) => name)
  let states = new Uint8Array(1024)
  let end = 0
  for await (const { state, number } of statesIn(bytesOfFiles(store, names))) {
    if (number >= states.length)
      states = new Uint8Array(states.buffer.transfer(Math.max(2 * states.length, number + 1)))
    if (states[number] !== endStates.none) throw new Error(`Completeness: ${side} record ${number} ended twice`)
    states[number] = state
    end = Math.max(end, number + 1)
  }
  return states.subarray(0, end)
}

async function* statesIn(
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly state: number; readonly number: number }> {
  let [state, number, isNumber] = [0, 0, false]
  for await (const bytes of parts)
    for (const byte of bytes) {
      if (byte === 0x20) isNumber = true
      else if (byte === 0x0a) {
        yield { state, number }
        ;[state, number, isNumber] = [0, 0, false]
      } else if (isNumber) number = 10 * number + byte - 0x30
      else state = 10 * state + byte - 0x30
    }
}
