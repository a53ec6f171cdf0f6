import { describe, expect, it } from 'vitest'
import { currentResults, goldenCases, readGolden, writeGolden } from '../support/golden.ts'

/** TALLYSTICK_GOLDEN=write puts the results of today on record, after a change of engineVersion. */
if (process.env['TALLYSTICK_GOLDEN'] === 'write') writeGolden()

const golden = readGolden()
const current = currentResults()

describe('the bytes of a result change only with the engine version', () => {
  it('which is the one on record', () => {
    expect(current.engine).toBe(golden.engine)
  })

  it.each(goldenCases.map(({ name }) => name))('in %s', (name) => {
    expect(current.results[name]).toEqual(golden.results[name])
  })

  it('in every case on record', () => {
    expect(Object.keys(golden.results)).toEqual(goldenCases.map(({ name }) => name))
  })
})
