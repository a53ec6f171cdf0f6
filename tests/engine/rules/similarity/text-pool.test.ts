import { expect, it } from 'vitest'
import { createBags } from '../../../../engine/rules/similarity/bags.ts'
import { createDice } from '../../../../engine/rules/similarity/dice.ts'
import { gramsOf } from '../../../../engine/rules/similarity/grams.ts'
import { createTextPool, noText, numberRows } from '../../../../engine/rules/similarity/text-pool.ts'

/** A pool of trigrams in which so many numbers fit. */
function poolOf(keptNumberCountMax: number) {
  const bags = createBags()
  const read = (text: string): number => bags.add(gramsOf(text, 3, bags.features))
  return { pool: createTextPool({ read, clear: bags.clear }, keptNumberCountMax), dice: createDice(bags, 0) }
}

it('numbers a text once', () => {
  const { pool } = poolOf(1_000)
  expect(['a', 'b', 'a'].map(pool.numberOf)).toEqual([0, 1, 0])
})

it('starts anew where it is full, and only when it is asked to make room', () => {
  const { pool, dice } = poolOf(20)
  const [left, right] = [pool.numberOf('INVOICE 1 OF ACME'), pool.numberOf('INVOICE 2 OF ACME')]
  expect(pool.epoch()).toBe(0)
  const before = dice.measure(left, right)
  pool.makeRoom()
  expect(pool.epoch()).toBe(1)
  dice.restart()
  const others = ['ZENITH', 'INVOICE 2 OF ACME', 'INVOICE 1 OF ACME'].map(pool.numberOf)
  expect(others).toEqual([0, 1, 2])
  expect(dice.measure(2, 1)).toBe(before)
})

it('finds the text of a row again after it has started anew', () => {
  const { pool } = poolOf(0)
  const numberOf = numberRows(pool, { rowCount: 3, textAt: (row) => ['ACME', undefined, 'ZENITH'][row] })
  expect([2, 1, 0].map(numberOf)).toEqual([0, noText, 1])
  pool.makeRoom()
  expect([0, 1, 2].map(numberOf)).toEqual([0, noText, 1])
})
