import { numberAt } from '@tallystick/engine/base'
import { encodeTime, ulid } from 'ulid'

type IdPrefix = 'run' | 'dat' | 'ten' | 'req'

const randomCharacterCount = 16

/** A new id: `prefix`, `_` and 26 lower-case characters of base32 that sort by time, such as `run_01kabc…`. */
export function createId(prefix: IdPrefix, nowMilliseconds: number): string {
  // Drawn at once: `ulid` would look for the generator, and ask it for each character.
  const bytes = crypto.getRandomValues(new Uint8Array(randomCharacterCount))
  let index = 0
  const random = () => numberAt(bytes, index++) / 256
  return `${prefix}_${ulid(nowMilliseconds, random).toLowerCase()}`
}

/** Sorts before every id of this kind that is made at this time or later, and behind every id that was made before. */
export const firstIdOf = (prefix: IdPrefix, milliseconds: number): string =>
  `${prefix}_${encodeTime(milliseconds).toLowerCase()}`
