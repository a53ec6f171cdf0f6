import fc from 'fast-check'
import { expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import { keyRows } from '../../../../engine/match/blocks/key-table.ts'
import { blockingKey } from '../../../../engine/match/state/bound-rule.ts'
import { createRunState } from '../../../../engine/match/state/open-run-state.ts'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import { type Side, sides } from '../../../../engine/record/side.ts'
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
        const rule = at(run.rules, 0)
        const criteria = chosen.map((index) => at(rule.criteria, index))
        const rows = Uint32Array.from({ length: rowCount }, (_, row) => row)
        const keyed = keyRows({ ...rule, criteria }, { source: rows, target: rows })
        const textsOf = (side: Side) => new Map([...rows].map((row) => [row, blockingKey(criteria, side, row)]))
        const texts = { source: textsOf('source'), target: textsOf('target') }
        const ofSource = new Set(texts.source.values())
        const keysByText = new Map<string, number>()
        for (const side of sides) {
          const wanted = [...rows].filter((row) => {
            const text = texts[side].get(row)
            return text !== undefined && ofSource.has(text)
          })
          expect([...keyed[side].rows]).toEqual(wanted)
          for (const [place, row] of keyed[side].rows.entries()) {
            const [text, key] = [texts[side].get(row) ?? '', keyed[side].keys[place] ?? -1]
            // Keys are numbered in the order of the source rows.
            expect(keysByText.get(text) ?? key).toBe(
              side === 'source' ? (keysByText.get(text) ?? keysByText.size) : key,
            )
            keysByText.set(text, key)
          }
        }
        expect(keyed.keyCount).toBe(keysByText.size)
        expect(new Set(keysByText.values()).size).toBe(keysByText.size)
      },
    ),
    { numRuns: Math.ceil(caseCount / 20) },
  )
})
