import { existsSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { runWords } from '../../../support/node/command.ts'
import { createMonitors } from '../../../support/node/monitored.ts'

const { scratch, monitored, stop, remove } = createMonitors()
afterEach(stop)
afterAll(remove)

describe('a monitor that cannot tell', () => {
  it.each([
    ['checkpoint', 401, '{"code":"api_key_invalid"}', 'answered 401 (api_key_invalid)'],
    ['checkpoint', 503, '', 'answered 503'],
    ['tile/0/000.p/5', 500, '', 'answered 500'],
  ])('exits with 2 where %s answers %i', async (path, status, body, fault) => {
    const { server, look, state } = await monitored({ size: 5 })
    server.answer(path, status, body)
    const { code, output, errors } = await look()
    expect({ code, output, isKept: existsSync(state) }).toEqual({ code: 2, output: '', isKept: false })
    expect(errors).toContain(fault)
  })

  it('comes back when a service says that it is asked too often, and gives up where that does not help', async () => {
    const { server, look } = await monitored({ size: 5 })
    server.refuse('tile/entries/000.p/5', { times: 4, retryAfter: '0' })
    expect(await look()).toMatchObject({ code: 0, output: expect.stringContaining('its receipts follow one another') })
    for (const refusal of [
      { times: 5, retryAfter: '0' },
      { times: 1, retryAfter: '121' },
      { times: 1, retryAfter: 'soon' },
    ]) {
      server.refuse('checkpoint', refusal)
      expect(await look()).toMatchObject({ code: 2, errors: expect.stringContaining('answered 429 (rate_limited)') })
    }
  })

  it.each([401, 403])('says where the API key is taken from when a service answers %i', async (status) => {
    const { server, look } = await monitored({ size: 1 })
    server.answer('checkpoint', status, '')
    expect((await look()).errors).toContain(`answered ${status}, wanted an API key of the log in TALLYSTICK_API_KEY`)
  })

  it('exits with 2 where nothing listens, and where there is no log yet', async () => {
    const { server, look } = await monitored({ size: 1 })
    server.answer('checkpoint', 404, '')
    expect(await look()).toMatchObject({
      code: 2,
      errors: expect.stringContaining(`There is no checkpoint at ${server.origin}/api/v1/log:`),
    })
    await server.stop()
    expect(await look()).toMatchObject({ code: 2, errors: expect.stringContaining('cannot be reached') })
  })

  it('exits with 2 where a log has grown and shows neither tiles nor a proof', async () => {
    const { server, look, show, kept } = await monitored({ size: 3 })
    await look()
    const next = await show({ size: 5 })
    for (const path of [...next.files.keys()].filter((each) => each.startsWith('tile/'))) next.files.delete(path)
    expect(await look()).toMatchObject({
      code: 2,
      output: '',
      errors: expect.stringContaining('There is no tile/0/000.p/5'),
    })
    expect(kept().entryCount).toBe(3)
    server.answer('consistency?from=3&to=5', 200, 'x')
    expect(await look()).toMatchObject({ code: 2, errors: expect.stringContaining('no consistency proof is given') })
  })

  it('keeps the checkpoint of a log without tiles, and reads its receipts once they are there', async () => {
    const { log, server, look, kept } = await monitored({ size: 3 })
    const files = [...log.files]
    for (const [path] of files.filter(([each]) => each.startsWith('tile/'))) log.files.delete(path)
    for (let looks = 0; looks < 2; looks += 1)
      expect(await look()).toMatchObject({ code: 0, output: expect.stringContaining('3 receipts cannot be read yet') })
    expect(kept()).toMatchObject({ entryCount: 0, checkpoint: log.note })
    for (const [path, bytes] of files) log.files.set(path, bytes)
    server.show(log)
    expect((await look()).output).toContain('its receipts follow one another')
  })

  it('keeps the checkpoint of a log whose receipts are not there, and reads them the next time', async () => {
    const { log, server, look, kept } = await monitored({ size: 3 })
    const entries = log.files.get('tile/entries/000.p/3') ?? new Uint8Array(0)
    log.files.delete('tile/entries/000.p/3')
    expect((await look()).output).toContain('3 receipts cannot be read yet')
    expect(kept()).toMatchObject({ entryCount: 0, checkpoint: log.note })
    log.files.set('tile/entries/000.p/3', entries)
    server.show(log)
    expect((await look()).output).toContain('its receipts follow one another')
  })

  it.each(['', '{}', '{"kind":"tallystick/monitor@1","entryCount":9,"keys":[],"checkpoint":"x"}', 'x'])(
    'exits with 2 where its state is %j',
    async (content) => {
      const { look, state } = await monitored({ size: 3 })
      writeFileSync(state, content)
      expect(await look()).toMatchObject({
        code: 2,
        errors: expect.stringContaining('is no state that tallystick monitor has written'),
      })
    },
  )

  it('exits with 2 where its state cannot be written', async () => {
    const { server } = await monitored({ size: 3 })
    const end = await runWords(['monitor', server.origin, '--state', scratch.path('nowhere/state.json')])
    const errors = `tallystick: ${scratch.path('nowhere')}: there is no such directory\n`
    expect(end).toMatchObject({ code: 2, output: '', errors })
  })
})

describe('monitor --every', () => {
  it('looks until the log does not fit, whatever else happens', async () => {
    const { server, look, show, state } = await monitored({ size: 2 })
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const end = look('--every', '1')
    await until(() => existsSync(state))
    server.answer('tile/0/000.p/3', 503, '')
    await show({ size: 3 })
    await until(() => server.requests.some(({ path }) => path.endsWith('/000.p/3')))
    await show({ size: 4, fork: 0 })
    const { code, output, errors } = await end
    expect(code).toBe(1)
    expect(output).toMatch(/^fits: .*size 2, seen for the first time[^\n]*\ndoes not fit: /)
    expect(errors).toContain('answered 503')
  })
})
