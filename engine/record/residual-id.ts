/** What `id` may be a residual of, the nearest first: `a~1~2` → `a~1`, `a`. Datasets may have such ids too. */
export function originIdsOf(id: string): readonly string[] {
  const origin = id.replace(/~[1-9]\d*$/, '')
  return origin === id || origin === '' ? [] : [origin, ...originIdsOf(origin)]
}

/** The id in `known` that `id` names: `id` itself, or else the nearest record that it is a residual of. */
export const knownIdOf = (id: string, known: { has(id: string): boolean }): string | undefined =>
  [id, ...originIdsOf(id)].find((each) => known.has(each))
