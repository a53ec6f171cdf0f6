import type { Env, LargeRunParameters } from '../env.ts'
import { requiredOf } from '../store/required.ts'
import { type InstanceState, startInstance, stateOfInstance, terminateInstance } from '../workflows/instances.ts'

/** The instances of the Workflow that executes runs in pieces: one an attempt, and its shares. Each function throws `UnavailableError`. */

const idOf = ({ runId, attempt, share }: LargeRunParameters): string =>
  share === undefined ? `${runId}-${attempt}` : `${runId}-${attempt}-${share.phase}-${share.index}`

/** Starts the instance of an attempt, unless it is there already. */
export const startRunInstance = (env: Env, parameters: LargeRunParameters): Promise<void> =>
  startInstance(requiredOf(env, 'RUNS'), { id: idOf(parameters), params: parameters })

/** Ends the instance of an attempt. */
export const endRunInstance = (env: Env, parameters: LargeRunParameters): Promise<void> =>
  terminateInstance(requiredOf(env, 'RUNS'), idOf(parameters))

/** What the instance of an attempt is doing. */
export const stateOfRunInstance = (env: Env, parameters: LargeRunParameters): Promise<InstanceState> =>
  stateOfInstance(requiredOf(env, 'RUNS'), idOf(parameters))
