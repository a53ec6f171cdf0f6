import { addTo, times } from './currency-sums.ts'
import type { FoldState, LapseReason } from './fold-state.ts'
import { type Item, isOpen } from './item.ts'

/** Takes items that their source took back out of what the period read; none of them where one is not open. */
export function withdrawItems({ read }: FoldState, decision: string, items: readonly Item[]): LapseReason | undefined {
  if (items.some(({ settled }) => settled !== undefined)) return 'matched'
  const wrong = items.find((item) => !isOpen(item) && item.setAside !== 'withdrawn')
  if (wrong !== undefined) return wrong.setAside
  for (const item of items) {
    if (isOpen(item)) {
      item.setAside = 'withdrawn'
      item.withdrawnBy = []
      addTo(read[item.name.side], item.currency, times(-1, item.amount))
    }
    item.withdrawnBy?.push(decision)
  }
  return undefined
}

/** Ends what a decision has done to an item, which counts again where no other decision withdraws it. */
export function restoreItem(state: FoldState, decision: string, item: Item): void {
  if (item.withdrawnBy === undefined) return
  item.withdrawnBy = item.withdrawnBy.filter((other) => other !== decision)
  if (item.withdrawnBy.length === 0) countAgain(state, item)
}

/** Counts an item again that decisions withdrew. A record that the run left out stays out: no sum has it. */
export function countAgain({ read }: FoldState, item: Item): void {
  if (item.withdrawnBy === undefined) return
  item.withdrawnBy = undefined
  item.setAside = undefined
  addTo(read[item.name.side], item.currency, item.amount)
}
