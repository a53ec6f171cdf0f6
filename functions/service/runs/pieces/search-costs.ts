import { nearestStepCountMax } from '@tallystick/engine/result'
import type { PieceJob } from './piece-context.ts'
import { readJson } from './piece-store.ts'

/** From this cost on searches for a nearest sum are refused, as in memory: see `createWorkBudget`. */
export async function refusedFrom({ store }: PieceJob): Promise<number> {
  const costs: number[] = []
  for (const { name } of await store.list('costs/'))
    for (const cost of await readJson<readonly number[]>(store, name)) costs.push(cost)
  let sum = 0
  const sorted = [...costs].sort((left, right) => left - right)
  for (const cost of sorted) {
    sum += cost
    if (sum > nearestStepCountMax) return cost
  }
  return Number.MAX_VALUE
}
