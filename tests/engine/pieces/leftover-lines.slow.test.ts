import { expect, it } from 'vitest'
import { finish } from '../../../engine/base/slices.ts'
import { leftoverLines } from '../../../engine/pieces/settle-piece.ts'
import { endStates } from '../../../engine/result/end-states.ts'
import { sha256 } from '../support/sha256.ts'

it('makes a line for each of more twins than a call has arguments', () => {
  const count = 200_000
  const source = Array.from({ length: count }, (_, record) => ({ record, id: String(record).padStart(6, '0') }))
  const states = { source: new Uint8Array(count).fill(endStates.open), target: new Uint8Array(0) }
  const surplus = { source, target: [], counts: { source: count + 1, target: 1 }, repeats: ['mat_1'] }
  const { entries, counts } = finish(leftoverLines({ sha256 }, [surplus], states))
  expect([entries.length, counts]).toEqual([count, { duplicate: 1 }])
  expect(states.source.every((state) => state === endStates.broken)).toBe(true)
})
