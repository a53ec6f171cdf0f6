import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { createScratch } from '../../support/node/command.ts'
import { readDoc } from '../../support/node/docs.ts'

/** The receivers of docs/webhooks.md, started as they stand there at the time of the message of the specification. */

const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

const scratch = createScratch()
afterAll(() => scratch.remove())

const codeIn = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(readDoc('webhooks'))?.[1] ?? ''

const atTime = {
  js: `Date.now = () => ${vector.timestamp}_000\n`,
  python: `import time\ntime.time = lambda: ${vector.timestamp}\n`,
}

const receivers = [
  { language: 'js', program: process.execPath, file: scratch.write('receiver.mjs', atTime.js + codeIn('js')) },
  { language: 'python', program: 'python3', file: scratch.write('receiver.py', atTime.python + codeIn('python')) },
] as const

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function started({ program, file }: (typeof receivers)[number]) {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: vector.secret }
  const child = spawn(program, [file], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const printed = { text: '' }
  child.stdout.on('data', (bytes: Buffer) => {
    printed.text += bytes
  })
  const post = (changes: Partial<typeof vector> = {}) => {
    const { id, timestamp, signature, body } = { ...vector, ...changes }
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
    return fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })
  }
  await expect
    .poll(() =>
      post().then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(204)
  return { child, post, printed }
}

describe.each(receivers)('the receiver in $language', (receiver) => {
  it('has about twenty lines', () => {
    const { length } = codeIn(receiver.language).split('\n').filter(Boolean)
    expect(length).toBeGreaterThan(15)
    expect(length).toBeLessThanOrEqual(25)
  })

  it('takes the message of the specification, beside other signatures too, and refuses any change of it', async () => {
    const { child, post, printed } = await started(receiver)
    const statusOf = async (changes: Partial<typeof vector>) => (await post(changes)).status
    expect(await statusOf({ signature: `v1,${'A'.repeat(43)}= ${vector.signature}` })).toBe(204)
    const changes: readonly Partial<typeof vector>[] = [
      { body: '{"test": 2432232315}' },
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJel' },
      { timestamp: '1614265331' },
      { timestamp: '1614264330' },
      { timestamp: '' },
      { timestamp: 'x' },
      { signature: '' },
      { signature: 'v1,' },
      { signature: `v1,${'A'.repeat(43)}=` },
      { signature: vector.signature.slice(0, -5) },
    ]
    for (const change of changes) expect([change, await statusOf(change)]).toEqual([change, 401])
    expect(printed.text).toContain(vector.id)
    child.kill()
  })
})
