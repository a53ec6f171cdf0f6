import { logStore } from '../store/log-store.ts'
import type { LogAccess } from './log-signer.ts'
import { publishNewest } from './publish-log.ts'

/** The most logs of one call. A log takes a few calls of R2, or some hundred if it was never published. */
const logCountMax = 10

/** Publishes logs that could not be published before. Tries all of them, and then throws the first fault. */
export async function mendPublications(access: LogAccess): Promise<void> {
  const faults: unknown[] = []
  for (const { tenantId } of await logStore(access.db).unpublished(logCountMax))
    await publishNewest(access, tenantId).catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw faults[0]
}
