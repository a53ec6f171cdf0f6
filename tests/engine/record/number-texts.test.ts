import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareUtf8 } from '../../../engine/base/bytes.ts'
import { textEquality, textHash, textOrder } from '../../../engine/record/compare-texts.ts'
import { createNumberTable } from '../../../engine/record/number-table.ts'
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

/** Texts of eight characters that all have one hash: the last four are solved for, whatever the first four are. */
function collidingTexts(count: number): string[] {
  const inverse = 0x0e8b2f51
  const texts: string[] = []
  for (let number = 0; texts.length < count; number++) {
    const begin = number.toString(36).padStart(4, '0')
    const word = [...begin].reduce((sum, each, place) => sum | (each.charCodeAt(0) << (8 * place)), 0)
    const hash = Math.imul(8 ^ word, 0x9e3779b1) ^ (8 >>> 15)
    const rest = Math.imul(0x5a5a5a5a ^ (hash >>> 15), inverse) ^ hash
    const codes = [0, 8, 16, 24].map((shift) => (rest >>> shift) & 0xff)
    if (codes.every((code) => code < 0x80)) texts.push(begin + String.fromCharCode(...codes))
  }
  return texts
}

it('numbers texts whose hashes are equal, however many', () => {
  for (const count of [2, 3_000]) {
    const values = collidingTexts(count)
    const column = columnOf(values)
    expect(new Set(values.map((_, row) => textHash(column)(row))).size).toBe(1)
    const { source, target } = numberTexts(column, columnOf(values.toReversed()))
    expect(new Set(source).size).toBe(count)
    expect([...target]).toEqual([...source].reverse())
  }
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

it('finds values that were put, even if thousands of them have one hash', () => {
  for (const count of [2, 20_000]) {
    const values = Float64Array.from(
      { length: count },
      (_, high) => high * 2 ** 32 + (Math.imul(high, 0x85ebca6b) >>> 0),
    )
    const others = Float64Array.of(7, 2 ** 40, 7)
    const table = createNumberTable(count + 2)
    const numbers = table.put(values)
    expect(new Set(numbers).size).toBe(table.count())
    expect(table.count()).toBe(count)
    expect([...table.find(values.toReversed())]).toEqual([...numbers].reverse())
    expect([...table.put(values)]).toEqual([...numbers])
    expect([...table.find(Float64Array.of(-1, Number.NaN))]).toEqual([0, 0])
    expect([...table.put(others)]).toEqual([count + 1, count + 2, count + 1])
    expect([...table.find(values), ...table.find(others)]).toEqual([...numbers, ...table.put(others)])
  }
})
