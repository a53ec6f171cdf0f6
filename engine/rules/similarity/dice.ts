import { uint32At } from '../../base/at.ts'
import { type Bags, createBags, createSharedCount } from './bags.ts'
import { gramsOf } from './grams.ts'
import { belowAll, type Measure, wholeBasisPoints } from './similarity-bounds.ts'
import { createTextPool, sharedBySides, type TextPool } from './text-pool.ts'
import { createStringFeatures, tokensOf } from './tokens.ts'

interface BagPool {
  readonly pool: TextPool
  readonly bags: Bags
}

export const trigramPoolOf = sharedBySides((): BagPool => {
  const bags = createBags()
  const read = (text: string): number => bags.add(gramsOf(text, 3, bags.features))
  return { bags, pool: createTextPool({ read, clear: bags.clear }) }
})

export const tokenPoolOf = sharedBySides((): BagPool => {
  const bags = createBags()
  const tokens = createStringFeatures(bags.features, 0)
  return {
    bags,
    pool: createTextPool({
      read: (text) => bags.add(Uint32Array.from(tokensOf(text), tokens.numberOf)) + text.length,
      clear() {
        tokens.clear()
        bags.clear()
      },
    }),
  }
})

/** Dice's coefficient over multisets: 2 × shared parts ÷ parts of both texts. */
export function createDice(bags: Bags, min: number): Measure {
  const { count, restart } = createSharedCount(bags)
  return {
    measure(left, right) {
      const { starts } = bags.lists
      const all =
        uint32At(starts, left + 1) - uint32At(starts, left) + uint32At(starts, right + 1) - uint32At(starts, right)
      const shared = count(left, right, Math.ceil((min * all) / (2 * wholeBasisPoints)))
      return shared === undefined ? belowAll : Math.floor((2 * shared * wholeBasisPoints) / all)
    },
    restart,
  }
}
