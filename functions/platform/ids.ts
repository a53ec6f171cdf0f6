import { decodeTime, ulid } from 'ulid'

export const idPrefixes = ['run', 'dat', 'ten', 'req'] as const

export type IdPrefix = (typeof idPrefixes)[number]

/** A new id: `prefix`, `_` and 26 lower-case characters of base32 that sort by time, such as `run_01kabc…`. */
export const createId = (prefix: IdPrefix, nowMilliseconds: number): string =>
  `${prefix}_${ulid(nowMilliseconds).toLowerCase()}`

/** When `id` was made, in milliseconds since the epoch; undefined when it is no id of `prefix`. */
export function timeOfId(id: string, prefix: IdPrefix): number | undefined {
  const text = id.startsWith(`${prefix}_`) ? id.slice(prefix.length + 1) : ''
  return /^[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}$/.test(text) ? decodeTime(text.toUpperCase()) : undefined
}
