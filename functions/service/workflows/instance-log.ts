import type { Env } from '../env.ts'
import { missingIn } from '../platform/configuration.ts'
import type { Isolate } from '../platform/isolate.ts'
import { openScope, type WorkScope } from '../platform/work-scope.ts'

interface Named {
  readonly workflow: string
  readonly instance: string
}

/** Logs one line of JSON. `work` counts in the given scope: steps run outside of the asynchronous context. */
export async function logInstance(
  { env, isolate }: { readonly env: Env; readonly isolate: Isolate },
  { workflow, instance }: Named,
  work: (scope: WorkScope) => Promise<void>,
): Promise<void> {
  const startedAt = isolate.now()
  const scope = openScope(isolate)
  let outcome = 'failed'
  try {
    await work(scope)
    outcome = 'done'
  } finally {
    const missing = missingIn(env)
    const line = {
      workflow,
      instance,
      outcome,
      milliseconds: isolate.now() - startedAt,
      steps: scope.stepCount,
      heldBytes: scope.heldBytes,
      queries: scope.queryCount,
      rowsRead: scope.rowsRead,
      rowsWritten: scope.rowsWritten,
      bucketWrites: scope.bucketWrites,
      bucketReads: scope.bucketReads,
      bucketBytesWritten: scope.bucketBytesWritten,
      version: env.CF_VERSION_METADATA?.id,
      missing: missing.length > 0 ? missing : undefined,
    }
    isolate.log(JSON.stringify(line))
  }
}
