/** The numbers from 0 to below `count`, in batches of at most `most`. */
export const batchesOf = (count: number, most: number): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(count / most) }, (_, batch) =>
    Array.from({ length: Math.min(most, count - batch * most) }, (_, index) => batch * most + index),
  )
