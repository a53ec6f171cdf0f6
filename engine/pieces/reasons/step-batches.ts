/** The numbers below `count`, in stretches of at most `most`: what a step does one after another. */
export const batchesOf = (count: number, most: number): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(count / most) }, (_, batch) =>
    Array.from({ length: Math.min(most, count - batch * most) }, (_, index) => batch * most + index),
  )
