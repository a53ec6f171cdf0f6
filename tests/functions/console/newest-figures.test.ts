import { describe, expect, it } from 'vitest'
import { openSums, unexplainedOf } from '../../../functions/console/app/close/newest-figures.ts'

describe('what a run left open of a side', () => {
  const figures = (source: { readonly [currency: string]: string }, count: number) => ({
    ...{ matchRate: '0.5', open: { source, target: {} }, openCount: { source: count, target: 0 } },
  })

  it('is nothing where no record is open', () => {
    expect(openSums(figures({ EUR: '0', USD: '0' }, 0), 'source')).toBeUndefined()
  })

  it('leaves out currencies that come to 0', () => {
    expect(openSums(figures({ EUR: '0', USD: '-5' }, 1), 'source')).toEqual({ USD: '-5' })
  })

  it('comes to 0 where +500 and −500 are open', () => {
    expect(openSums(figures({ EUR: '0' }, 2), 'source')).toEqual({ EUR: '0' })
  })
})

describe('what is unexplained', () => {
  const proof = (currency: string, unexplained: string) => ({ currency, unexplained, rows: [] })
  const missing = (pointer: string) => ({ code: 'balance_missing', pointer, detail: '' }) as const

  it('is known for each currency with both balances', () => {
    const faults = [{ code: 'undecided_item', pointer: '/items/source/a', detail: '' } as const]
    const proofs = [proof('EUR', '0'), proof('USD', '-5')]
    expect(unexplainedOf({ proofs, faults })).toEqual({ amounts: { EUR: '0', USD: '-5' }, unbalanced: [] })
  })

  it.each([
    ['0', ['/closing/source/EUR', '/closing/target/EUR']],
    ['-17.5', ['/closing/target/EUR']],
  ])('is not known where a closing balance is missing, whatever the proof comes to: %s', (unexplained, pointers) => {
    const proofs = [proof('EUR', unexplained), proof('USD', '0')]
    expect(unexplainedOf({ proofs, faults: pointers.map(missing) })).toEqual({
      ...{ amounts: { USD: '0' }, unbalanced: ['EUR'] },
    })
  })

  it('is not known of a currency without items, which has no proof', () => {
    const faults = [missing('/closing/source/EUR')]
    expect(unexplainedOf({ proofs: [], faults })).toEqual({ amounts: {}, unbalanced: ['EUR'] })
  })
})
