import type { Env } from '../env.ts'
import { requiredOf } from '../store/required.ts'
import type { ReadingAttempt } from '../store/upload-store.ts'
import { type InstanceState, startInstance, stateOfInstance, terminateInstance } from '../workflows/instances.ts'

/** The instances of the Workflow that reads uploads, one an attempt. Each function throws `UnavailableError`. */

const idOf = ({ id, attempt }: ReadingAttempt): string => `${id}-${attempt}`

/** Does nothing for an existing instance. */
export const startReading = (env: Env, { tenantId, id, attempt }: ReadingAttempt): Promise<void> =>
  startInstance(requiredOf(env, 'UPLOADS'), {
    id: idOf({ tenantId, id, attempt }),
    params: { tenantId, id, attempt },
  })

export const endReading = (env: Env, reading: ReadingAttempt): Promise<void> =>
  terminateInstance(requiredOf(env, 'UPLOADS'), idOf(reading))

export const stateOfReading = (env: Env, reading: ReadingAttempt): Promise<InstanceState> =>
  stateOfInstance(requiredOf(env, 'UPLOADS'), idOf(reading))
