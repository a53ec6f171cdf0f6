import { expect, it } from 'vitest'
import { storageFaultOf } from '../../../../functions/service/store/storage-fault.ts'

it.each([
  'D1_ERROR: Network connection lost.',
  'Network connection lost.',
  'D1_ERROR: no such table: runs: SQLITE_ERROR',
  'D1 DB storage operation exceeded timeout which caused object to be reset.',
  'D1_ERROR: D1 DB reset because its code was updated.',
  'D1_ERROR: internal error; reference = 0000',
  'Internal error while starting up D1 DB storage caused object to be reset.',
])('takes a database that is away for that: %s', (message) => {
  expect(storageFaultOf(new Error(message))).toBe('storage_unavailable')
})

it.each([
  'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
  'D1_ERROR: D1 DB is overloaded. Too many requests queued.',
])('takes an overloaded database for that: %s', (message) => {
  expect(storageFaultOf(new Error(message))).toBe('temporarily_overloaded')
})

it('looks through what wraps the message', () => {
  const cause = new Error('D1_ERROR: Network connection lost.')
  expect(storageFaultOf(new Error('Failed query: select 1', { cause }))).toBe('storage_unavailable')
})

it.each([
  new Error('D1_ERROR: UNIQUE constraint failed: runs.id: SQLITE_CONSTRAINT'),
  new Error('D1_TYPE_ERROR: Type undefined not supported'),
  new TypeError('x is not a function'),
  'D1_ERROR: not even an error',
  undefined,
])('takes everything else for a fault of the service: %s', (error) => {
  expect(storageFaultOf(error)).toBeUndefined()
})
