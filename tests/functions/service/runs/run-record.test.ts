import { describe, expect, it } from 'vitest'
import { stateOf } from '../../../../functions/service/runs/run-record.ts'
import { policyIdOf } from '../../../../functions/service/runs/stored-policy.ts'

describe('the stored status of a run', () => {
  it.each(['queued', 'running', 'completed', 'failed'])('is a state when it is %s', (status) => {
    expect(stateOf({ status })).toBe(status)
  })

  it.each(['', 'done', 'Completed'])('is named in an error when it is %j', (status) => {
    expect(() => stateOf({ status })).toThrow(`A run has the status ${status}`)
  })
})

describe('the stored policy id of a run', () => {
  it.each(['default@2', 'custom'])('is known when it is %s', (text) => {
    expect(policyIdOf(text)).toBe(text)
  })

  it.each(['', 'default@1', 'default@3', 'Custom'])('is shown as custom when it is %j', (text) => {
    expect(policyIdOf(text)).toBe('custom')
  })
})
