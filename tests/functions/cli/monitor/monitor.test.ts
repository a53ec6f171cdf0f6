import { readFileSync, writeFileSync } from 'node:fs'
import { utf8 } from '@tallystick/engine/base'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { consistencyRanges } from '../../../../engine/log/tiles/proof-ranges.ts'
import { runWords } from '../../../support/node/command.ts'
import { type LogPlan, makeLog } from '../../../support/node/made-log.ts'
import { createMonitors } from '../../../support/node/monitored.ts'

const { monitored, stop, remove } = createMonitors()
afterEach(stop)
afterAll(remove)

describe('monitor', () => {
  it('keeps the checkpoint that it sees first, and the key that signed it', async () => {
    const { log, look, kept } = await monitored({ size: 3 })
    const end = await look()
    expect(end).toMatchObject({ code: 0, errors: '' })
    expect(end.output).toContain(
      `fits: ${log.origin}: size 3, seen for the first time, its receipts follow one another; remembers the key ${log.rawKeys[0]}`,
    )
    expect(kept()).toMatchObject({ entryCount: 3, keys: log.vkeys, checkpoint: log.note })
  })

  it.each([
    { from: 1, to: 2 },
    { from: 3, to: 300 },
    { from: 256, to: 257 },
    { from: 300, to: 600 },
  ])('finds that a log of $to entries begins with that of $from', async ({ from, to }) => {
    const { log, look, show, kept } = await monitored({ size: from })
    await look()
    const { note } = await show({ size: to })
    expect(await look()).toEqual({
      code: 0,
      output: `fits: ${log.origin}: size ${to} begins with size ${from}, its receipts follow one another\n`,
      errors: '',
    })
    expect(kept()).toMatchObject({ entryCount: to, checkpoint: note })
  })

  it('takes deletions for what they are: entries of the log', async () => {
    const { look, show, kept } = await monitored({ size: 3, deletionsAt: [1, 4] })
    await look()
    await show({ size: 6 })
    expect(await look()).toMatchObject({ code: 0, output: expect.stringContaining('its receipts follow one another') })
    expect(kept()).toMatchObject({ entryCount: 6 })
  })

  it('reads nothing but the checkpoint and the keys of a log that has not grown', async () => {
    const { server, look } = await monitored({ size: 5 })
    await look()
    const before = server.requests.length
    expect((await look()).output).toContain('size 5 as before')
    expect(server.requests.slice(before).map(({ path }) => path)).toEqual([
      '/api/v1/log/checkpoint',
      '/.well-known/tallystick-keys',
    ])
  })

  it('sends the API key of the environment to the log, and not with the question for keys', async () => {
    const { server, look } = await monitored({ size: 1 })
    process.env['TALLYSTICK_API_KEY'] = 'tsk_test_one'
    try {
      await look()
    } finally {
      delete process.env['TALLYSTICK_API_KEY']
    }
    const keyless = server.requests.filter(({ apiKey }) => apiKey === undefined).map(({ path }) => path)
    expect(new Set(keyless)).toEqual(new Set(['/.well-known/tallystick-keys']))
    expect(server.requests[0]).toEqual({ path: '/api/v1/log/checkpoint', apiKey: 'tsk_test_one' })
  })
})

describe('the address of a log', () => {
  it.each([
    ['', '/api/v1/log', true],
    ['/', '/api/v1/log', true],
    ['/api/v1', '/api/v1/log', true],
    ['/api/v1/log/', '/api/v1/log', true],
    ['/mirrors/one', '/mirrors/one', false],
  ])('%j stands for %s, which gets the API key: %s', async (path, base, isKeyed) => {
    const { server, state } = await monitored({ size: 1 })
    process.env['TALLYSTICK_API_KEY'] = 'tsk_test_one'
    try {
      await runWords(['monitor', `${server.origin}${path}`, '--state', state])
    } finally {
      delete process.env['TALLYSTICK_API_KEY']
    }
    expect(server.requests[0]).toEqual({ path: `${base}/checkpoint`, apiKey: isKeyed ? 'tsk_test_one' : undefined })
  })
})

describe('a log that does not fit', () => {
  it.each<[what: string, plan: LogPlan, reason: string]>([
    [
      'has another entry before the kept size',
      { size: 9, fork: 2 },
      'The first 5 entries of the log of size 9 have the root',
    ],
    [
      'has the same size and another root',
      { size: 5, fork: 4 },
      'Two logs of size 5 were signed, with different roots',
    ],
    ['is smaller', { size: 4 }, 'The log has size 4, and had size 5 before'],
    ['is signed by another key', { size: 6, seeds: [2] }, 'No known key signed the checkpoint'],
    [
      'is the log of another tenant',
      { size: 6, origin: `log.test/${'b'.repeat(64)}` },
      `and log.test/${'a'.repeat(64)} is kept`,
    ],
  ])('is found when it %s, with both checkpoints', async (_, plan, reason) => {
    const { log, look, show, kept } = await monitored({ size: 5 })
    await look()
    const before = kept()
    const { note } = await show(plan)
    const { code, output, errors } = await look()
    expect({ code, errors }).toEqual({ code: 1, errors: '' })
    expect(output).toContain(reason)
    expect(output).toContain(`kept:\n${log.note}`)
    expect(output).toContain(`shown now:\n${note}`)
    expect(kept()).toEqual(before)
    expect((await look()).code).toBe(1)
  })

  it('is found when it has no checkpoint any more', async () => {
    const { server, look } = await monitored({ size: 5 })
    await look()
    server.answer('checkpoint', 404, '{"code":"checkpoint_not_found"}')
    expect(await look()).toMatchObject({ code: 1, output: expect.stringContaining('shown now:\n(none)\n') })
  })

  it.each<[what: string, changed: (line: string) => Uint8Array, reason: string]>([
    ['is no receipt', () => utf8('{}'), 'wanted a receipt'],
    ['is not UTF-8', () => Uint8Array.of(0xff), 'it is not UTF-8'],
    ['has another place', (line) => utf8(line.replace('"sequence":6', '"sequence":7')), 'it says that its place is 7'],
    [
      'names another one before',
      (line) => utf8(line.replace(/"previous":"\w/, '"previous":"0')),
      'it does not name the receipt before',
    ],
    [
      'is of another tenant',
      (line) => utf8(line.replace(/"tenant":"a/, '"tenant":"b')),
      'it is of another tenant than the log',
    ],
    [
      'is a second receipt of a run',
      (line) => utf8(line.replace('run_6', 'run_2')),
      'a second receipt of the run run_2',
    ],
    [
      'was completed before the one before it',
      (line) => utf8(line.replaceAll('2026-03-01', '2026-02-28')),
      'before the one before it at 2026-03-01',
    ],
    [
      'was completed before it was made',
      (line) => utf8(line.replace('"createdAt":"2026-03-01', '"createdAt":"2026-03-02')),
      'before it was made at 2026-03-02',
    ],
  ])('is found when it grows by an entry that %s', async (_, changed, reason) => {
    const { look, show } = await monitored({ size: 5 })
    await look()
    await show({ size: 8, entryAt: (index, line) => (index === 6 ? changed(line) : utf8(line)) })
    const { code, output } = await look()
    expect({ code, reason: output.split('\n')[0] }).toEqual({
      code: 1,
      reason: expect.stringContaining('The entry 6 of the log: '),
    })
    expect(output).toContain(reason)
  })

  it('is found when a run has two receipts, which are both printed', async () => {
    const { look, show, log } = await monitored({ size: 5 })
    await look()
    await show({ size: 8, entryAt: (index, line) => utf8(index === 6 ? line.replace('run_6', 'run_2') : line) })
    const { output } = await look()
    const [, first = '', second = ''] = /\nentry 2:\n(.*)\n\nentry 6:\n(.*)\n\nkept:\n/.exec(output) ?? []
    expect([first, second].map((line) => JSON.parse(line).run)).toEqual(['run_2', 'run_2'])
    expect(output).toContain(`kept:\n${log.note}`)
  })

  it('is found when the note that was kept is not what a kept key signed', async () => {
    const { look, state, log } = await monitored({ size: 5 })
    await look()
    const changed = log.note.replace('\n5\n', '\n4\n')
    writeFileSync(state, readFileSync(state, 'utf8').replace('\\n5\\n', '\\n4\\n').replace(': 5,', ': 4,'))
    const { code, output } = await look()
    expect(code).toBe(1)
    expect(output).toContain('The kept checkpoint was changed: no kept key signed it.')
    expect(output).toContain(`kept:\n${changed}`)
  })

  it.each([
    ['from the first look on', 0],
    ['later', 1],
  ])('is found when it is not the one that --log names, %s', async (_, looks) => {
    const { look, log } = await monitored({ size: 5 })
    for (let made = 0; made < looks; made += 1) await look('--log', log.origin)
    expect(await look('--log', 'log.test/b')).toMatchObject({
      code: 1,
      output: expect.stringContaining(`The log is ${log.origin}, wanted log.test/b.`),
    })
  })

  it('is found when the entries that it shows are not those of the signed tree', async () => {
    const { look, server } = await monitored({ size: 2 })
    await look()
    const next = await makeLog({ size: 4 })
    const other = await makeLog({ size: 4, fork: 3 })
    next.files.set('tile/entries/000.p/4', other.files.get('tile/entries/000.p/4') ?? new Uint8Array(0))
    server.show(next)
    expect(await look()).toMatchObject({
      code: 1,
      output: expect.stringContaining('The entry 3 of the log: it is not the leaf of the signed tree at its place'),
    })
  })

  it('is found when its tiles are not those of the signed log', async () => {
    const { look, server } = await monitored({ size: 5 })
    await look()
    const next = await makeLog({ size: 7 })
    next.files.set('tile/0/000.p/7', new Uint8Array(7 * 32))
    server.show(next)
    expect(await look()).toMatchObject({
      code: 1,
      output: expect.stringContaining('The tiles are not those of the signed log'),
    })
  })

  it('is found when the proof that stands in for its tiles does not verify', async () => {
    const { look, server } = await monitored({ size: 5 })
    await look()
    const next = await makeLog({ size: 7, fork: 1 })
    for (const path of [...next.files.keys()].filter((each) => each.startsWith('tile/'))) next.files.delete(path)
    server.show(next)
    const hashes = consistencyRanges(5, 7).map(() => '0'.repeat(64))
    server.answer('consistency?from=5&to=7', 200, JSON.stringify({ from: 5, to: 7, hashes }))
    expect(await look()).toMatchObject({
      code: 1,
      output: expect.stringContaining('does not lead from one signed root'),
    })
  })
})

describe('the keys of a monitor', () => {
  it('are those it was given, where it was given any', async () => {
    const { log, look, kept } = await monitored({ size: 2 })
    expect(await look('--key', log.rawKeys[0] ?? '')).toMatchObject({ code: 0 })
    expect(kept().keys).toEqual(log.vkeys)
    const stranger = (await makeLog({ size: 1, seeds: [9] })).vkeys[0] ?? ''
    expect(await look('--key', stranger)).toMatchObject({ code: 1 })
  })

  it('grow by a new key that signs beside a known one, and take it alone afterwards', async () => {
    const { look, show } = await monitored({ size: 2 })
    await look()
    const both = await show({ size: 3, seeds: [2, 1] })
    expect((await look()).output).toContain(`remembers the key ${both.rawKeys[0]}`)
    await show({ size: 4, seeds: [2] })
    expect(await look()).toMatchObject({ code: 0 })
  })
})
