import { canonicalize } from '../../../engine/base/canonical.ts'
import type { MatchLine, NettedLine } from '../../../engine/result/line.ts'
import { sha256Hex } from './sha256.ts'

/** SHA-256(0x00 ‖ line) in hex, from the text of a line without its newline: RFC 6962 §2.1. */
export const leafHashOf = (line: string): string => sha256Hex(Uint8Array.of(0), Buffer.from(line, 'utf8'))

/** The id that breaks refer to a match by: `mat_` and 26 characters of its leaf hash. */
export const matchIdOf = (line: MatchLine | undefined): string =>
  `mat_${line === undefined ? '' : leafHashOf(canonicalize(line)).slice(0, 26)}`

/** The id of a netted line, likewise with `net_`. */
export const nettedIdOf = (line: NettedLine): string => `net_${leafHashOf(canonicalize(line)).slice(0, 26)}`

/** Negative, zero or positive as `left` sorts before, with or after `right` by UTF-8 bytes; lists member by member. */
export function compareBytes(left: readonly string[], right: readonly string[]): number {
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = Buffer.compare(Buffer.from(left[index] ?? ''), Buffer.from(right[index] ?? ''))
    if (order !== 0) return order
  }
  return left.length - right.length
}
