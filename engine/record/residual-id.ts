/**
 * The ids of the records that `id` may be a rest of, the nearest first: `a~1~2` → `a~1`, `a`. A dataset may have such ids
 * of its own, so that an id alone does not tell.
 */
export function originIdsOf(id: string): readonly string[] {
  const origin = id.replace(/~[1-9]\d*$/, '')
  return origin === id || origin === '' ? [] : [origin, ...originIdsOf(origin)]
}

/** The record of `known` that `id` names: the one of this id, or else the one that it is a rest of. */
export const knownIdOf = (id: string, known: { has(id: string): boolean }): string | undefined =>
  [id, ...originIdsOf(id)].find((each) => known.has(each))
