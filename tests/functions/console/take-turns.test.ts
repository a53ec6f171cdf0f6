import { describe, expect, it } from 'vitest'
import { takeTurns } from '../../../functions/console/app/close/take-turns.ts'

const { signal } = new AbortController()

describe('works that take turns', () => {
  it('begin when the one before has ended', async () => {
    const inTurn = takeTurns()
    const seen: string[] = []
    const first = Promise.withResolvers<void>()
    const both = [
      inTurn(signal, async () => {
        seen.push('first begins')
        await first.promise
        seen.push('first ends')
      }),
      inTurn(signal, async () => seen.push('second begins')),
    ]
    await Promise.resolve().then(() => first.resolve())
    await Promise.all(both)
    expect(seen).toEqual(['first begins', 'first ends', 'second begins'])
  })

  it('begin after a failure, too, and are passed over when they are no longer wanted', async () => {
    const inTurn = takeTurns()
    const failing = inTurn(signal, () => Promise.reject(new Error('No answer')))
    const unwanted = inTurn(AbortSignal.abort(), async () => 'unwanted')
    const last = inTurn(signal, async () => 'last')
    await expect(failing).rejects.toThrow('No answer')
    await expect(unwanted).rejects.toThrow(/abort/i)
    expect(await last).toBe('last')
  })
})
