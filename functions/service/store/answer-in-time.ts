import { storageMillisecondsMax } from '../platform/isolate.ts'
import { currentScope } from '../platform/work-scope.ts'
import { UnavailableError } from './storage-fault.ts'

type Store = 'D1' | 'KV' | 'R2' | 'Workflows' | 'Queues'

/** KV has caches and counters alone, and what is put on a queue is in the database too: who waits any longer goes on without. */
const cacheMillisecondsMax = 2_000

/** A store or a Workflow said nothing in time. What the call was to do may have happened, and may still happen. */
export class SilentStoreError extends UnavailableError {
  override readonly name = 'SilentStoreError'
}

/** Whether a store was silent: what it was asked for may still happen. Drizzle wraps what D1 throws. */
export function isSilent(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof SilentStoreError) return true
  return false
}

/** `answer`, if it comes in time. Throws `SilentStoreError`. A late answer is passed over, whatever it is. */
export async function inTime<Answer>(store: Store, answer: Promise<Answer>): Promise<Answer> {
  const usual = currentScope()?.storageMilliseconds ?? storageMillisecondsMax
  const milliseconds = store === 'KV' || store === 'Queues' ? Math.min(usual, cacheMillisecondsMax) : usual
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => silence.reject(new SilentStoreError(`${store} did not answer within ${milliseconds / 1000} s`)),
    milliseconds,
  )
  try {
    return await Promise.race([answer, silence.promise])
  } finally {
    clearTimeout(timer)
  }
}
