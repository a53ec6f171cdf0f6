import type { StartedInstance } from '../../../functions/service/workflows/instances.ts'

/** A call of a Workflow's binding that fails: before anything happened, or after it was done, its answer being lost. */
export interface WorkflowFault {
  readonly method: 'create' | 'terminate' | 'status' | 'sendEvent'
  readonly when: 'before' | 'after'
}

interface SentEvent {
  readonly id: string
  readonly type: string
  readonly payload: unknown
}

/**
 * The binding of a Workflow whose instances do nothing: a test executes what they would do, and sets their states. Answers as
 * the platform does, and fails once for each of `faults`. An event waits in `events` until `takeEvent` takes it.
 */
export function memoryWorkflow<Parameters>(faults: readonly WorkflowFault[] = []) {
  const states = new Map<string, InstanceStatus['status']>()
  const started: StartedInstance<Parameters>[] = []
  const events: SentEvent[] = []
  const pending = [...faults]
  const failing = (method: WorkflowFault['method'], work: () => void) => {
    const index = pending.findIndex((fault) => fault.method === method)
    const [fault] = index < 0 ? [] : pending.splice(index, 1)
    if (fault?.when !== 'before') work()
    if (fault !== undefined) throw new Error('WorkflowInternalError: Attempt failed due to internal workflows error')
  }
  const instanceOf = (id: string) => {
    const known = () => {
      const status = states.get(id)
      if (status === undefined) throw new Error('(instance.not_found) Provided instance id does not exist')
      return status
    }
    known()
    return {
      id,
      status: async () => {
        failing('status', () => undefined)
        return { status: known() }
      },
      sendEvent: async (event: Omit<SentEvent, 'id'>) =>
        failing('sendEvent', () => {
          if (known() !== 'running') throw new Error('(instance.cannot_receive) The instance has ended')
          events.push({ id, ...event })
        }),
      terminate: async () => failing('terminate', () => void states.set(id, 'terminated')),
    }
  }
  const binding = {
    create: async ({ id, params }: StartedInstance<Parameters>) => {
      failing('create', () => {
        if (states.has(id)) throw new Error('(instance.already_exists) Provided instance id already exists')
        states.set(id, 'running')
        started.push({ id, params })
      })
      return instanceOf(id)
    },
    get: async (id: string) => instanceOf(id),
  }
  const takeEvent = (id: string, type: string): SentEvent | undefined => {
    const index = events.findIndex((event) => event.id === id && event.type === type)
    return index < 0 ? undefined : events.splice(index, 1)[0]
  }
  // The members that the service uses; the rest of the platform's type is for others.
  return { binding: binding as unknown as Workflow<Parameters>, states, started, events, takeEvent }
}
