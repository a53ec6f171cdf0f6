import { describe, expect, it } from 'vitest'
import { createIdIndex } from '../../../../engine/verify/chain/id-index.ts'
import { createRecordTally } from '../../../../engine/verify/chain/record-tally.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { sha256 } from '../../support/sha256.ts'

describe('the index of ids', () => {
  const idCounts = { short: 20_000, long: 100_000 }

  it(inForms('numbers ids in their order, and knows no other', idCounts), () => {
    const index = createIdIndex(sha256)
    const ids = Array.from({ length: sizeOf(idCounts) }, (_, number) => `id ${number * 7}`)
    expect(ids.every((id, number) => index.add(id) === number)).toBe(true)
    expect(ids.every((id, number) => index.find(id) === number)).toBe(true)
    expect(ids.some((id) => index.add(id) !== undefined)).toBe(false)
    expect(index.find('id 1')).toBeUndefined()
    expect(index.find('')).toBeUndefined()
  })

  it('knows an id that it was asked for before the id was added', () => {
    const index = createIdIndex(sha256)
    expect(index.find('a')).toBeUndefined()
    expect(index.add('a')).toBe(0)
    expect(index.find('a')).toBe(0)
  })
})

describe('the tally of a side', () => {
  const line = (id: string, amount: string) => `{"amount":"${amount}","currency":"EUR","id":"${id}"}`

  it('keeps amounts of 30 digits and of 12 after the point', () => {
    const tally = createRecordTally(sha256, 'source')
    tally.take(line('a', '123456789012345678000000000000'))
    tally.take(line('b', '-0.000000000001'))
    tally.take(line('c', '9223372036854775808'))
    tally.take(line('d', '-9223372036854775808'))
    expect(tally.fault()).toBeUndefined()
    expect(tally.amountOf('a')?.amount).toEqual({ coefficient: 123456789012345678000000000000n, scale: 0 })
    expect(tally.amountOf('b')?.amount).toEqual({ coefficient: -1n, scale: 12 })
    expect(tally.amountOf('c')?.amount.coefficient).toBe(2n ** 63n)
    expect(tally.amountOf('d')?.amount.coefficient).toBe(-(2n ** 63n))
    expect(tally.totals()).toEqual({ EUR: '123456789012345677999999999999.999999999999' })
  })

  it('tells a record of a suggestion from one that has an outcome', () => {
    const tally = createRecordTally(sha256, 'target')
    for (const id of ['a', 'b']) tally.take(line(id, '1'))
    tally.record('a', 'matched')
    expect([tally.suggest('a'), tally.suggest('b'), tally.suggest('c')]).toEqual([false, true, false])
    expect([tally.isSuggested('a'), tally.isSuggested('b')]).toEqual([false, true])
    expect(tally.withoutOutcome()).toBe('The target record of line 2')
    tally.record('b', 'open')
    expect(tally.withoutOutcome()).toBeUndefined()
    expect(tally.record('b', 'open')).toBe('the target record b is in two lines')
  })
})
