import { inTime } from '../store/answer-in-time.ts'
import { UnavailableError } from '../store/storage-fault.ts'

/** Starts, tells, ends and looks at instances of a Workflow. Each function may be repeated after any failure. */

type WorkflowBinding<Parameters> = Pick<Workflow<Parameters>, 'create' | 'get'>

/**
 * `queued`: not begun, or paused. `active`: running, as far as the platform knows; after a machine was switched off it
 * stays so for ever, and only what the steps store shows progress. `ended`: it finished. `dead`: it failed for good or
 * was terminated. `unknown`: no instance has the id, or none any more.
 */
export type InstanceState = 'queued' | 'active' | 'ended' | 'dead' | 'unknown'

export interface StartedInstance<Parameters> {
  /** At most 100 letters, digits, `-` and `_`. Never used again: the next attempt has another id. */
  readonly id: string
  readonly params: Parameters
}

/** How long the platform keeps an ended instance; the free plan allows three days. Nothing depends on it. */
const retention = { successRetention: '1 day', errorRetention: '3 days' } as const

/** Does nothing if an instance has this id. Throws `UnavailableError`. */
export async function startInstance<Parameters>(
  workflow: WorkflowBinding<Parameters>,
  { id, params }: StartedInstance<Parameters>,
): Promise<void> {
  try {
    await inTime('Workflows', workflow.create({ id, params, retention }))
  } catch (error) {
    // The instance may exist from before, or was started and only the acknowledgement was lost.
    if ((await stateOfInstance(workflow, id)) === 'unknown') throw unavailable('started', error)
  }
}

/** Does nothing if the instance has ended or does not exist. Throws `UnavailableError`. */
export async function terminateInstance<Parameters>(workflow: WorkflowBinding<Parameters>, id: string): Promise<void> {
  if (!alive.includes(await stateOfInstance(workflow, id))) return
  try {
    await inTime('Workflows', (await instanceOf(workflow, id)).terminate())
  } catch (error) {
    // It may have ended meanwhile, or was terminated and only the acknowledgement was lost.
    if (alive.includes(await stateOfInstance(workflow, id))) throw unavailable('terminated', error)
  }
}

/** Does nothing if the instance has ended or does not exist. Throws `UnavailableError`. */
export async function tellInstance<Parameters>(
  workflow: WorkflowBinding<Parameters>,
  id: string,
  event: { readonly type: string; readonly payload: unknown },
): Promise<void> {
  try {
    await inTime('Workflows', (await instanceOf(workflow, id)).sendEvent(event))
  } catch (error) {
    if (alive.includes(await stateOfInstance(workflow, id))) throw unavailable('told', error)
  }
}

export async function stateOfInstance<Parameters>(
  workflow: WorkflowBinding<Parameters>,
  id: string,
): Promise<InstanceState> {
  try {
    const { status } = await inTime('Workflows', (await instanceOf(workflow, id)).status())
    return states[status]
  } catch (error) {
    if (isNotFound(error)) return 'unknown'
    throw unavailable('looked at', error)
  }
}

const instanceOf = <Parameters>(workflow: WorkflowBinding<Parameters>, id: string): Promise<WorkflowInstance> =>
  inTime('Workflows', workflow.get(id))

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
