import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { signedHeaders } from '../../../../functions/cli/listen/forward-event.ts'
import { readArguments } from '../../../../functions/cli/run-command.ts'
import { eventTypes } from '../../../../schema/webhook.ts'
import { runWords } from '../../../support/node/command.ts'
import {
  problemAnswer,
  type ScriptedAnswer,
  type ScriptedService,
  startScripted,
} from '../../../support/node/scripted-service.ts'

/** `tallystick listen` to a service that is away for a while, or that removes the listener. */

const routes = {
  make: 'POST /api/v1/webhooks',
  test: 'POST /api/v1/webhooks/whk_1/test',
  look: 'GET /api/v1/webhooks/whk_1/deliveries',
  remove: 'DELETE /api/v1/webhooks/whk_1',
}
const away = problemAnswer(503, 'storage_unavailable')
const busy = problemAnswer(429, 'rate_limited')
const gone = problemAnswer(404, 'webhook_not_found')
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const pageOf = (...ids: readonly string[]): ScriptedAnswer => {
  const delivery = (id: string) => ({
    ...{ id, event: 'run.completed', state: 'pending' },
    body: JSON.stringify({ type: 'run.completed', timestamp: '2026-03-01T00:00:00.000Z', data: { runId: `of_${id}` } }),
  })
  return { status: 200, body: { data: ids.map(delivery), nextCursor: null } }
}

let service: ScriptedService | undefined
afterEach(async () => {
  await service?.stop()
  service = undefined
})

/** Listens to a service that answers to the looks one after another, and then does not know the listener. */
async function listen(looks: readonly ScriptedAnswer[], ...words: readonly string[]) {
  const left = [...looks]
  const answers = new Map([
    [routes.make, { status: 201, body: { id: 'whk_1', secret } }],
    [routes.test, { status: 200, body: {} }],
    [routes.remove, { status: 204, body: {} }],
  ])
  service = await startScripted((route) => answers.get(route) ?? left.shift() ?? gone)
  const end = await runWords(['listen', '--url', service.origin, '--key', 'k', ...words])
  return { ...end, asked: service.asked }
}

describe('tallystick listen', () => {
  it('prints each event once, the oldest first, also after the service was away', async () => {
    const { code, output, errors, asked } = await listen([pageOf('b', 'a'), away, busy, pageOf('c', 'b', 'a')])
    const line = (id: string) => `2026-03-01T00:00:00.000Z  run.completed  ${id}  {"runId":"of_${id}"}\n`
    expect(output).toBe(['a', 'b', 'c'].map(line).join(''))
    expect(code).toBe(2)
    expect(errors).toContain('storage_unavailable: Why.; trying again')
    expect(errors).toContain('rate_limited: Why.; trying again')
    expect(errors).toContain('tallystick: webhook_not_found: Why.\n')
    const sent = asked.map(({ route }) => route).filter((route) => route !== routes.look)
    expect(sent).toEqual([routes.make, routes.test, routes.remove])
    expect(JSON.parse(asked[0]?.sent ?? '')).toEqual({ url: 'listen:', events: [...eventTypes] })
  })

  it('says why an event could not be sent on, and goes on', async () => {
    const words = ['--forward', 'http://127.0.0.1:9/', '--json', '--event', 'run.completed']
    const { output, asked } = await listen([pageOf('a'), pageOf('b', 'a')], ...words)
    const lines = output.trimEnd().split('\n')
    expect(lines.map((each) => JSON.parse(each))).toMatchObject([
      { id: 'a', type: 'run.completed', data: { runId: 'of_a' }, forwarded: { fault: expect.any(String) } },
      { id: 'b', forwarded: { fault: expect.any(String) } },
    ])
    expect(JSON.parse(asked[0]?.sent ?? '')).toMatchObject({ events: ['run.completed'] })
  })

  it('removes its listener and ends with 0 after Ctrl-C', async () => {
    const looks = Array.from({ length: 50 }, () => pageOf())
    const ended = listen(looks)
    while (!service?.asked.some(({ route }) => route === routes.look)) await setTimeout(20)
    process.emit('SIGINT', 'SIGINT')
    const { code, errors, asked } = await ended
    expect({ code, last: asked.at(-1)?.route }).toEqual({ code: 0, last: routes.remove })
    expect(errors).toMatch(/^listens to http:\S+; Ctrl-C ends it\n$/)
  })

  it('signs as the specification of Standard Webhooks does', () => {
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' }
    expect(signedHeaders(message, { secret, now: 1_614_265_330_999 })).toMatchObject({
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('names every fault of its words', async () => {
    const words = ['listen', 'x', '--url', 'ftp://a', '--forward', 'localhost:9000', '--event', 'run.done']
    expect(await readArguments(words)).toMatchObject({
      ok: false,
      faults: [
        'Got "x", wanted options alone',
        expect.stringContaining('Got "ftp://a", wanted the address'),
        'Got "localhost:9000" as --forward, wanted an address such as http://localhost:9000/events',
        expect.stringContaining('Got "run.done" as --event, wanted one of run.completed, run.failed'),
      ],
    })
  })
})
