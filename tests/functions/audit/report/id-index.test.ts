import { createTableBuilder } from '@tallystick/engine/record'
import { expect, it } from 'vitest'
import { indexIds } from '../../../../functions/audit/report/id-index.ts'

it.each([0, 1, 3, 5_000])('finds the row of each of %i ids, and no row of another', (count) => {
  const builder = createTableBuilder([])
  const ids = Array.from({ length: count }, (_, index) => `id-${index * 7919}`)
  builder.addLines(ids.map((id) => `{"id":"${id}"}\n`).join(''))
  const rowOf = indexIds(builder.finish())
  expect(ids.map(rowOf)).toEqual(ids.map((_, row) => row))
  expect(['', 'id', 'id-1', 'id-7919#2'].map(rowOf)).toEqual([undefined, undefined, undefined, undefined])
})
