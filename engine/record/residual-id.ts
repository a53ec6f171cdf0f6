/**
 * The ids of which `id` may be a residual, the nearest first: `a~1` and `a` for `a~1~2`. Records of a dataset may have
 * ids of this form, too.
 */
export function originIdsOf(id: string): readonly string[] {
  const origin = id.replace(/~[1-9]\d*$/, '')
  return origin === id || origin === '' ? [] : [origin, ...originIdsOf(origin)]
}

/** `id` if it is known, else the nearest known id of which it is a residual. */
export const knownIdOf = (id: string, known: { has(id: string): boolean }): string | undefined =>
  [id, ...originIdsOf(id)].find((each) => known.has(each))

/** `<origin>~<n>` with the least `n` that is free. */
export function freeResidualId(origin: string, isTaken: (id: string) => boolean): string {
  let number = 1
  while (isTaken(`${origin}~${number}`)) number += 1
  return `${origin}~${number}`
}
