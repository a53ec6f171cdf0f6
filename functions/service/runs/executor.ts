import type { LogAccess } from '../log/log-signer.ts'

export type Executor = LogAccess

/** How long the first executor has a run for itself; afterwards another may start it, for twice as long. */
export const leaseMilliseconds = 30_000

/** How often a run may be started. If no executor finished it, the next one ends it as failed. */
export const startCountMax = 5

/** Another executor has the run by now, or it has ended: nothing of this execution may be stored. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}
