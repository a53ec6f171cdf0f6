import { describe, expect, it } from 'vitest'
import { finish } from '../../../engine/base/slices.ts'
import { createWork, WorkLimitError } from '../../../engine/match/state/work.ts'
import { learningSide, type Pair } from '../../../engine/propose/learning-side.ts'
import { nearAmounts } from '../../../engine/propose/near-amounts.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { createTableBuilder } from '../../../engine/record/table-builder.ts'

function sideOf(amounts: readonly number[]) {
  const builder = createTableBuilder('all')
  const records = amounts.map((amount, index): CanonicalRecord => ({ id: `${index}`, amount: `${amount}` }))
  builder.addLines(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return learningSide(builder.finish())
}

const count = 300
const amountOf = (index: number): number => 10_000 + 10 * index
const source = sideOf(Array.from({ length: count }, (_, index) => amountOf(index)))
const target = sideOf(Array.from({ length: count }, (_, index) => amountOf(index) + 3))

/** Near amounts without a band, where records of one number are related. */
function nearOf(options: Parameters<typeof createWork>[0]) {
  const asked = new Map<number, number>()
  const [own, other] = [source.measures[0], target.measures[0]]
  if (own === undefined || other === undefined) throw new Error('Both sides have amounts')
  const slices = nearAmounts(
    { source, target },
    {
      ...{ relation: { source: own, target: other, sign: 'same' }, band: undefined, isOpen: () => true },
      isRelated: ([s, t]: Pair) => {
        asked.set(s, (asked.get(s) ?? 0) + 1)
        return s === t
      },
      ...{ stepsOfPair: 10, work: createWork(options) },
    },
  )
  return { slices, asked }
}

describe('amounts that are near, without a band of days,', () => {
  it('are compared with the nearest of the other side alone, between slices', () => {
    const { slices, asked } = nearOf({ sliceStepCount: 1 })
    let sliceCount = 0
    let step = slices.next()
    for (; step.done !== true; step = slices.next()) sliceCount += 1
    expect(sliceCount).toBe(count)
    expect(Math.max(...asked.values())).toBe(64)
    expect(step.value?.[0]).toMatchObject({ words: 'amounts that differ by 3', count, withinCount: count })
  })

  it('count their steps before they are taken', () => {
    const { slices, asked } = nearOf({ stepCountMax: 10_000 })
    expect(() => finish(slices)).toThrow(WorkLimitError)
    expect(asked.size).toBeLessThan(20)
  })
})
