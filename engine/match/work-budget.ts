/** Holds back what is costly until all of it is known, and gives up the costliest when it is too much together. */
export interface WorkBudget<Item> {
  /** Takes an item in; what comes back is given up, the item itself or others that cost as much or more. */
  add(item: Item, work: number): readonly Item[]
  /** What is still held, in the order in which it came. */
  held(): readonly Item[]
}

/**
 * A budget of `workMax` over all items together. What it gives up in the end does not depend on their order: everything
 * from the least cost on at which the sum would be above it. O(items) for each cost that is given up.
 */
export function createWorkBudget<Item>(workMax: number): WorkBudget<Item> {
  let kept: { readonly item: Item; readonly work: number }[] = []
  let sum = 0
  let refusedFrom = Number.POSITIVE_INFINITY
  return {
    add(item, work) {
      if (work >= refusedFrom) return [item]
      kept.push({ item, work })
      sum += work
      if (sum <= workMax) return []
      // Without the costliest it fits again: one of them costs as much as what has just come, or more.
      refusedFrom = kept.reduce((most, each) => Math.max(most, each.work), 0)
      const givenUp = kept.filter((each) => each.work === refusedFrom)
      kept = kept.filter((each) => each.work < refusedFrom)
      sum -= refusedFrom * givenUp.length
      return givenUp.map((each) => each.item)
    },
    held: () => kept.map(({ item }) => item),
  }
}
