import type { Env, LargeRunParameters } from '../env.ts'
import { requiredOf } from '../store/required.ts'
import {
  type InstanceState,
  startInstance,
  stateOfInstance,
  tellInstance,
  terminateInstance,
} from '../workflows/instances.ts'

/** The instances of a run: one for each attempt, and those that do some of its tasks. All throw `UnavailableError`. */

const idOf = ({ runId, attempt, tasks }: LargeRunParameters): string =>
  tasks === undefined ? `${runId}-${attempt}` : `${runId}-${attempt}-${tasks.phase}-${tasks.index}`

/** Does nothing for an existing instance. */
export const startRunInstance = (env: Env, parameters: LargeRunParameters): Promise<void> =>
  startInstance(requiredOf(env, 'RUNS'), { id: idOf(parameters), params: parameters })

/** Tells the run's own instance. Does nothing if it has ended. */
export const tellRunInstance = (
  env: Env,
  { tenantId, runId, attempt }: LargeRunParameters,
  event: { readonly type: string; readonly payload: unknown },
): Promise<void> => tellInstance(requiredOf(env, 'RUNS'), idOf({ tenantId, runId, attempt }), event)

export const endRunInstance = (env: Env, parameters: LargeRunParameters): Promise<void> =>
  terminateInstance(requiredOf(env, 'RUNS'), idOf(parameters))

export const stateOfRunInstance = (env: Env, parameters: LargeRunParameters): Promise<InstanceState> =>
  stateOfInstance(requiredOf(env, 'RUNS'), idOf(parameters))
