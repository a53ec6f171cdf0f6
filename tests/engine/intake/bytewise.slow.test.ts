import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utf8 } from '../../../engine/base/bytes.ts'
import type { IntakeEnd } from '../../../engine/intake/intake.ts'
import { createTableBuilder } from '../../../engine/record/table-builder.ts'
import { attributePaths, contentBy, contentOf } from '../record/table-content.ts'
import { csvFiles, type GeneratedFile } from './generated-files.ts'
import { jsonFiles, ndjsonFiles } from './generated-ndjson.ts'
import { intakeOf, linesOf } from './read.ts'

/** A dataset, its chunks written out. */
const shown = (end: IntakeEnd) => (end.ok ? { ...end, chunks: end.chunks.map(({ bytes: _, ...chunk }) => chunk) } : end)

const partSizes = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 4 })

function expectAgreement({ bytes, options }: GeneratedFile, sizes: readonly number[]): void {
  const chunkBytesMax = 70_000
  const slow = intakeOf(bytes, { ...options, chunkBytesMax, isBytewise: false })
  expect(shown(intakeOf(bytes, { ...options, chunkBytesMax }, sizes))).toEqual(shown(slow))
  const columns = createTableBuilder(attributePaths)
  const end = intakeOf(bytes, { ...options, columns }, sizes)
  if (!slow.ok || !end.ok) {
    expect(end).toEqual(slow)
    return
  }
  expect(end).toEqual({ ...slow, chunks: [] })
  const lines = linesOf(slow)
  const content = contentBy((builder) => {
    for (const line of lines) builder.addRecord(JSON.parse(line), utf8(line).length + 1)
  })
  expect(contentOf(columns.finish())).toEqual(content)
  expect(contentBy((builder) => builder.addLines(lines.map((line) => `${line}\n`).join('')))).toEqual(content)
}

describe('records that stay bytes', () => {
  it('are those of a reader that makes an object of each, of a CSV', () => {
    fc.assert(fc.property(csvFiles, partSizes, expectAgreement))
  })

  it('are those of a reader that makes an object of each, of NDJSON', () => {
    fc.assert(fc.property(ndjsonFiles, partSizes, expectAgreement))
  })

  it('are those of a reader that makes an object of each, of a list of JSON', () => {
    fc.assert(fc.property(jsonFiles, partSizes, expectAgreement))
  })
})
