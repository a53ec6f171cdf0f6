/** Holds items until the work of all is known, and refuses the costliest if all together are too much work. */
interface WorkBudget<Item> {
  /**
   * Adds an item and returns the items that are refused because of it: the item itself, or others that cost at least as
   * much.
   */
  add(item: Item, work: number): readonly Item[]
  /** The items that are not refused, in the order in which they were added. */
  affordable(): readonly Item[]
}

/**
 * A budget of `workMax` for all items together. Let w be the least work such that all items of at most w exceed
 * `workMax` together: items of w or more are refused, whatever the order in which they were added. An `add` that
 * refuses others takes O(items).
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
      // All items fitted without the new one, and the costliest takes at least as much as the new one. So the others
      // fit without the costliest.
      refusedFrom = entries.reduce((most, entry) => Math.max(most, entry.work), 0)
      const refused = entries.filter((entry) => entry.work === refusedFrom)
      entries = entries.filter((entry) => entry.work < refusedFrom)
      sum -= refusedFrom * refused.length
      return refused.map((entry) => entry.item)
    },
    affordable: () => entries.map(({ item }) => item),
  }
}
