import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createToolchain } from '../../../functions/deploy/toolchain.ts'
import { eachOf } from '../../support/forms.ts'
import { createScratch } from '../../support/node/command.ts'

/** What the real wrangler makes of what Cloudflare's API answers, by a server that stands in for it. */

interface ApiError {
  readonly status: number
  readonly code: number
  readonly message: string
}

/** What the API answers where there is no such thing, by what is asked for. */
const absent: Readonly<Record<string, ApiError>> = {
  '/d1/database': { status: 404, code: 7404, message: 'The database could not be found' },
  '/objects/': { status: 404, code: 10007, message: 'The specified key does not exist.' },
  '/r2/buckets': { status: 404, code: 10006, message: 'The specified bucket does not exist.' },
  '/workers/': { status: 404, code: 10007, message: 'This Worker does not exist on your account.' },
  '/workflows': { status: 404, code: 10200, message: 'workflow.not_found' },
}
const refused: ApiError = { status: 403, code: 10000, message: 'Authentication error' }

/** Undefined for an answer that lists nothing. */
let errorOf = (_path: string): ApiError | undefined => refused
const server = createServer(({ url = '' }, response) => {
  const fault = errorOf(url)
  response.writeHead(fault?.status ?? 200, { 'Content-Type': 'application/json' })
  const answer =
    fault === undefined ? { success: true, errors: [], result: [] } : { success: false, errors: [fault], result: null }
  response.end(JSON.stringify({ ...answer, messages: [] }))
})

const scratch = createScratch()
const config = scratch.write('wrangler.json', JSON.stringify({ name: 'w', compatibility_date: '2026-11-01' }))

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  scratch.remove()
})

/** What the account is said to have, for each question: what wrangler printed, undefined for nothing, or why it failed. */
function ask(questions: readonly (readonly string[])[]): Promise<readonly (string | undefined)[]> {
  const { port }: AddressInfo = Object(server.address())
  const tools = createToolchain(() => undefined, {
    ...process.env,
    CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}`,
    CLOUDFLARE_ACCOUNT_ID: 'a'.repeat(32),
    CLOUDFLARE_API_TOKEN: 'token',
    XDG_CONFIG_HOME: scratch.path('config'),
  })
  return Promise.all(
    questions.map((words) => tools.ask([...words, '--config', config]).catch((error: Error) => error.message)),
  )
}

const questions = [
  ['d1', 'info', 'w', '--json'],
  ['r2', 'bucket', 'info', 'w', '--json'],
  ['deployments', 'status', '--json', '--name', 'w'],
  ['workflows', 'describe', 'w'],
  ['queues', 'info', 'w'],
]

describe('a question to the account', () => {
  it('is answered with nothing where there is no such thing', async () => {
    errorOf = (path) =>
      path.includes('/queues')
        ? undefined
        : (Object.entries(absent).find(([part]) => path.includes(part))?.[1] ?? refused)
    const all = eachOf(4, [...questions, ['r2', 'object', 'get', 'bucket/once/a', '--remote', '--pipe']])
    expect(await ask(all)).toEqual(all.map(() => undefined))
  })

  it('fails where the account does not answer it', async () => {
    errorOf = () => refused
    const lists = eachOf(5, [['kv', 'namespace', 'list'], ['secret', 'list', '--name', 'w'], ...questions])
    expect(await ask(lists)).toEqual(lists.map(() => expect.stringContaining('Authentication error')))
  })
})
