import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createScratch, runWords } from '../../../support/node/command.ts'
import {
  problemAnswer,
  type ScriptedAnswer,
  type ScriptedService,
  startScripted,
} from '../../../support/node/scripted-service.ts'

/** `tallystick upload` to a service that is away for a while, for good, or until Ctrl-C. */

const scratch = createScratch()
const partByteCount = 8_000_000
const path = scratch.write('large.csv', new Uint8Array(partByteCount).fill(65))
const away = problemAnswer(503, 'storage_unavailable')
/** The client asks eight times before it gives a request up. */
const awayCount = 9
const note = 'tallystick: storage_unavailable: Why.; trying again\n'

const upload = { id: 'dat_1', state: 'receiving', byteCount: partByteCount, partByteCount, parts: [] }
const routes = {
  begin: 'POST /api/v1/datasets/uploads',
  part: 'PUT /api/v1/datasets/uploads/dat_1/parts/1',
  complete: 'POST /api/v1/datasets/uploads/dat_1/complete',
  dataset: 'GET /api/v1/datasets/dat_1',
}
const answers = new Map<string, ScriptedAnswer>([
  [routes.begin, { status: 201, body: upload }],
  [routes.part, { status: 200, body: {} }],
  [routes.complete, { status: 202, body: { ...upload, state: 'reading' } }],
  [routes.dataset, { status: 200, body: { ...upload, state: 'sealed' } }],
])

let service: ScriptedService | undefined
let cache: string | undefined

beforeAll(() => {
  cache = process.env['XDG_CACHE_HOME']
  process.env['XDG_CACHE_HOME'] = scratch.path('.')
})
afterEach(() => service?.stop())
afterAll(() => {
  if (cache === undefined) delete process.env['XDG_CACHE_HOME']
  else process.env['XDG_CACHE_HOME'] = cache
  scratch.remove()
})

/** A service whose route is away for so many requests; `seen` is told of each request. */
async function start(awayCounts: { readonly [route: string]: number }, seen = (_route: string): void => undefined) {
  const left = new Map(Object.entries(awayCounts))
  service = await startScripted((route) => {
    seen(route)
    const count = left.get(route) ?? 0
    left.set(route, count - 1)
    return count > 0 ? away : (answers.get(route) ?? problemAnswer(404, 'route_not_found'))
  })
  return service
}

const words = (origin: string) => ['upload', path, '--url', origin, '--key', 'k', '--adapter', 'bank:a']

describe('an upload to a service that is away', () => {
  it('waits for it while parts are sent and while they are read, and says so once each time', async () => {
    const { origin, asked } = await start({ [routes.part]: awayCount, [routes.dataset]: awayCount })
    const { code, output, errors } = await runWords(words(origin))
    expect({ code, state: JSON.parse(output).state }).toEqual({ code: 0, state: 'sealed' })
    expect(errors.split(note)).toHaveLength(3)
    expect(asked.filter(({ route }) => route === routes.begin)).toHaveLength(1)
  })

  it('says that the same command goes on where it gives up', async () => {
    const { origin } = await start({ [routes.begin]: 1_000 })
    const { code, errors } = await runWords(words(origin))
    expect(code).toBe(2)
    expect(errors).toContain(note)
    expect(errors).toContain(
      'tallystick: storage_unavailable: Why.; the same command goes on with the upload where it was\n',
    )
  })

  it('prints how to go on at Ctrl-C, without the key', async () => {
    const interrupt = (route: string): void => {
      if (route === routes.part) process.listeners('SIGINT').at(-1)?.('SIGINT')
    }
    const { origin } = await start({ [routes.part]: 1_000 }, interrupt)
    const more = ['--name', "Anna's", '--currency', 'EUR']
    const { code, errors } = await runWords([...words(origin), ...more])
    const command = `npx tallystick upload ${path} --url ${origin} --adapter bank:a --name 'Anna'\\''s' --currency EUR`
    expect({ code, said: errors.split('\n').at(-2) }).toEqual({
      code: 2,
      said: `tallystick: interrupted; to go on: ${command}`,
    })
  })
})
