import { env } from 'cloudflare:workers'
import type { CanonicalRecord } from '@tallystick/engine/record'
import type { LargeRunParameters } from '../../../functions/service/env.ts'
import { type RunLimits, runLimits } from '../../../functions/service/platform/run-limits.ts'
import { executeInPieces } from '../../../functions/service/runs/execute-in-pieces.ts'
import { type AwaitedEvent, createSteps } from '../../../functions/service/workflows/steps.ts'
import type { RunRecord } from '../../../schema/run.ts'
import { isLong } from '../forms.ts'
import { type Client, createTestApp, type TestApp, type TestAppOptions } from './client.ts'
import { type MemoryStepsOptions, memorySteps, untilAlive } from './memory-steps.ts'
import { memoryWorkflow, type WorkflowFault } from './memory-workflow.ts'
import { demoRun, manyRecords, seedDataset } from './runs.ts'

/** Limits under which a run of a few records is a large one, whose pieces hold a few records. */
export const smallestLimits: RunLimits = {
  ...runLimits,
  inlineRecordCountMax: 3,
  noteMilliseconds: 0,
  pieces: {
    partByteCount: 6_000,
    partitionByteCount: 12_000,
    pieceByteCountMax: 16_000,
    mergedLineCountMax: 100,
    mergedFileCountMax: 3,
    chunkByteCountMax: 3_000,
  },
}

/**
 * The same for tests of what is done with a run, in which a piece holds more in the short form: a run has half as many steps,
 * of each kind but those that split a partition.
 */
export const smallLimits: RunLimits = isLong
  ? smallestLimits
  : {
      ...smallestLimits,
      pieces: {
        partByteCount: 40_000,
        partitionByteCount: 40_000,
        pieceByteCountMax: 100_000,
        mergedLineCountMax: 300,
        mergedFileCountMax: 3,
        chunkByteCountMax: 20_000,
      },
    }

/** The run of such a test: the demo run in the long form, in the short form one of a few records and one rule. */
export const largeRun = isLong
  ? demoRun
  : {
      name: 'Large',
      sourceAdapter: 'bank:large',
      targetAdapter: 'ledger:large',
      rules: [{ id: 'reference', match: [{ field: 'reference' }, { field: 'amount' }] }],
    }

/** Its records, of every kind: equal, off by an amount, without a counterpart. */
export async function seedLargeRun(tenantId: string): Promise<void> {
  if (isLong) return
  const change = (record: CanonicalRecord, index: number): CanonicalRecord => ({
    ...record,
    id: `t${index}`,
    ...(index % 4 === 0 && { amount: `${index}.30` }),
    ...(index % 5 === 0 && { reference: `X-${index}` }),
  })
  await seedDataset(tenantId, { adapter: largeRun.sourceAdapter, records: manyRecords(16), recordsOfChunk: 8 })
  await seedDataset(tenantId, { adapter: largeRun.targetAdapter, records: manyRecords(14, change), recordsOfChunk: 8 })
}

export interface RunAppOptions extends TestAppOptions {
  readonly faults?: readonly WorkflowFault[]
}

/**
 * An app whose Workflow for runs does nothing by itself, and whose large runs are small: a test executes its instances. Its
 * tenants have the records of `largeRun`.
 */
export function createRunApp({ faults, ...options }: RunAppOptions = {}) {
  const workflow = memoryWorkflow<LargeRunParameters>(faults)
  const app = createTestApp({ runLimits: smallLimits, ...options, env: { ...options.env, RUNS: workflow.binding } })
  const newTenant: TestApp['newTenant'] = async (how) => {
    const tenant = await app.newTenant(how)
    await seedLargeRun(tenant.tenantId)
    return tenant
  }
  return { ...app, ...workflow, newTenant }
}

export interface ExecutionOptions extends MemoryStepsOptions {
  /** Bindings in place of those of the app. */
  readonly env?: TestAppOptions['env']
  /** Is called before each step is executed. */
  readonly before?: (step: string) => Promise<void>
  /** Is called in each wait for an event that has not come yet, with the time after which it ends. */
  readonly waiting?: (milliseconds: number) => Promise<void>
}

type ExecutingApp = Pick<TestApp, 'env' | 'isolate'> & Partial<Pick<ReturnType<typeof createRunApp>, 'takeEvent'>>

/** Executes an instance, and again as often as its isolate is killed; gives the steps in the order of their executions. */
export async function executeInstance(
  { env: bindings, isolate, takeEvent = () => undefined }: ExecutingApp,
  parameters: LargeRunParameters,
  { env: replaced, before = async () => undefined, waiting = async () => undefined, ...options }: ExecutionOptions = {},
): Promise<readonly string[]> {
  const { runner, executed, finalErrorOf } = memorySteps(options)
  const context = { isolate, env: Object.assign({}, bindings, replaced) }
  const watched: typeof runner = {
    do: (name, config, work) =>
      runner.do(name, config, async () => {
        await before(name)
        return work()
      }),
    async event<Payload>(_: string, { type, timeoutMilliseconds }: AwaitedEvent) {
      const take = () => takeEvent(`${parameters.runId}-${parameters.attempt}`, type)
      let event = take()
      if (event === undefined) {
        await waiting(timeoutMilliseconds)
        event = take()
      }
      // As the platform keeps it.
      return event && (JSON.parse(JSON.stringify(event.payload)) as Payload)
    },
  }
  await untilAlive(() => executeInPieces(context, parameters, createSteps(watched, finalErrorOf)))
  return executed
}

/** Makes a large run over the API and gives its record; fails the test on any answer but 202. */
export async function queueRun(
  client: Client,
  body: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<RunRecord> {
  const response = await client.post('/api/v1/runs', { ...largeRun, ...body }, headers)
  if (response.status !== 202) throw new Error(`The run answered ${response.status}: ${await response.text()}`)
  return response.json()
}

export const readRunRecord = async (client: Client, id: string): Promise<RunRecord> =>
  (await client.get(`/api/v1/runs/${id}`)).json()

/** The keys of the objects of a run in R2, without the run's folder. */
export async function filesOfRun(id: string): Promise<readonly string[]> {
  const keys: string[] = []
  let cursor: string | undefined
  do {
    const page = await env.BUCKET.list({ prefix: 'runs/', ...(cursor && { cursor }) })
    keys.push(...page.objects.map(({ key }) => key).filter((key) => key.includes(`/${id}/`)))
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor !== undefined)
  return keys.map((key) => key.split(`/${id}/`)[1] ?? '')
}
