/**
 * What became of a record when all rules had passed, one byte a record. `broken`: open, in a break already.
 * `searching`: open, and searches for near misses. `none`: no record has the number.
 */
export const endStates = {
  none: 0,
  open: 1,
  broken: 2,
  held: 3,
  matched: 4,
  netted: 5,
  excluded: 6,
  searching: 7,
} as const
