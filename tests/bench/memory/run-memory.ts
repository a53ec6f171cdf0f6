import { setTimeout as sleep } from 'node:timers/promises'
import { TallystickError } from '../../../functions/client/index.ts'
import { tableText } from '../figures.ts'
import { commitText, machineText } from '../machine.ts'
import type { Note } from '../rounds.ts'
import { pairText } from '../service/figure.ts'
import { instancesIn } from '../service/logged-instances.ts'
import { writeSection } from '../write-document.ts'
import { type InspectedWorker, serveInspected } from './inspected-worker.ts'
import { beginLargePeriod, requestsOfPeriod } from './period-requests.ts'
import { createRun, requestsOf, uploadSides } from './run-requests.ts'
import { sendUpload } from './send-upload.ts'
import { uploadBodies } from './upload-bodies.ts'
import { liveBytes, watchIsolate } from './watch-isolate.ts'
import { largestRuns, worstRun } from './worst-runs.ts'

export interface MemoryOptions {
  /** Measures what has one of these in its name; everything where there is none. */
  readonly only: readonly string[]
  readonly write: string | undefined
}

/**
 * `npm run bench -- --memory`: the most that the Worker's isolate holds beside each kind of request, with its garbage and
 * without, by its own inspector, and the longest that `/health` takes meanwhile. The figures include what an isolate holds
 * that does nothing.
 */
export async function runMemory({ only, write }: MemoryOptions, note: Note): Promise<void> {
  const about = ['`npm run bench -- --memory`', `${machineText()}, ${commitText()}`, `Node ${process.version}`]
  const worker = await serveInspected()
  const rows: (readonly string[])[] = []
  try {
    const idle = megabytes(await liveBytes(worker))
    rows.push(['nothing', '', idle, idle, ''])
    for await (const kind of kindsOf(worker)) {
      if (only.length > 0 && !only.some((text) => kind.name.toLowerCase().includes(text.toLowerCase()))) continue
      note(kind.name)
      const row = await measure(worker, kind)
      // The bench is long, and what ends it early leaves what was measured.
      console.log(row.join(' | '))
      rows.push(row)
    }
  } finally {
    await worker.stop()
  }
  const text = memoryText(rows, about)
  console.log(text)
  if (write !== undefined) writeSection(write, text)
}

/** What is watched, twice. */
interface Kind {
  readonly name: string
  /** Says what was answered. */
  readonly work: () => Promise<string>
}

/** Records a side: of a run that nobody would notice, of one that a request executes, of each tenant, and of a run in pieces. */
const [smallCount, requestedCount, tenantRecordCount, largeCount] = [1_000, 20_000, 10_000, 100_000]
const tenantCount = 8
/** Records a side of the largest period that a service takes. */
const periodCount = 100_000

async function* kindsOf(worker: InspectedWorker): AsyncGenerator<Kind> {
  for (const body of uploadBodies) {
    // A tenant of its own: together they would be more than a tenant may store.
    const { apiKey } = await worker.newTenant()
    yield { name: `upload: ${body.name}`, work: () => sendUpload(worker.origin, apiKey, body) }
  }
  yield* periodKinds(worker)
  yield* runKinds(worker)
  yield {
    name: `${tenantCount} tenants at once, ${pairText(tenantRecordCount)} each`,
    work: async () => {
      await Promise.all(Array.from({ length: tenantCount }, () => workOfTenant(worker)))
      return 'all'
    },
  }
  const tenants = await Promise.all(Array.from({ length: tenantCount }, () => worker.newTenant()))
  yield {
    name: `${tenantCount} tenants at once, each the largest run of a request`,
    work: await largestRuns(tenants.map((tenant) => tenant.client)),
  }
  const { client } = await worker.newTenant()
  await uploadSides(client, 'large', largeCount)
  yield { name: `run in pieces, ${pairText(largeCount)}`, work: () => runInPieces(worker, client) }
  // Last: what is too much for a request goes on in a Workflow.
  yield { name: 'the rules with the most work for few records', work: await worstRun(client) }
}

async function* runKinds(worker: InspectedWorker): AsyncGenerator<Kind> {
  const { client } = await worker.newTenant()
  for (const count of [smallCount, requestedCount]) {
    const adapter = `of-${count}`
    const datasets = await uploadSides(client, adapter, count)
    yield { name: `run in a request, ${pairText(count)}`, work: async () => (await createRun(client, adapter)).status }
    if (count === smallCount) continue
    const sides = { sourceAdapter: `psp:${adapter}`, targetAdapter: `ledger:${adapter}` }
    yield {
      name: 'proposal of rules',
      work: async () => `${(await client.policies.propose(sides)).rules.length} rules`,
    }
    for (const { name, work } of requestsOf(await createRun(client, adapter), datasets.source))
      yield { name: `${name}, ${pairText(count)}`, work: () => work(client) }
  }
}

async function* periodKinds(worker: InspectedWorker): AsyncGenerator<Kind> {
  const { client } = await worker.newTenant()
  const period = await beginLargePeriod(client, 'period', periodCount)
  for (const { name, work } of requestsOfPeriod(period))
    yield { name: `${name}, ${pairText(periodCount)}`, work: () => work(client) }
}

/** All that a tenant does with two files. */
async function workOfTenant(worker: InspectedWorker): Promise<void> {
  const { client } = await worker.newTenant()
  const { source } = await uploadSides(client, 'own', tenantRecordCount)
  for (const { work } of requestsOf(await createRun(client, 'own'), source)) await work(client)
}

type Client = Awaited<ReturnType<InspectedWorker['newTenant']>>['client']

async function runInPieces(worker: InspectedWorker, client: Client): Promise<string> {
  let run = await createRun(client, 'large')
  while (run.status === 'queued' || run.status === 'running') {
    await sleep(pollMilliseconds)
    run = await client.runs.get(run.id)
  }
  const held = Math.max(0, ...instancesIn(worker.log()).map(({ heldBytes }) => heldBytes))
  return `${run.status}, a step held ${megabytes(held)} MB by its own account`
}

const pollMilliseconds = 500

async function measure(worker: InspectedWorker, { name, work }: Kind): Promise<readonly string[]> {
  const said = () =>
    work().catch((error: unknown) => {
      if (error instanceof TallystickError) return error.message
      throw error
    })
  const peak = await watchIsolate(worker, { isCollected: false }, said)
  const live = await watchIsolate(worker, { isCollected: true }, said)
  return [name, peak.result, megabytes(peak.bytes), megabytes(live.bytes), String(Math.round(peak.healthMilliseconds))]
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0)

const memoryText = (rows: readonly (readonly string[])[], about: readonly string[]): string =>
  [
    '### The memory of an isolate',
    about.map((line) => `- ${line}`).join('\n'),
    tableText(['what', 'answer', 'peak MB', 'live MB', 'longest `/health`, ms'], rows),
  ].join('\n\n')
