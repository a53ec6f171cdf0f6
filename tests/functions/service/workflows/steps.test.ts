import { describe, expect, it } from 'vitest'
import { createSteps, PermanentError, stepResultByteCountMax } from '../../../../functions/service/workflows/steps.ts'
import { KilledError, type MemoryStepsOptions, memorySteps } from '../../../support/worker/memory-steps.ts'

const openSteps = (options: MemoryStepsOptions = {}) => {
  const memory = memorySteps(options)
  return { ...memory, open: () => createSteps(memory.runner, memory.finalErrorOf) }
}

describe('a step of a Workflow', () => {
  it('gives what its work came to, and is not executed again', async () => {
    const { open, executed } = openSteps()
    const count = () => open().do('count', async () => ({ records: 3, keys: ['a', null] }))
    expect([await count(), await count()]).toEqual(Array(2).fill({ records: 3, keys: ['a', null] }))
    expect(executed).toEqual(['count'])
  })

  it('is executed again when it throws, and once more when its isolate is killed before the result is stored', async () => {
    const { open, executed } = openSteps({ killedAfter: 'write' })
    let faultsLeft = 2
    const work = async () => {
      faultsLeft -= 1
      if (faultsLeft >= 0) throw new Error('Network connection lost.')
      return 'written'
    }
    await expect(open().do('write', work)).rejects.toThrow(KilledError)
    await expect(open().do('write', work)).resolves.toBe('written')
    expect(executed).toHaveLength(4)
  })

  it('is given up after seven repetitions', async () => {
    const { open, executed } = openSteps()
    const work = () => Promise.reject(new Error('D1_ERROR: overloaded'))
    await expect(open().do('write', work)).rejects.toThrow('overloaded')
    expect(executed).toHaveLength(8)
  })

  it('is not repeated when it would fail for ever', async () => {
    const { open, executed } = openSteps()
    const work = () => Promise.reject(new PermanentError('The object is gone'))
    await expect(open().do('read', work)).rejects.toMatchObject({ name: 'FinalError', message: 'The object is gone' })
    expect(executed).toHaveLength(1)
  })

  it('keeps a result of 64 KB, and refuses one byte more by its bytes, not its characters', async () => {
    const { open, executed } = openSteps()
    const quotes = 2
    const full = 'ä'.repeat((stepResultByteCountMax - quotes) / 2)
    await expect(open().do('full', async () => full)).resolves.toBe(full)
    await expect(open().do('over', async () => `${full}a`)).rejects.toThrow(/came to 65537 bytes, at most 65536/)
    expect(executed).toEqual(['full', 'over'])
  })

  it('has a name of its own in its instance', async () => {
    const steps = openSteps().open()
    await steps.do('claim 1', async () => 1)
    await expect(steps.do('claim 1', async () => 2)).rejects.toThrow('The step claim 1 has no name of its own')
    await expect(steps.do('x'.repeat(101), async () => 2)).rejects.toThrow('no name of its own')
  })
})
