/**
 * What became of a record when all rules had passed, one byte a record: `broken` is an open one that a break holds already,
 * and `looking` one that its near misses explain.
 * 0 stands for a number that no record has, such as that of a rest which was never left.
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
