import { uint32At } from '../../base/at.ts'

/** A cell or attribute whose text may make a row unusual, or say how money moves. */
export interface Watch {
  /** -1 for the first cell that is not blank, -2 for the attribute. */
  readonly cell: number
  readonly attribute?: string
  readonly isBlankUnusual?: boolean
  /** Longer texts mean nothing. */
  readonly byteCountMax: number
  /** Whether a text with digits may mean something. */
  readonly hasDigits: boolean
  readonly isMovement?: boolean
  /** How the texts begin that may mean something, as plain letters; undefined if any text may. */
  readonly beginnings: Iterable<string> | undefined
  /** What a text means: 0 for nothing, 1 to make its row unusual, or the bits of a movement. */
  readonly answer: (text: string) => number
}

export const ofFirstFilled = -1
export const ofAttribute = -2

const [kindCount, digitKind, firstLetter, firstDigit] = [32, 27, 0x61, 0x30]
const everything = new Uint32Array(kindCount).fill(0xffffffff)
const known = new WeakMap<object, Uint32Array>()

/**
 * By the kind of the first character the kinds of the second as bits, so that most texts need no question. A letter has
 * a kind of its own, whatever its case; digits share one; all others share kind 0, which is always asked about.
 */
export function beginningsOf({ beginnings }: Watch): Uint32Array {
  if (beginnings === undefined) return everything
  const found = known.get(beginnings)
  if (found !== undefined) return found
  const bits = new Uint32Array(kindCount).fill(1)
  bits[0] = 0xffffffff
  for (const text of beginnings) {
    const [first, second] = [kindOf(text.charCodeAt(0)), kindOf(text.charCodeAt(1))]
    bits[first] = text.length === 1 ? 0xffffffff : uint32At(bits, first) | (1 << second)
  }
  known.set(beginnings, bits)
  return bits
}

function kindOf(code: number): number {
  const letter = (code | 0x20) - firstLetter
  if (code < 0x80 && letter >= 0 && letter < 26) return letter + 1
  return code >= firstDigit && code < firstDigit + 10 ? digitKind : 0
}
