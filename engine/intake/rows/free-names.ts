/** A taken name gets the least free suffix `#2`, `#3`…. O(1) amortised a name, even if all are the same. */
export function createFreeNames(): (name: string) => string {
  const taken = new Set<string>()
  /** By name, the suffix below which all are taken, so that ten thousand twins do not each count from two. */
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
