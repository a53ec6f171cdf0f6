import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createClient } from '../../../functions/client/index.ts'
import { hasShell } from '../../support/node/installed.ts'
import { keyOf } from '../../support/node/printed.ts'
import { servedCopy } from '../../support/node/served-copy.ts'
import { root } from '../../support/node/step.ts'

/** `tallystick listen` as a shell starts it, against the service that `npm start` serves, with its queue. */

const { origin, lines } = await servedCopy()
const apiKey = hasShell ? keyOf(lines) : ''
const client = createClient({ baseUrl: origin, apiKey })

/** A program on this machine that takes events, the first with 500 and the others with 204. */
function receiver() {
  const got: { readonly body: string; readonly headers: NodeJS.Dict<string | string[]> }[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    got.push({ body, headers: request.headers })
    response.writeHead(got.length === 1 ? 500 : 204).end()
  }).listen(0, '127.0.0.1')
  return { got, server }
}

const { got, server } = receiver()
afterEach(() => server.close())

it('prints events, forwards them as a delivery is signed, and leaves nothing behind', { skip: !hasShell }, async () => {
  if (!server.listening) await once(server, 'listening')
  const address = server.address()
  const forward = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/events`
  const words = ['listen', '--url', origin, '--forward', forward, '--event', 'run.completed']
  const env = { ...process.env, TALLYSTICK_API_KEY: apiKey }
  const child = spawn(process.execPath, [join(root, 'functions/cli/bin/tallystick.js'), ...words], { env })
  const texts = { output: '', errors: '' }
  child.stdout.on('data', (bytes: Buffer) => {
    texts.output += bytes
  })
  child.stderr.on('data', (bytes: Buffer) => {
    texts.errors += bytes
  })
  const ended = once(child, 'close')
  await expect.poll(() => texts.errors).toMatch(/signs with whsec_\S+; Ctrl-C ends it\n/)
  const secret = /whsec_([^\s;]+)/.exec(texts.errors)?.[1] ?? ''
  expect(await client.webhooks.list().toArray()).toMatchObject([{ url: 'listen:', events: ['run.completed'] }])
  const sides = { rules: [], sourceAdapter: 'bank:listen', targetAdapter: 'ledger:listen', allowEmpty: true }
  const ids: string[] = []
  for (const name of ['first', 'second']) ids.push((await client.runs.create({ name, ...sides })).id)
  await expect.poll(() => texts.output.trimEnd().split('\n').length).toBe(2)
  for (const { body, headers } of got) {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const wanted = createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${wanted}`)
  }
  expect(got.map(({ body }) => JSON.parse(body).data.runId)).toEqual(ids)
  const printed = texts.output.trimEnd().split('\n')
  expect(printed.map((line) => line.split('  → '))).toEqual([
    [expect.stringContaining(`"runId":"${ids[0]}"`), '500'],
    [expect.stringContaining(`"runId":"${ids[1]}"`), '204'],
  ])
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  expect(await client.webhooks.list().toArray()).toEqual([])
})
