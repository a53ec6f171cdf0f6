import { ulid } from 'ulid'

type IdPrefix = 'run' | 'dat' | 'ten' | 'req'

/** A new id: `prefix`, `_` and 26 lower-case characters of base32 that sort by time, such as `run_01kabc…`. */
export const createId = (prefix: IdPrefix, nowMilliseconds: number): string =>
  `${prefix}_${ulid(nowMilliseconds).toLowerCase()}`
