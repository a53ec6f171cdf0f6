import { expect, it } from 'vitest'
import { isDescribed, type SendingOptions, sendTriedCall } from '../../../functions/console/docs/tried-calls.ts'

const origin = 'https://tallystick.example'
const document = {
  paths: {
    '/api/v1/health': { get: {} },
    '/api/v1/runs': { get: {}, post: {} },
    '/api/v1/runs/{id}': { get: {}, parameters: [] },
    '/problems/{code}': { get: {} },
    '/log/{tenant}.json': { get: {} },
  },
}

interface Sent {
  readonly url: string
  readonly init: RequestInit
}

/** What a call is sent with, and what was sent so far. */
function service(key?: string): { readonly options: SendingOptions; readonly sent: Sent[] } {
  const sent: Sent[] = []
  const options: SendingOptions = {
    document,
    origin,
    key,
    fetch: async (url, init) => {
      sent.push({ url, init })
      return new Response('{"status":"ok"}', { status: 200, headers: { 'Content-Type': 'application/json' } })
    },
  }
  return { options, sent }
}

const keyOf = ({ init }: Sent) => new Headers(init.headers).get('X-API-Key')

it.each([
  ['GET', '/api/v1/health'],
  ['post', '/api/v1/runs'],
  ['GET', '/api/v1/runs/run_1'],
  ['GET', '/log/t1.json'],
])('finds %s %s in the document', (method, path) => expect(isDescribed(document, { method, path })).toBe(true))

it.each([
  ['DELETE', '/api/v1/health'],
  ['GET', '/api/v1/health/'],
  ['GET', '/api/v1/runs/'],
  ['GET', '/api/v1/runs/run_1/more'],
  ['GET', '/log/.json'],
  ['GET', '/'],
  ['constructor', '/api/v1/health'],
])('finds no %s %s there', (method, path) => expect(isDescribed(document, { method, path })).toBe(false))

it('sends a call with its query, body and the key of the tab, and answers with all that came back', async () => {
  const { options, sent } = service('tsk_test_1')
  const body = new TextEncoder().encode('{}').buffer
  const headers = [['content-type', 'application/json']] as const
  const answer = await sendTriedCall({ method: 'POST', url: `${origin}/api/v1/runs?limit=5`, headers, body }, options)
  const [only] = sent
  expect(only?.url).toBe('/api/v1/runs?limit=5')
  expect(only?.init).toMatchObject({ method: 'POST', body, credentials: 'omit', redirect: 'error' })
  expect(sent.map(keyOf)).toEqual(['tsk_test_1'])
  expect(answer.status).toBe(200)
  expect(answer.headers).toEqual([['content-type', 'application/json']])
  expect(new TextDecoder().decode(answer.body)).toBe('{"status":"ok"}')
})

it('sends the key that the reader typed in place of that of the tab, and none where there is none', async () => {
  const url = `${origin}/api/v1/runs`
  const typed = service('tsk_test_1')
  await sendTriedCall({ method: 'GET', url, headers: [['x-api-key', 'tsk_test_2']] }, typed.options)
  const empty = service('tsk_test_1')
  await sendTriedCall({ method: 'GET', url, headers: [['x-api-key', '']] }, empty.options)
  const none = service()
  await sendTriedCall({ method: 'GET', url, headers: [] }, none.options)
  expect([typed, empty, none].map(({ sent }) => sent.map(keyOf))).toEqual([['tsk_test_2'], ['tsk_test_1'], [null]])
})

it.each([
  'https://elsewhere.example/api/v1/runs',
  `${origin}/`,
  `${origin}/api/v1/runs/../../../console/reference/`,
  `${origin}/api/v1/runs/a/b`,
  'blob:https://tallystick.example/api/v1/runs',
])('sends nothing to %s', async (url) => {
  const { options, sent } = service('tsk_test_1')
  await expect(sendTriedCall({ method: 'GET', url, headers: [] }, options)).rejects.toThrow('is no call of this API')
  expect(sent).toEqual([])
})
