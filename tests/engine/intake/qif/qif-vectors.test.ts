import { describe, expect, it } from 'vitest'
import { qifFormat } from '../../../../engine/intake/qif/qif.ts'
import { intakeOf } from '../read.ts'
import { figuresOf, hasVectors, vectorsOf } from '../vector-index.ts'

/** Records that the notes of the index count beside the entries; an account with entries below it is none of them. */
const skippedIn = (notes: string): number => {
  const others = /other records: ([^;]*)/.exec(notes)?.[1] ?? ''
  return others.split(', ').reduce((sum, each) => sum + Number(/\d+$/.exec(each)?.[0] ?? 0), 0)
}

describe.skipIf(!hasVectors)('the files of programs in QIF', () => {
  it.each(vectorsOf('qif'))('$file', ({ bytes, expected, notes }) => {
    for (const size of [65_536, 7, 1]) {
      const end = intakeOf(bytes, { format: qifFormat }, [size])
      expect(figuresOf(end, expected)).toEqual(expected)
      const warnings = end.ok ? end.summary.warnings : []
      expect(warnings.find(({ code }) => code === 'skipped_entries')?.count ?? 0).toBe(skippedIn(notes))
    }
  })
})
