import { expect, it } from 'vitest'
import type { NormalizeStep } from '../../../../engine/rules/language/language.ts'
import { stepsOfNormalizing } from '../../../../engine/rules/text/normalize-work.ts'

it.each<[NormalizeStep[], number]>([
  [[], 0],
  [['upper'], 10],
  [['trim', 'upper', 'sort-tokens'], 30],
  [[{ before: '//' }, { after: 'x' }, { lookup: 'customers' }], 30],
  [[{ strip: ['GMBH'] }], 10],
  [[{ strip: Array.from({ length: 1_000 }, (_, index) => `W${index}`) }], 10_000],
  [[{ extract: 'INV-####', take: 'all' }], 80],
  [[{ remove: '😀##' }, 'upper'], 40],
])('counts ten characters under %j', (steps, wanted) => {
  expect(stepsOfNormalizing(10, steps)).toBe(wanted)
})
