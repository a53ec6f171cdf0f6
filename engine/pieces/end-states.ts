/**
 * The state of each record after the last rule, one byte a record. `broken`: open and already in a break. `none`: no record has this number.
 */
export const endStates = {
  none: 0,
  open: 1,
  broken: 2,
  held: 3,
  matched: 4,
  netted: 5,
  excluded: 6,
} as const
