import { expect, it } from 'vitest'
import { learnedViews } from '../../../engine/propose/learned-views.ts'

const words = (...list: readonly string[]) => ({
  fractions: new Map(list.map((word) => [word, 0.5] as const)),
  labels: new Map<string, number>(),
  beginning: '',
})
const none = words()

it('has another name for every other view', () => {
  const views = [words('A-B'), words('A', 'B')].flatMap((own) => learnedViews(own, none))
  expect(new Set(views.map(({ name }) => name)).size).toBe(2)
})

it('offers a beginning that both fields have once', () => {
  const own = { ...none, beginning: 'INV-' }
  expect(learnedViews(own, own)).toHaveLength(1)
})
