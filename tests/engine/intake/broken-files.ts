import { at } from '../../../engine/base/at.ts'
import { createRandom } from '../../bench/random.ts'

/** What became of a file on its way, as chance has it. */
export interface BrokenFile {
  readonly bytes: Uint8Array
  /** Whether the file lost its end, and nothing else happened to it. */
  readonly isCutOff: boolean
}

/** Numbers from 0 to `bound - 1`, the same for the same seed. */
export function createChance(seed: number): (bound: number) => number {
  const { between } = createRandom(seed)
  return (bound) => between(0, bound - 1)
}

const encoder = new TextEncoder()
const bombs = [
  '<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;">]>',
  '&#x110000;',
  '&amp;'.repeat(2000),
  '<'.repeat(5000),
]
const longByteCount = 10_000_000

/** A file after an accident: cut off, bits flipped, lines in another order, a bomb or ten megabytes in the middle. */
export function breakFile(bytes: Uint8Array, chance: (bound: number) => number): BrokenFile {
  const kind = chance(200)
  const place = chance(bytes.length + 1)
  if (kind === 0) return broken(insert(bytes, place, new Uint8Array(longByteCount).fill(0x20 + chance(0x5f))))
  if (kind < 10) return broken(insert(bytes, place, encoder.encode(at(bombs, chance(bombs.length)))))
  if (kind < 70) return { bytes: bytes.subarray(0, place), isCutOff: true }
  if (kind < 130) return broken(flipBits(bytes, chance))
  return broken(moveLines(bytes, chance))
}

const broken = (bytes: Uint8Array): BrokenFile => ({ bytes, isCutOff: false })

function insert(bytes: Uint8Array, place: number, added: Uint8Array): Uint8Array {
  const all = new Uint8Array(bytes.length + added.length)
  all.set(bytes.subarray(0, place))
  all.set(added, place)
  all.set(bytes.subarray(place), place + added.length)
  return all
}

function flipBits(bytes: Uint8Array, chance: (bound: number) => number): Uint8Array {
  // A slice of a Buffer would be the same bytes.
  const flipped = new Uint8Array(bytes)
  for (let count = chance(8); count >= 0 && flipped.length > 0; count--) {
    const index = chance(flipped.length)
    flipped[index] = (flipped[index] ?? 0) ^ (1 << chance(8))
  }
  return flipped
}

/** Some lines leave, come twice or change places. */
function moveLines(bytes: Uint8Array, chance: (bound: number) => number): Uint8Array {
  const lines = Buffer.from(bytes).toString('latin1').split('\n')
  for (let count = chance(4); count >= 0; count--) {
    const [from, to] = [chance(lines.length), chance(lines.length)]
    const [line = ''] = lines.splice(from, chance(2))
    if (chance(3) > 0) lines.splice(to, 0, line)
  }
  return Buffer.from(lines.join('\n'), 'latin1')
}
