import { UnavailableError } from '../store/storage-fault.ts'

/** The instances of a Workflow: what starts, ends and looks at them. Each function may be called again after any failure. */

/** The binding of a Workflow whose instances take `Parameters`. */
export type WorkflowBinding<Parameters> = Pick<Workflow<Parameters>, 'create' | 'get'>

/**
 * What an instance is doing. `queued`: it has not begun, or is paused. `active`: it runs, as far as is known: a machine that was
 * switched off leaves it so for ever, and only what its steps store tells. `ended`: it came to its end.
 * `dead`: it failed for good or was terminated. `unknown`: there is none of this id, or none any more.
 */
export type InstanceState = 'queued' | 'active' | 'ended' | 'dead' | 'unknown'

export interface StartedInstance<Parameters> {
  /** At most 100 letters, digits, `-` and `_`. An id is used once: a next attempt has another. */
  readonly id: string
  readonly params: Parameters
}

/** How long the platform keeps what an instance came to; the free plan allows three days. Nothing here depends on it. */
const retention = { successRetention: '1 day', errorRetention: '3 days' } as const

/** Starts an instance; one of this id that is there already is no fault. Throws `UnavailableError`. */
export async function startInstance<Parameters>(
  workflow: WorkflowBinding<Parameters>,
  { id, params }: StartedInstance<Parameters>,
): Promise<void> {
  try {
    await workflow.create({ id, params, retention })
  } catch (error) {
    // It was there before, or it is there now and only the acknowledgement was lost.
    if ((await stateOfInstance(workflow, id)) === 'unknown') throw unavailable('started', error)
  }
}

/** Ends an instance for good; one that has ended, or is not there, is no fault. Throws `UnavailableError`. */
export async function terminateInstance<Parameters>(workflow: WorkflowBinding<Parameters>, id: string): Promise<void> {
  if (!alive.includes(await stateOfInstance(workflow, id))) return
  try {
    await (await workflow.get(id)).terminate()
  } catch (error) {
    // It ended meanwhile, or was terminated and only the acknowledgement was lost.
    if (alive.includes(await stateOfInstance(workflow, id))) throw unavailable('terminated', error)
  }
}

/** What an instance is doing. Throws `UnavailableError`. */
export async function stateOfInstance<Parameters>(
  workflow: WorkflowBinding<Parameters>,
  id: string,
): Promise<InstanceState> {
  try {
    const { status } = await (await workflow.get(id)).status()
    return states[status]
  } catch (error) {
    if (isNotFound(error)) return 'unknown'
    throw unavailable('looked at', error)
  }
}

const states: Readonly<Record<InstanceStatus['status'], InstanceState>> = {
  queued: 'queued',
  running: 'active',
  paused: 'queued',
  waiting: 'active',
  waitingForPause: 'active',
  rollingBack: 'active',
  complete: 'ended',
  errored: 'dead',
  terminated: 'dead',
  unknown: 'unknown',
}

const alive: readonly InstanceState[] = ['queued', 'active']

const isNotFound = (error: unknown): boolean => error instanceof Error && /instance\.not_found/i.test(error.message)

const unavailable = (what: string, cause: unknown): UnavailableError =>
  new UnavailableError(`An instance of a Workflow cannot be ${what}`, { cause })
