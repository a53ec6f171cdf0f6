import { numberAt } from '@tallystick/engine/base'
import { decodeTime, encodeTime, ulid } from 'ulid'

type IdPrefix =
  | 'run'
  | 'dat'
  | 'ten'
  | 'req'
  | 'mbr'
  | 'inv'
  | 'evt'
  | 'rcn'
  | 'prd'
  | 'dcn'
  | 'act'
  | 'whk'
  | 'msg'
  | 'inb'

const randomCharacterCount = 16

/**
 * `prefix`, `_` and 26 lower-case characters of base32 that sort by time, such as `run_01kabc…`. Equal times and bytes, of
 * which there are at least 16, give equal ids.
 */
export function createId(
  prefix: IdPrefix,
  nowMilliseconds: number,
  // Drawn in one call: `ulid` would ask the generator for each character.
  bytes: Uint8Array = crypto.getRandomValues(new Uint8Array(randomCharacterCount)),
): string {
  let index = 0
  const random = () => numberAt(bytes, index++) / 256
  return `${prefix}_${ulid(nowMilliseconds, random).toLowerCase()}`
}

/** Sorts before every id with this prefix that is made at this time or later, and after every earlier one. */
export const firstIdOf = (prefix: IdPrefix, milliseconds: number): string =>
  `${prefix}_${encodeTime(milliseconds).toLowerCase()}`

/** Clocks of machines differ by less. */
const clockSkewMilliseconds = 3_600_000

/** Sorts before every id with this prefix of something that was made after `id`; before all for text that is no id. */
export function firstIdAfter(prefix: IdPrefix, id: string): string {
  const [, code] = /^[a-z]{3}_([0-7][0-9a-hjkmnp-tv-z]{25})$/.exec(id) ?? []
  return code === undefined
    ? `${prefix}_`
    : firstIdOf(prefix, Math.max(0, decodeTime(code.toUpperCase()) - clockSkewMilliseconds))
}
