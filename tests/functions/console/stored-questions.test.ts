import { afterEach, expect, it, vi } from 'vitest'
import { createContext } from '../../../functions/console/engine-worker/session-context.ts'
import { storedQuestions } from '../../../functions/console/engine-worker/stored-questions.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { sha256 } from '../../engine/support/sha256.ts'

/** A run that is long enough on its way to be cancelled. */
const run = { status: 'completed', source: { recordCount: 1 }, target: { recordCount: 1 } }

afterEach(() => vi.unstubAllGlobals())

/** A session whose service answers when it is told to. */
function open() {
  const asked: string[] = []
  const { promise: told, resolve: answer } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(new URL(request.url).pathname)
    await told
    return Response.json(run)
  })
  const questions = storedQuestions(createContext({ sha256, openRows }))
  const openRun = (id: string) =>
    questions.openStored({ id, baseUrl: 'http://service.test', apiKey: 'key' }, () => undefined)
  return { questions, openRun, answer, asked }
}

it('cancels the opening of a run of which nothing is known yet', async () => {
  const { questions, openRun, answer, asked } = open()
  const opening = openRun('one')
  questions.cancelStored()
  answer()
  expect(await opening).toEqual({ kind: 'cancelled' })
  expect(asked).toHaveLength(1)
})

it('gives up a run that another one was asked for after', async () => {
  const { openRun, answer, asked } = open()
  const [first, second] = [openRun('one'), openRun('two')]
  answer()
  expect(await first).toEqual({ kind: 'cancelled' })
  await second.catch(() => undefined)
  expect(asked.filter((path) => path.includes('/one'))).toHaveLength(1)
})
