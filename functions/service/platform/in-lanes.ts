/** A Worker may have six calls open at a time. */
const callsAtOnce = 6

/** Does `work` for each item, six at a time. The results are in the order of the items. */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const entries = items.entries()
  const lane = async () => {
    for (const [index, item] of entries) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(callsAtOnce, items.length) }, lane))
  return results
}
