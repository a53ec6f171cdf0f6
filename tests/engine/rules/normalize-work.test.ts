import { expect, it } from 'vitest'
import type { NormalizeStep } from '../../../engine/index.ts'
import { stepsOfNormalizing } from '../../../engine/rules/normalize-work.ts'

it.each<[readonly NormalizeStep[], number]>([
  [[], 0],
  [['trim', 'upper'], 20],
  [[{ strip: ['GMBH', 'LTD', 'INC'] }], 30],
  [[{ extract: 'INV-####' }], 80],
  [['upper', { remove: '##' }, { before: '-' }], 40],
])('normalising ten characters by %j takes %i steps', (steps, expected) => {
  expect(stepsOfNormalizing(10, steps)).toBe(expected)
})
