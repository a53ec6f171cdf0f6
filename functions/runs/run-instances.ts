import type { Env, LargeRunParameters } from '../env.ts'
import { requiredOf } from '../store/required.ts'
import { type InstanceState, startInstance, stateOfInstance, terminateInstance } from '../workflows/instances.ts'

/** The instances of the Workflow that executes runs in pieces: one an attempt. Each function throws `UnavailableError`. */

const idOf = ({ runId, attempt }: LargeRunParameters): string => `${runId}-${attempt}`

/** Starts the instance of an attempt, unless it is there already. */
export const startRunInstance = (env: Env, { tenantId, runId, attempt }: LargeRunParameters): Promise<void> =>
  startInstance(requiredOf(env, 'RUNS'), {
    id: idOf({ tenantId, runId, attempt }),
    params: { tenantId, runId, attempt },
  })

/** Ends the instance of an attempt. */
export const endRunInstance = (env: Env, parameters: LargeRunParameters): Promise<void> =>
  terminateInstance(requiredOf(env, 'RUNS'), idOf(parameters))

/** What the instance of an attempt is doing. */
export const stateOfRunInstance = (env: Env, parameters: LargeRunParameters): Promise<InstanceState> =>
  stateOfInstance(requiredOf(env, 'RUNS'), idOf(parameters))
