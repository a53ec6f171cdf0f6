import { expect, it } from 'vitest'
import { partWords } from '../../../../functions/audit/report/break-words.ts'

it.each(['-5', '5'])('tells by what size the nearest set misses its anchor, of a difference of %s', (difference) => {
  const words = partWords({ side: 'target', id: 't1', total: '95', difference }, (amount) => `${amount}.00`)
  expect(words).toBe('nearest to target t1 as part of 95.00, which misses it by 5.00')
})
