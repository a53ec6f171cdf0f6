import type { Env } from '../env.ts'
import { faultOf } from '../http/fault.ts'
import { missingIn } from '../platform/configuration.ts'
import { noteTask } from '../platform/event-counts.ts'
import type { Isolate } from '../platform/isolate.ts'
import { currentScope, inScope, openScope } from '../platform/work-scope.ts'

/** A failure is logged, and the next call tries again. */
export async function attempt(isolate: Isolate, task: string, work: () => Promise<void>): Promise<void> {
  const startedAt = isolate.now()
  const end = (outcome: 'done' | 'failed') =>
    currentScope()?.tasks.push({ task, outcome, milliseconds: isolate.now() - startedAt })
  try {
    await work()
    end('done')
  } catch (error) {
    isolate.log(JSON.stringify({ scheduled: task, ...faultOf(error) }))
    end('failed')
  }
}

interface Logged {
  readonly env: Env
  readonly isolate: Isolate
  readonly scheduled: string
}

/** Counts the tasks of `work`, and logs one line of JSON about all of it. */
export async function logged({ env, isolate, scheduled }: Logged, work: () => Promise<void>): Promise<void> {
  const startedAt = isolate.now()
  const scope = openScope(isolate)
  const missing = missingIn(env)
  try {
    await inScope(scope, work)
  } finally {
    const { tasks, queryCount, rowsRead, rowsWritten } = scope
    for (const task of tasks) noteTask(isolate, env, task)
    const line = {
      scheduled,
      failed: tasks.filter(({ outcome }) => outcome === 'failed').map(({ task }) => task),
      milliseconds: isolate.now() - startedAt,
      queries: queryCount,
      rowsRead,
      rowsWritten,
      version: env.CF_VERSION_METADATA?.id,
      missing: missing.length > 0 ? missing : undefined,
    }
    isolate.log(JSON.stringify(line))
  }
}
