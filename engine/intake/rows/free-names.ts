/**
 * Gives names that are unique: a taken name gets the smallest free suffix, `#2`, `#3`…. O(1) amortised, even if all
 * names are equal.
 */
export function createFreeNames(): (name: string) => string {
  const taken = new Set<string>()
  /** For each name, the suffix from which to look for a free one: without it, n equal names would cost n². */
  const nextSuffixes = new Map<string, number>()
  return (name) => {
    let free = name
    if (taken.has(name)) {
      let suffix = nextSuffixes.get(name) ?? 2
      while (taken.has(`${name}#${suffix}`)) suffix += 1
      nextSuffixes.set(name, suffix + 1)
      free = `${name}#${suffix}`
    }
    taken.add(free)
    return free
  }
}
