/**
 * What became of a record when all rules had passed, one byte a record. `broken` is an open record that a break holds
 * already, `searching` an open record that searches for near misses. `none` stands at a number without a record, such
 * as that of a residual which no match left.
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
