import { describe, expect, it } from 'vitest'
import {
  startInstance,
  stateOfInstance,
  tellInstance,
  terminateInstance,
} from '../../../../functions/service/workflows/instances.ts'
import { memoryWorkflow, type WorkflowFault } from '../../../support/worker/memory-workflow.ts'

const first = { id: 'run_1-1', params: { run: 'run_1' } }

describe('an instance of a Workflow', () => {
  it('is started once, however often that is asked for', async () => {
    const { binding, started } = memoryWorkflow()
    await startInstance(binding, first)
    await startInstance(binding, first)
    expect(started).toEqual([first])
  })

  it('is started although the acknowledgement is lost, and not when nothing happened', async () => {
    const lost = memoryWorkflow([{ method: 'create', when: 'after' }])
    await startInstance(lost.binding, first)
    expect(lost.started).toEqual([first])
    const away = memoryWorkflow([{ method: 'create', when: 'before' }])
    await expect(startInstance(away.binding, first)).rejects.toMatchObject({ code: 'storage_unavailable' })
    await startInstance(away.binding, first)
    expect(away.started).toEqual([first])
  })

  it.each([['before'], ['after']] as const)(
    'is terminated, when a call failed %s it was done as well',
    async (when) => {
      const faults: WorkflowFault[] = [{ method: 'terminate', when }]
      const { binding, states } = memoryWorkflow(faults)
      await startInstance(binding, first)
      await terminateInstance(binding, first.id).catch(() => terminateInstance(binding, first.id))
      expect(states.get(first.id)).toBe('terminated')
    },
  )

  it('may have ended, or never have been, when it is terminated', async () => {
    const { binding, states } = memoryWorkflow()
    await terminateInstance(binding, 'run_2-1')
    await startInstance(binding, first)
    states.set(first.id, 'complete')
    await terminateInstance(binding, first.id)
    expect(states.get(first.id)).toBe('complete')
  })

  it('is told of an event unless it has ended, and nothing is lost when the platform does not answer', async () => {
    const { binding, states, events } = memoryWorkflow([{ method: 'sendEvent', when: 'before' }])
    const event = { type: 'done', payload: [1] }
    await tellInstance(binding, 'run_2-1', event)
    await startInstance(binding, first)
    await expect(tellInstance(binding, first.id, event)).rejects.toMatchObject({ code: 'storage_unavailable' })
    await tellInstance(binding, first.id, event)
    states.set(first.id, 'complete')
    await tellInstance(binding, first.id, event)
    expect(events).toEqual([{ id: first.id, ...event }])
  })

  it.each([
    ['queued', 'queued'],
    ['running', 'active'],
    ['waiting', 'active'],
    ['complete', 'ended'],
    ['errored', 'dead'],
    ['terminated', 'dead'],
  ] as const)('that is %s is %s', async (status, state) => {
    const { binding, states } = memoryWorkflow()
    states.set(first.id, status)
    expect(await stateOfInstance(binding, first.id)).toBe(state)
  })

  it('is unknown when it is not there, and nothing is said when the platform does not answer', async () => {
    const { binding } = memoryWorkflow([{ method: 'status', when: 'before' }])
    expect(await stateOfInstance(binding, first.id)).toBe('unknown')
    await startInstance(binding, first)
    await expect(stateOfInstance(binding, first.id)).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(await stateOfInstance(binding, first.id)).toBe('active')
  })
})
