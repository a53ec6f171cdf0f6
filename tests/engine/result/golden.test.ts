import { describe, expect, it } from 'vitest'
import { inForms, sizeOf } from '../../support/forms.ts'
import { generatedCaseCount } from '../support/generated-cases.ts'
import {
  currentGenerated,
  currentResults,
  goldenNames,
  readGenerated,
  readGolden,
  writeGolden,
} from '../support/golden.ts'
import { leafHashOf } from '../support/lines.ts'
import { naiveRoot } from '../support/naive-merkle.ts'

/** TALLYSTICK_GOLDEN=write puts the results of today on record, after a change of engineVersion or of the generator. */
if (process.env['TALLYSTICK_GOLDEN'] === 'write') writeGolden()

const golden = readGolden()
const current = currentResults()

describe('the bytes of a result change only with the engine version', () => {
  it('which is the one on record', () => {
    expect(current.engine).toBe(golden.engine)
  })

  it.each(goldenNames)('in %s', (name) => {
    expect(current.results[name]).toEqual(golden.results[name])
  })

  it.each(goldenNames)('whose root on record is that of the lines on record, in %s', (name) => {
    const { root, lines } = golden.results[name] ?? { root: '', lines: [] }
    expect(naiveRoot(lines.map((line) => Buffer.from(leafHashOf(line), 'hex'))).toString('hex')).toBe(root)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ engine: golden.engine })
  })

  it('in every case on record', () => {
    expect(Object.keys(golden.results)).toEqual(goldenNames)
  })

  const generated = { short: 20, long: generatedCaseCount }

  it(inForms('in generated cases, as long as the generator makes those on record', generated), () => {
    const [now, onRecord] = [currentGenerated(sizeOf(generated)), readGenerated()]
    expect(now.inputs, 'The generator has changed: TALLYSTICK_GOLDEN=write').toBe(onRecord.inputs)
    expect(now).toEqual({ ...onRecord, digests: onRecord.digests.slice(0, now.digests.length) })
    expect(now.digests).toHaveLength((onRecord.digests.length * sizeOf(generated)) / generatedCaseCount)
  })
})
