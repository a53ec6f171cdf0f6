import { uint32At } from '@tallystick/engine/base'
import type { LineNumbers } from '@tallystick/engine/pieces'
import { sides } from '@tallystick/engine/record'
import { filesInTurn, type PieceStore } from './piece-store.ts'

/** Numbers of records in files: four bytes each, little-endian. */

const numberByteCount = 4

/** The numbers of each file. Holds the files that are read ahead. Throws if a file is gone. */
export async function* numbersInTurn(store: PieceStore, names: readonly string[]): AsyncGenerator<Uint32Array> {
  for await (const bytes of filesInTurn(store, names)) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const numbers = new Uint32Array(bytes.length / numberByteCount)
    for (let index = 0; index < numbers.length; index++) numbers[index] = view.getUint32(numberByteCount * index, true)
    yield numbers
  }
}

/** The numbers of a line's records, preceded by how many each side has. */
export function* lineAsNumbers(entry: LineNumbers): Generator<number> {
  for (const side of sides) yield entry[side].length
  for (const side of sides) yield* entry[side]
}

/** The inverse of `lineAsNumbers`, for one line after another. */
export function* linesOfNumbers(numbers: Uint32Array): Generator<LineNumbers> {
  for (let place = 0; place < numbers.length; ) {
    const sourceStart = place + sides.length
    const targetStart = sourceStart + uint32At(numbers, place)
    const end = targetStart + uint32At(numbers, place + 1)
    yield { source: [...numbers.subarray(sourceStart, targetStart)], target: [...numbers.subarray(targetStart, end)] }
    place = end
  }
}
