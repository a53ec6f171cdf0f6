import type { Env } from '../env.ts'
import { withMemory } from '../http/middleware/memory-budget.ts'
import type { Isolate } from '../platform/isolate.ts'
import { execute } from '../runs/execute-run.ts'
import type { Executor } from '../runs/executor.ts'
import { sweepLargeRuns } from '../runs/sweep-large-runs.ts'
import { everyDatabaseOf, queries } from '../store/database.ts'
import { startsOf } from '../store/run-attempts.ts'
import { type InterruptedRuns, runTransitions } from '../store/run-transitions.ts'
import { attempt, logged } from './logged-tasks.ts'

/**
 * How long after one look for interrupted runs the next one begins: with the lease of an executor, or the silence of an
 * instance, less than a minute.
 */
export const lookMilliseconds = 15_000

/** The platform calls every minute: so many looks follow the first one. */
const furtherLookCount = 3

/** How many runs a look takes up. One that was interrupted often may have killed its executors: it comes last, and alone. */
const runCountMax: Readonly<Record<InterruptedRuns, number>> = { never: 20, once: 20, often: 1 }

/** Takes up interrupted runs. Logs one line. */
export async function takeUpRuns(env: Env, isolate: Isolate): Promise<void> {
  const executors = everyDatabaseOf(env).map((database) => ({ db: queries(database), isolate, env }))
  await logged({ env, isolate, scheduled: 'runs' }, async () => {
    for (const each of executors) await attempt(isolate, 'take_up_large_runs', () => sweepLargeRuns(each))
    for (const interrupted of ['never', 'once', 'often'] as const)
      for (const each of executors) await attempt(isolate, 'take_up_runs', () => takeUpAbandoned(each, interrupted))
  })
}

/** The looks between two calls of the platform. They wait for no task of the minute, which a silent store may hold up. */
export async function lookAgain(env: Env, isolate: Isolate): Promise<void> {
  for (let look = 0; look < furtherLookCount; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, lookMilliseconds))
    await takeUpRuns(env, isolate)
  }
}

async function takeUpAbandoned(executor: Executor, interrupted: InterruptedRuns): Promise<void> {
  const { db, isolate } = executor
  const limit = runCountMax[interrupted]
  for (const run of await runTransitions(db).abandoned(isolate.now(), { interrupted, limit }))
    await attempt(isolate, 'take_up_run', () => takeUp(executor, run))
}

/**
 * Logs a suspect before executing it: a line afterwards might never be written. Throws `temporarily_overloaded` where
 * requests of the isolate leave no room: then the next look takes the run up.
 */
async function takeUp(executor: Executor, run: AbandonedRun): Promise<void> {
  const { isolate } = executor
  const { tenantId: tenant, id, attempt: number, recordCount } = run
  await withMemory(isolate, async (memory) => {
    await memory.takeForRecords(recordCount)
    const starts = startsOf(number)
    if (starts > 0) isolate.log(JSON.stringify({ scheduled: 'suspect', tenant, run: id, start: starts + 1 }))
    await execute(executor, { tenantId: tenant, runId: id })
  })
}

type AbandonedRun = Awaited<ReturnType<ReturnType<typeof runTransitions>['abandoned']>>[number]
