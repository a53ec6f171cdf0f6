/** The names of files and tasks of a run in pieces. Numbers are padded, so that names sort as the numbers do. */

export const padded = (number: number): string => String(number).padStart(5, '0')

/** A partition of the records that a rule takes next. */
export const partitionName = (position: number, partition: number): string => `${padded(position)}/${padded(partition)}`

export const rulePrefix = (position: number): string => `open/${padded(position)}/`

export const taskName = (kind: string, ...numbers: readonly number[]): string =>
  [kind, ...numbers.map(padded)].join('-')

/** The partition to which a file of a rule belongs. */
export const partitionOf = (name: string): string => name.split('/').slice(0, 3).join('/')
