import type { CanonicalRecord } from '@tallystick/engine/record'
import type { RuleInput } from '@tallystick/engine/rules'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PerformTask } from '../../../../../functions/service/runs/pieces/piece-context.ts'
import { policyOf } from '../../../../engine/support/run.ts'
import { inPieces } from '../../../../support/pieces/in-pieces.ts'
import { performTimes } from '../../../../support/pieces/tasks.ts'

/** How often a task of many records waits for the next event, so that other requests have their turn. */

const sideCount = 12_000

/** Payments of which one in twenty has no other side, and one in three has a twin on the side of the source alone. */
const payments = (prefix: 's' | 't'): readonly CanonicalRecord[] =>
  Array.from({ length: sideCount }, (_, index): CanonicalRecord => {
    const number = prefix === 's' && index % 3 === 1 ? index - 1 : index
    return {
      id: `${prefix}${index}`,
      amount: String(100 + ((number * 7_919) % 9_973)),
      currency: number % 2 === 0 ? 'USD' : 'EUR',
      date: `2026-03-${String(1 + (number % 28)).padStart(2, '0')}`,
      reference: index % 20 === 7 ? `${prefix}-${index}` : `PAY-${number}`,
    }
  })

const rules: readonly RuleInput[] = [
  { id: 'exact', match: [{ field: 'reference' }, { field: 'currency' }, { field: 'amount' }] },
  { id: 'near', match: [{ field: 'amount', tolerance: '1' }, { field: 'currency' }, { field: 'date', days: 1 }] },
]

/** One task of each kind has all records. */
const whole = {
  partitionCount: 1,
  pieceByteCountMax: 100_000_000,
  mergedLineCountMax: 1_000_000,
  mergedFileCountMax: 64,
  chunkByteCountMax: 512 * 1024,
}

/** By the beginning of the name of a task: the records that it goes through, of which as many have a turn behind them. */
const kinds: Readonly<Record<string, { readonly recordCount: number; readonly perTurn: number }>> = {
  'read-source': { recordCount: sideCount, perTurn: 6_000 },
  'claim-00000': { recordCount: 2 * sideCount, perTurn: 800 },
  'claim-00001': { recordCount: sideCount / 2, perTurn: 800 },
  leftovers: { recordCount: sideCount / 3, perTurn: 1_000 },
  'reasons-divide': { recordCount: sideCount / 20, perTurn: 300 },
  'reasons-pass': { recordCount: 2 * sideCount, perTurn: 2_000 },
  'reasons-search': { recordCount: 2 * sideCount, perTurn: 6_000 },
  explained: { recordCount: sideCount / 10, perTurn: 2_000 },
  'merge-matches': { recordCount: sideCount / 2, perTurn: 6_000 },
  covered: { recordCount: 2 * sideCount, perTurn: 2 * sideCount },
}

let turnCount = 0

beforeEach(() => {
  const { setTimeout: wait } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((...given: Parameters<typeof wait>) => {
    turnCount += 1
    return wait(...given)
  }) as typeof wait)
})

afterEach(() => {
  vi.restoreAllMocks()
})

it('gives other requests a turn after some records, in tasks of every kind', async () => {
  const turns = new Map<string, number>()
  const once = performTimes(1)
  const perform: PerformTask = async (name, task) => {
    const before = turnCount
    const result = await once(name, task)
    turns.set(name, turnCount - before)
    return result
  }
  const given = { source: payments('s'), target: payments('t'), policy: policyOf(rules) }
  await inPieces({ ...given, sizes: whole, partRecordCount: sideCount, perform })
  for (const [kind, { recordCount, perTurn }] of Object.entries(kinds)) {
    const own = [...turns].filter(([name]) => name.startsWith(kind)).map(([, count]) => count)
    expect(Math.max(...own), `turns of ${kind}`).toBeGreaterThanOrEqual(Math.floor(recordCount / perTurn))
  }
})
