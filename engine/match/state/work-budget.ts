/** Holds items until the work of all is known, and refuses the costliest when all together are too much work. */
interface WorkBudget<Item> {
  /** Takes an item in and returns the items that are now refused: the new one, or others of at least as much work. */
  add(item: Item, work: number): readonly Item[]
  /** In the order in which they came. */
  affordable(): readonly Item[]
}

/**
 * A budget of `workMax` for all items together. Let w be the least work such that all items of up to w together exceed
 * `workMax`: all items of w or more are refused in the end, in whatever order they came. O(items) for each w on the
 * way.
 */
export function createWorkBudget<Item>(workMax: number): WorkBudget<Item> {
  let entries: { readonly item: Item; readonly work: number }[] = []
  let sum = 0
  let refusedFrom = Number.POSITIVE_INFINITY
  return {
    add(item, work) {
      if (work >= refusedFrom) return [item]
      entries.push({ item, work })
      sum += work
      if (sum <= workMax) return []
      // Without the new item all fitted, and the costliest takes at least as much: without the costliest the others
      // fit.
      refusedFrom = entries.reduce((most, entry) => Math.max(most, entry.work), 0)
      const refused = entries.filter((entry) => entry.work === refusedFrom)
      entries = entries.filter((entry) => entry.work < refusedFrom)
      sum -= refusedFrom * refused.length
      return refused.map((entry) => entry.item)
    },
    affordable: () => entries.map(({ item }) => item),
  }
}
