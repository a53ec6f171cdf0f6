import { describe, expect, it } from 'vitest'
import { learningSide } from '../../../engine/propose/learning-side.ts'
import { createTableBuilder } from '../../../engine/record/table-builder.ts'

function placeholdersOf(references: readonly string[]): readonly string[] {
  const builder = createTableBuilder('all')
  const lines = references.map((reference, index) => `${JSON.stringify({ id: `r${index}`, reference })}\n`)
  builder.addLines(lines.join(''))
  return learningSide(builder.finish()).placeholders('reference')
}

const often = (text: string): readonly string[] => Array.from({ length: 6 }, () => text)
const different = (text: string): readonly string[] =>
  Array.from({ length: 40 }, (_, index) => `${text} ${310 + index}`)

describe('a value that many records of a field of identifiers have', () => {
  it('is a filler', () => {
    expect(placeholdersOf([...different('INV'), ...often('NONREF')])).toEqual(['NONREF'])
    expect(placeholdersOf([...different('INV'), ...often('NO REFERENCE GIVEN')])).toEqual(['NO REFERENCE GIVEN'])
  })

  it('is none where others have its form', () => {
    const payers = ['PAYER Baker', 'PAYER Nguyen', 'PAYER Hillside', ...often('PAYER Oak Street')]
    expect(placeholdersOf([...different('CHECK'), ...payers])).toEqual([])
  })
})
