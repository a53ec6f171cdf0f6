import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createScratch, runWords } from '../../../support/node/command.ts'
import {
  problemAnswer,
  type ScriptedAnswer,
  type ScriptedService,
  startScripted,
} from '../../../support/node/scripted-service.ts'

/** What `tallystick run` says of a run that the service does not make or cancel. */

const scratch = createScratch()
const bad = scratch.write('bad.csv', 'id,amount\na,?\nb,?\n')
const book = scratch.write('book.csv', 'id,amount\na,1\n')
let service: ScriptedService | undefined

afterEach(() => service?.stop())
afterAll(() => scratch.remove())

async function run(answer: ScriptedAnswer, ...words: readonly string[]) {
  service = await startScripted(() => answer)
  const end = await runWords(['run', ...words, '--url', service.origin, '--key', 'k'])
  return { ...end, asked: service.asked }
}

const unread = (line: number) => ({ code: 'invalid_amount', line, column: 'amount', detail: 'Got "?"' })
const refused = (...errors: readonly object[]) =>
  problemAnswer(422, 'unreadable_record', { detail: `${errors.length} fields cannot be read.`, errors })

describe('tallystick run', () => {
  it.each([
    ['run', bad, book],
    ['run', 'bank:a', 'ledger:a'],
    ['run', '--id', 'run_1'],
    ['upload', book, '--adapter', 'ledger'],
  ])('ends at once where nothing listens: %s %s', async (...words) => {
    const { origin, stop } = await startScripted(() => problemAnswer(404, 'run_not_found'))
    await stop()
    const { code, errors } = await runWords([...words, '--url', origin, '--key', 'k'])
    expect({ code, errors }).toEqual({
      code: 2,
      errors: expect.stringMatching(/^tallystick: [^\n]*ECONNREFUSED[^\n]*; is the service running at [^\n]*\?\n$/),
    })
  })

  it.each([1, 2])('counts no fault twice of a file that is refused for %d', async (count) => {
    const faults = [unread(2), unread(3)].slice(0, count)
    const { code, errors } = await run(refused(...faults), bad, book)
    expect({ code, lines: errors.trimEnd().split('\n') }).toEqual({
      code: 2,
      lines: [
        `tallystick: ${bad} is refused: ${count} fields cannot be read.`,
        ...faults.map(({ line }) => `    ${bad}:${line}: column "amount": Got "?"`),
      ],
    })
  })

  it('says once what is wrong, and names the option that takes a side as empty', async () => {
    const detail = 'There is no dataset for bank:bigg; the nearest is bank:big'
    const unknown = problemAnswer(422, 'unknown_adapter', {
      detail: `${detail}. Upload a dataset first; with "allowEmpty": true the side is taken as empty.`,
      errors: [{ pointer: '/sourceAdapter', code: 'unknown_adapter', detail }],
    })
    const { errors } = await run(unknown, 'bank:bigg', 'ledger:main')
    expect(errors).toBe(
      `tallystick: unknown_adapter: ${detail}. Upload a dataset first; with --allow-empty the side is taken as empty.\n`,
    )
  })

  it('sends allowEmpty where it is asked to, and only there', async () => {
    const sides = ['bank:a', 'ledger:a']
    const none = problemAnswer(404, 'dataset_not_found')
    const bodies = [(await run(none, ...sides, '--allow-empty')).asked, (await run(none, ...sides)).asked].map(
      ([only]) => JSON.parse(only?.sent ?? ''),
    )
    expect(bodies.map(({ allowEmpty }) => allowEmpty)).toEqual([true, undefined])
  })

  it('asks once for the cancellation, and never for a deletion', async () => {
    const finished = problemAnswer(409, 'run_finished', { detail: 'The run is completed: there is nothing to cancel.' })
    const { code, errors, asked } = await run(finished, '--id', 'run_1', '--cancel')
    expect({ code, errors, routes: asked.map(({ route }) => route) }).toEqual({
      code: 2,
      errors: 'tallystick: run_finished: The run is completed: there is nothing to cancel.\n',
      routes: ['POST /api/v1/runs/run_1/cancel'],
    })
  })
})
