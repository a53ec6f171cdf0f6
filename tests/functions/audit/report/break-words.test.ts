import { expect, it } from 'vitest'
import { partWords } from '../../../../functions/audit/report/break-words.ts'
import { explanationOf } from '../../../../functions/audit/report/explanation.ts'

it.each(['-5', '5'])('tells by what size the nearest set misses its anchor, of a difference of %s', (difference) => {
  const words = partWords({ side: 'target', id: 't1', total: '95', difference }, (amount) => `${amount}.00`)
  expect(words).toBe('nearest to target t1 as part of 95.00, which misses it by 5.00')
})

it('tells a part of a set by its set, not that no record belongs to it', () => {
  const partOf = { side: 'source', id: 's1', total: '95', difference: '-5' } as const
  const words = explanationOf({ kind: 'break', reason: 'missing_in_source', target: ['t1'], partOf }, 'EUR')
  expect(words).toBe('nearest to source s1 as part of 95.00, which misses it by 5.00')
})

it('says that a set comes to the amount of its anchor', () => {
  const part = { side: 'source', id: 's1', total: '95', difference: '0' } as const
  expect(partWords(part, (amount) => `${amount}.00`)).toBe('nearest to source s1 as part of 95.00, which is its amount')
})
