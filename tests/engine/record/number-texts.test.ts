import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareUtf8 } from '../../../engine/base/bytes.ts'
import { textEquality, textOrder } from '../../../engine/record/compare-texts.ts'
import { numberTexts } from '../../../engine/record/number-texts.ts'
import { numberUnits } from '../../../engine/record/number-units.ts'
import { rowsByText } from '../../../engine/record/sort-texts.ts'
import { createTextColumnBuilder } from '../../../engine/record/text-column.ts'
import { caseCount } from '../support/law.ts'

const columnOf = (texts: readonly (string | undefined)[]) => {
  const builder = createTextColumnBuilder()
  for (const text of texts) builder.add(text)
  return builder.finish()
}

/** Few letters, so that many texts begin alike; one of them is the byte 0, which stands for nothing while sorting. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', '\0', 'é', '😀'), minLength: 1, maxLength: 20 })
const texts = fc.array(fc.option(fc.oneof(text, fc.constantFrom('prefix-1', 'prefix-2')), { nil: undefined }), {
  maxLength: 60,
})

/** Whether two lists of values have equal ones at just the same places. */
function expectSameEqualities(values: readonly unknown[], numbers: readonly number[]): void {
  for (const [place, value] of values.entries()) {
    expect(numbers[place] === 0).toBe(value === undefined)
    expect(numbers.indexOf(numbers[place] ?? -1)).toBe(values.indexOf(value))
  }
}

it('numbers texts of two columns so that equal texts have equal numbers', () => {
  fc.assert(
    fc.property(texts, texts, (left, right) => {
      const { source, target } = numberTexts(columnOf(left), columnOf(right))
      expectSameEqualities([...left, ...right], [...source, ...target])
    }),
    { numRuns: caseCount },
  )
})

it('numbers one column with itself', () => {
  const column = columnOf(['a', 'b', undefined, 'a'])
  const { source, target } = numberTexts(column, column)
  expect(target).toBe(source)
  expectSameEqualities(['a', 'b', undefined, 'a'], [...source])
})

it('sorts rows by the bytes of their texts, equal texts by their rows', () => {
  fc.assert(
    fc.property(texts, (values) => {
      const sorted = [...values.keys()].sort((a, b) => compareUtf8(values[a] ?? '', values[b] ?? '') || a - b)
      expect([...rowsByText(columnOf(values))]).toEqual(sorted)
    }),
    { numRuns: caseCount },
  )
})

it('sorts thousands of rows of long common beginnings', () => {
  const values = Array.from(
    { length: 20_000 },
    (_, row) => `invoice-2026-${'0'.repeat(row % 3)}${(row * 7919) % 20_000}`,
  )
  const sorted = [...values.keys()].sort((a, b) => compareUtf8(values[a] ?? '', values[b] ?? '') || a - b)
  expect([...rowsByText(columnOf(values))]).toEqual(sorted)
})

it('compares texts of two columns by their bytes', () => {
  fc.assert(
    fc.property(text, text, (left, right) => {
      const columns = [columnOf([left]), columnOf([right])] as const
      expect(Math.sign(textOrder(...columns)(0, 0))).toBe(Math.sign(compareUtf8(left, right)))
      expect(textEquality(...columns)(0, 0)).toBe(left === right)
    }),
    { numRuns: caseCount },
  )
})

const units = fc.option(
  fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(2 ** 52, 2 ** 33, 2 ** 34, -(2 ** 33), 2n ** 60n, 2n ** 61n),
  ),
  { nil: undefined },
)

it('numbers amounts so that equal amounts have equal numbers, however large', () => {
  fc.assert(
    fc.property(fc.array(units, { maxLength: 40 }), fc.array(units, { maxLength: 40 }), (left, right) => {
      const rowCounts = { source: left.length, target: right.length }
      const { source, target } = numberUnits({ source: (row) => left[row], target: (row) => right[row], rowCounts })
      expectSameEqualities([...left, ...right], [...source, ...target])
    }),
    { numRuns: caseCount },
  )
})
