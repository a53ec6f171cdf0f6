import { utf8 } from '@tallystick/engine/base'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type HeadPlan, madeHeads, placedIn } from '../../../support/made-heads.ts'
import type { LogPlan } from '../../../support/node/made-log.ts'
import { createMonitors } from '../../../support/node/monitored.ts'

const { monitored, stop, remove } = createMonitors()
afterEach(stop)
afterAll(remove)

/** An index whose entries are these lines. */
const indexOf = (lines: readonly string[]): LogPlan & { readonly origin: string } => ({
  origin: 'log.test/index',
  size: lines.length,
  entryAt: (index) => utf8(lines[index] ?? ''),
})

const headsOf = (plans: readonly HeadPlan[]): readonly string[] => madeHeads(plans)

/** Logs that grow in turn, one entry each: three logs, so many heads. */
const grown = (count: number): readonly HeadPlan[] =>
  Array.from({ length: count }, (_, index) => ({ origin: `log.test/${index % 3}`, size: 1 + Math.floor(index / 3) }))

describe('monitor --index', () => {
  it.each([
    { from: 1, to: 2 },
    { from: 4, to: 9 },
    { from: 250, to: 520 },
  ])('finds that each entry continues the one before of its log, from $from to $to', async ({ from, to }) => {
    const lines = headsOf(grown(to))
    const { look, show, kept } = await monitored(indexOf(lines.slice(0, from)))
    expect(await look('--index', '--log', 'log.test/index')).toMatchObject({
      code: 0,
      output: expect.stringContaining(
        `log.test/index: size ${from}, seen for the first time, its heads follow one another`,
      ),
    })
    const { note } = await show(indexOf(lines))
    expect((await look('--index')).output).toContain(
      `size ${to} begins with size ${from}, its heads follow one another`,
    )
    expect(kept()).toMatchObject({ entryCount: to, checkpoint: note })
  })

  it('asks the public index of the service, without the API key', async () => {
    const { look, server } = await monitored(indexOf(headsOf(grown(2))))
    process.env['TALLYSTICK_API_KEY'] = 'tsk_test_one'
    try {
      await look('--index')
    } finally {
      delete process.env['TALLYSTICK_API_KEY']
    }
    expect(server.requests[0]).toEqual({ path: '/api/v1/index/checkpoint', apiKey: undefined })
    expect(server.requests.every(({ apiKey }) => apiKey === undefined)).toBe(true)
  })

  const begun = grown(7)
  const fork = (plan: Partial<HeadPlan>): HeadPlan => ({ origin: 'log.test/0', size: 4, fork: 1, ...plan })
  const first = (): string => headsOf(begun)[0] ?? ''
  it.each<[what: string, forked: () => HeadPlan, rival: number, reason: string]>([
    ['follows an entry that another follows', () => fork({ after: placedIn(first(), 0) }), 3, 'follows the entry 0'],
    ['begins a log a second time', () => fork({ after: null, fork: 0 }), 0, 'begins it a second time'],
    ['does not continue the newest of its log', () => fork({}), 6, 'does not show that the log of size 4 begins'],
  ])('finds an entry that %s, at any time, and prints both', async (_, forked, rival, reason) => {
    const lines = [...headsOf(begun), ...headsOf([...begun, forked()]).slice(-1)]
    for (const seen of [7, 1]) {
      const { look, show, log, kept } = await monitored(indexOf(lines.slice(0, seen)))
      await look('--index')
      const { note } = await show(indexOf(lines))
      const { code, output } = await look('--index')
      expect(code).toBe(1)
      expect(output).toContain(reason)
      expect(output).toContain(`\n\nentry ${rival}:\n${lines[rival]}\n\nentry 7:\n${lines[7]}\n\n`)
      expect(output).toContain(`kept:\n${log.note}\nshown now:\n${note}`)
      expect(kept()).toMatchObject({ entryCount: seen, checkpoint: log.note })
      expect((await look('--index')).code).toBe(1)
    }
  })

  it('finds two indexes of one service', async () => {
    const { look, show } = await monitored(indexOf(headsOf(grown(5))))
    await look('--index')
    await show(indexOf(headsOf([...grown(4), { origin: 'log.test/x', size: 1 }, { origin: 'log.test/y', size: 1 }])))
    expect(await look('--index')).toMatchObject({
      code: 1,
      output: expect.stringContaining('The first 5 entries of the log of size 6 have the root'),
    })
  })

  it('takes the state of an index for no state of a log, and the other way about', async () => {
    const { look } = await monitored(indexOf(headsOf(grown(2))))
    await look('--index')
    expect(await look()).toMatchObject({ code: 2, errors: expect.stringContaining('has written of a log') })
    const { look: lookAtLog } = await monitored({ size: 2 })
    await lookAtLog()
    expect(await lookAtLog('--index')).toMatchObject({ code: 2, errors: expect.stringContaining('of an index') })
  })
})
