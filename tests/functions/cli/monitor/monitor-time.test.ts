import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMonitors } from '../../../support/node/monitored.ts'

/** What a monitor finds because time has gone by. Its clock is that of the test. */

const { monitored, stop, remove } = createMonitors()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00.000Z') })
})
afterEach(async () => {
  vi.useRealTimers()
  await stop()
})
afterAll(remove)

const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000)

describe('entries that cannot be read', () => {
  const bundle = 'tile/entries/000.p/5'

  it.each([
    ['are not there', 404],
    ['are refused', 500],
  ])('are a finding an hour after they were signed, where they %s', async (_, status) => {
    const { server, look, show, log } = await monitored({ size: 3 })
    await look()
    const { note } = await show({ size: 5 })
    server.answer(bundle, status, '')
    const code = status === 404 ? 0 : 2
    expect((await look()).code).toBe(code)
    minutes(59)
    expect((await look()).code).toBe(code)
    minutes(1)
    const end = await look()
    expect(end.code).toBe(1)
    expect(end.output).toContain(
      'The entries of the log from 3 on cannot be read, and were signed by 2026-03-01T12:00:00.000Z.',
    )
    expect(end.output).toContain(`kept:\n${status === 404 ? note : log.note}`)
    expect(end.output).toContain(`shown now:\n${note}`)
    expect((await look()).code).toBe(1)
  })

  it('are a finding where the log shows neither tiles nor a proof', async () => {
    const { look, show } = await monitored({ size: 3 })
    await look()
    const next = await show({ size: 5 })
    for (const path of [...next.files.keys()].filter((each) => each.startsWith('tile/'))) next.files.delete(path)
    expect((await look()).code).toBe(2)
    minutes(60)
    expect(await look()).toMatchObject({ code: 1, output: expect.stringContaining('from 3 on cannot be read') })
  })

  it('are none where those of an hour ago can be read, and others are late now', async () => {
    const { look, server, show } = await monitored({ size: 3 })
    await look()
    server.answer(bundle, 404, '')
    await show({ size: 5 })
    await look()
    minutes(40)
    server.answer('tile/entries/001.p/44', 404, '')
    await show({ size: 300 })
    expect(await look()).toMatchObject({ code: 0, output: expect.stringContaining('44 receipts cannot be read yet') })
    minutes(40)
    expect((await look()).code).toBe(0)
    minutes(20)
    expect(await look()).toMatchObject({ code: 1, output: expect.stringContaining('from 256 on cannot be read') })
  })
})

describe('a log that stands still', () => {
  it('is a finding after --stale-after, and none without it or once it has grown', async () => {
    const { look, show, log } = await monitored({ size: 3 })
    const patient = () => look('--stale-after', '7200')
    expect((await patient()).code).toBe(0)
    minutes(119)
    expect((await patient()).code).toBe(0)
    minutes(1)
    const { code, output } = await patient()
    expect(code).toBe(1)
    expect(output).toContain('The log stands still: it has had size 3 since 2026-03-01T12:00:00.000Z')
    expect(output).toContain(`shown now:\n${log.note}`)
    expect((await look()).code).toBe(0)
    await show({ size: 4 })
    expect((await patient()).code).toBe(0)
    minutes(119)
    expect((await patient()).code).toBe(0)
  })

  it('is a finding where it cannot be reached either', async () => {
    const { look, server } = await monitored({ size: 3 })
    await look()
    server.answer('checkpoint', 503, '')
    expect((await look('--stale-after', '3600')).code).toBe(2)
    minutes(60)
    expect(await look('--stale-after', '3600')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/stands still: .* answered 503\.\n[\s\S]*shown now:\n\(none\)/),
    })
  })
})
