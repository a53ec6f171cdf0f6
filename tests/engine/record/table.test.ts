import { describe, expect, it } from 'vitest'
import { createTableBuilder } from '../../../engine/record/table-builder.ts'

describe('a table', () => {
  it('has the rows of all lines, in order', () => {
    const builder = createTableBuilder([])
    builder.addLines('{"id":"a"}\n{"amount":"-1.5","date":"2026-03-01","id":"é"}\n')
    builder.addLines('')
    builder.addLines('{"id":"c"}\n')
    const table = builder.finish()
    expect(table.rowCount).toBe(3)
    expect([0, 1, 2].map((row) => table.text('id').textAt(row))).toEqual(['a', 'é', 'c'])
    expect([0, 1, 2].map((row) => table.decimal('amount').textAt(row))).toEqual([undefined, '-1.5', undefined])
  })

  it.each(['{"id":"a"}', '{"id":"a"}x', '{"id":"a"}\n{"id":"b"} '])(
    'refuses %j, whose last line has no end',
    (text) => {
      expect(() => createTableBuilder([]).addLines(text)).toThrow(RangeError)
    },
  )

  it('has no row beyond its last', () => {
    const builder = createTableBuilder([])
    builder.addLines('{"amount":"1","id":"a"}\n')
    const table = builder.finish()
    expect(() => table.text('id').textAt(1)).toThrow(RangeError)
    expect(() => table.decimal('amount').unitsAt(1)).toThrow(RangeError)
    expect(() => table.decimal('amount').textAt(-1)).toThrow(RangeError)
  })
})

it('knows the bytes of each canonical line with its newline', () => {
  const builder = createTableBuilder([])
  const lines = ['{"id":"a"}', '{"description":"é €","id":"b"}']
  builder.addLines(`${lines.join('\n')}\n`)
  const table = builder.finish()
  expect([...table.lineByteCounts]).toEqual(lines.map((line) => Buffer.byteLength(line) + 1))
  expect(table.lineByteCount).toBe([...table.lineByteCounts].reduce((sum, count) => sum + count, 0))
})
