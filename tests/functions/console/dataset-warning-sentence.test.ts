import { datasetWarningCodes } from '@tallystick/engine/intake'
import { describe, expect, it } from 'vitest'
import { warningFinding } from '../../../functions/audit/report/dataset-warning-words.ts'
import { warningSentence } from '../../../functions/console/parts/dataset-warning-sentence.ts'

const figures = { count: 2, firstLine: 7, expected: '10', stated: '9' }

describe('a warning about a file', () => {
  it.each(datasetWarningCodes)('has words: %s', (code) => {
    for (const count of [1, 2]) {
      expect(warningFinding({ ...figures, code, count })).toBeDefined()
      expect(warningSentence({ ...figures, code, count })).toMatch(/^[A-Z0-9].*[.?]$/)
    }
  })

  it.each([
    [
      'missing_currency',
      'rules match them only with records that have none either, unless they skip absent values. Give them one, or choose a column.',
    ],
    ['larger_than_a_run', 'There are more records than a run reads, 1,000,000; split the file to run it.'],
    ['something_new', 'Something new: 2.'],
  ])('says in a page what can be done: %s', (code, words) => {
    expect(warningSentence({ ...figures, code, limit: 1_000_000 })).toContain(words)
  })
})
