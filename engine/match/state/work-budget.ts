/** Holds items until the work of all is known, and refuses the costliest when all together are too much work. */
export interface WorkBudget<Item> {
  /** Takes an item in and returns the items that are refused now: the new one, or others of as much work or more. */
  add(item: Item, work: number): readonly Item[]
  /** The items that are not refused, in the order in which they came. */
  affordable(): readonly Item[]
}

/**
 * A budget of `workMax` over all items together. Let w be the least work for which all items of up to w together exceed
 * `workMax`: all items of w or more are refused in the end, in whatever order they came. O(items) for each w on the way.
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
      // All items fitted before the new one, and the costliest is no cheaper than the new one: without it the rest fits.
      refusedFrom = entries.reduce((most, entry) => Math.max(most, entry.work), 0)
      const refused = entries.filter((entry) => entry.work === refusedFrom)
      entries = entries.filter((entry) => entry.work < refusedFrom)
      sum -= refusedFrom * refused.length
      return refused.map((entry) => entry.item)
    },
    affordable: () => entries.map(({ item }) => item),
  }
}
