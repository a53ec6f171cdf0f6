import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createKeyTable, noKey } from '../../../../engine/match/blocks/key-table.ts'
import { blockingKey } from '../../../../engine/match/state/bound-rule.ts'
import { createRunState } from '../../../../engine/match/state/open-run-state.ts'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { Side } from '../../../../engine/record/side.ts'
import { caseCount } from '../../support/law.ts'
import { policyOf, tableOf } from '../../support/run.ts'

/** Twelve fields of forty values each are more keys than a number can tell apart. */
const fields = [...'abcdefghijkl'].map((name) => `attributes.${name}`)
const rules = [
  {
    match: fields.map((field, index) => ({ field, nulls: index % 3 === 0 ? ('match' as const) : ('fail' as const) })),
    ignoreAmount: true,
    crossCurrency: true,
  },
]
const policy = policyOf(rules)
const rowCount = 320

const recordsOf = (side: Side, seed: number): CanonicalRecord[] =>
  Array.from({ length: rowCount }, (_, row) => ({
    id: `${side}${row}`,
    amount: '1',
    attributes: Object.fromEntries(
      fields.flatMap((field, index) => {
        // Rows of one eight differ in the last field alone, which is what a number that is too large loses.
        const place = index === fields.length - 1 ? row : (row >> 3) * (index + 1)
        const value = (place + seed * (side === 'source' ? 1 : 3)) % 41
        return value === 40 && (row + index) % 2 === 0 ? [] : [[field.slice('attributes.'.length), `v${value % 40}`]]
      }),
    ),
  }))

it('tells rows apart exactly where their blocking keys do, on both sides and under any criteria', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000),
      fc.oneof(fc.constant([...fields.keys()]), fc.subarray([...fields.keys()], { minLength: 1 })),
      (seed, chosen) => {
        const run = createRunState(
          tableOf(recordsOf('source', seed), policy),
          tableOf(recordsOf('target', seed), policy),
          policy,
        )
        const criteria = chosen.flatMap((index) => run.rules[0]?.criteria[index] ?? [])
        const keys = createKeyTable(criteria, 2 * rowCount)
        const keysByText = new Map<string, number>()
        for (const side of ['source', 'target'] as const)
          for (let row = 0; row < rowCount; row++) {
            const text = blockingKey(criteria, side, row)
            const key = keys[side].put(row)
            expect(key === noKey).toBe(text === undefined)
            expect(keys[side].find(row)).toBe(key)
            if (text === undefined) continue
            expect(keysByText.get(text) ?? key).toBe(key)
            keysByText.set(text, key)
          }
        expect(new Set(keysByText.values()).size).toBe(keysByText.size)
      },
    ),
    { numRuns: Math.ceil(caseCount / 20) },
  )
})
