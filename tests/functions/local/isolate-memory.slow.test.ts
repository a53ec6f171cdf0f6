import { afterAll, beforeAll, expect, it } from 'vitest'
import { type InspectedWorker, serveInspected } from '../../bench/memory/inspected-worker.ts'
import { watchIsolate } from '../../bench/memory/watch-isolate.ts'
import { largestRuns, worstRun } from '../../bench/memory/worst-runs.ts'
import { hangMilliseconds, inForms, sizeOf } from '../../support/forms.ts'
import { notePromise } from '../../support/promised.ts'

const tenants = { short: 2, long: 8 }
/** An isolate has 128 MB. */
const liveMegabytesMax = 100

let worker: InspectedWorker
beforeAll(async () => {
  worker = await serveInspected()
}, 4 * hangMilliseconds)
afterAll(() => worker.stop())

const newClient = async () => (await worker.newTenant()).client

/** Gives the work to watch, after what it needs was uploaded. */
const cases: readonly { readonly name: string; readonly begin: () => Promise<() => Promise<string>> }[] = [
  {
    name: 'the largest runs of requests, of several tenants at once',
    begin: async () => largestRuns(await Promise.all(Array.from({ length: sizeOf(tenants) }, newClient))),
  },
  // Last: what is too much for a request goes on in a Workflow.
  {
    name: 'the rules with the most work for few records',
    begin: async () => worstRun((await worker.newTenant()).client),
  },
]

it.for(cases)(inForms('an isolate keeps within its memory beside $name', tenants), async ({ name, begin }, context) => {
  const { result, bytes, healthMilliseconds } = await watchIsolate(worker, { isCollected: true }, await begin())
  const megabytes = (bytes / 1e6).toFixed(0)
  notePromise(context, {
    property: `memory: ${name}`,
    wanted: `at most ${liveMegabytesMax} MB live`,
    reached: `${megabytes} MB: ${result}; /health took ${healthMilliseconds.toFixed(0)} ms at most`,
  })
  expect(bytes / 1e6).toBeLessThanOrEqual(liveMegabytesMax)
  // Refusals alone would take no memory.
  expect(result).toMatch(/completed|queued|running/)
})
