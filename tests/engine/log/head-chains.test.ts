import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHeadChains, type HeadFault } from '../../../engine/log/head-chains.ts'
import { type HeadPlan, headIn, madeHeads, placedIn } from '../../support/made-heads.ts'
import { sha256 } from '../support/sha256.ts'

/** The first fault of an index with these lines, and how many entries were taken before. */
function readAll(lines: readonly string[]): { readonly fault: HeadFault | undefined; readonly size: number } {
  const chains = createHeadChains(sha256)
  for (const line of lines) {
    const fault = chains.take(line)
    if (fault !== undefined) return { fault, size: chains.size() }
  }
  return { fault: undefined, size: chains.size() }
}

/** Logs that grow in turn, by their number and by how much. */
const growth = fc.array(fc.tuple(fc.nat({ max: 3 }), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 24 })

function plansOf(steps: readonly (readonly [number, number])[]): readonly HeadPlan[] {
  const sizes = new Map<number, number>()
  return steps.map(([log, more]) => {
    const size = (sizes.get(log) ?? 0) + more
    sizes.set(log, size)
    return { origin: `log.test/${log}`, size }
  })
}

describe('the heads of an index', () => {
  it('make up a chain for each log, however the logs take turns', () => {
    fc.assert(
      fc.property(growth, (steps) => {
        const lines = madeHeads(plansOf(steps))
        expect(readAll(lines)).toEqual({ fault: undefined, size: lines.length })
      }),
    )
  })

  it('are followed from any entry on as from the first', () => {
    fc.assert(
      fc.property(growth, fc.nat(), (steps, seed) => {
        const lines = madeHeads(plansOf(steps))
        const split = seed % lines.length
        const begun = createHeadChains(sha256)
        for (const line of lines.slice(0, split)) begun.take(line)
        const rest = createHeadChains(sha256, { size: begun.size(), newest: begun.newest() })
        for (const line of lines.slice(split)) expect(rest.take(line)).toBeUndefined()
        expect(rest.size()).toBe(lines.length)
      }),
    )
  })

  it('show every fork, at the entry that makes it', () => {
    fc.assert(
      fc.property(growth, fc.nat(), (steps, seed) => {
        const plans = plansOf(steps)
        const lines = madeHeads(plans)
        // A second history of one of the logs, from one of its heads on, or from the beginning.
        const heads = plans.flatMap(({ origin }, entry) => (origin === plans[0]?.origin ? [entry] : []))
        const from = heads[seed % heads.length] ?? 0
        const after = seed % 2 === 0 || from === heads.at(-1) ? null : placedIn(lines[from] ?? '', from)
        const size = (after?.size ?? 0) + 1
        const [forked = ''] = madeHeads([
          { origin: 'log.test/x', size: 1 },
          { origin: plans[0]?.origin ?? '', size, fork: size - 1, after },
        ]).slice(1)
        const { fault, size: taken } = readAll([...lines, forked])
        expect(taken).toBe(lines.length)
        expect(fault).toMatchObject({
          entry: lines.length,
          forkedAt: after?.entry ?? null,
          detail: expect.stringContaining('is forked'),
        })
      }),
    )
  })

  const plan = [
    { origin: 'log.test/a', size: 3 },
    { origin: 'log.test/b', size: 2 },
    { origin: 'log.test/a', size: 5 },
  ]
  const [a3 = '', b2 = '', a5 = ''] = madeHeads(plan)
  const other = 'f'.repeat(64)

  it.each<[what: string, line: string, detail: string]>([
    ['is no head', '{}', 'wanted a head'],
    ['names a later entry', a5.replace('"entry":0', '"entry":7'), 'does not name the entry 0'],
    ['names the head of another log', a5.replace('"entry":0', '"entry":1'), 'does not name the entry 0'],
    ['names another hash', a5.replace(headIn(a5).previous?.hash ?? '', other), 'does not name the entry 0'],
    ['has another root', a5.replace(headIn(a5).root, other), 'does not show that the log of size 5 begins'],
    ['has the proof of another', a5.replace(headIn(a5).consistency[0] ?? '', other), 'does not show'],
    ['does not grow', a5.replace('"size":5', '"size":3'), 'its size is 3'],
  ])('are no chain where one %s', (_, line, detail) => {
    const { fault, size } = readAll([a3, b2, line])
    expect(size).toBe(2)
    expect(fault).toMatchObject({ entry: 2, line, detail: expect.stringContaining(detail) })
    expect(fault).not.toHaveProperty('forkedAt')
  })

  it('are no chain where the first of a log follows one', () => {
    expect(readAll([a5]).fault?.detail).toContain('names an entry before')
  })
})
