/** The numbers from 0 to below `count`, taken in batches of at most `most`. */

export const batchCountOf = (count: number, most: number): number => Math.ceil(count / most)

export const batchAt = (batch: number, count: number, most: number): readonly number[] =>
  Array.from({ length: Math.min(most, count - batch * most) }, (_, index) => batch * most + index)
