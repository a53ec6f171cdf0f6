import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvRow, createCsvScanner, rowByteCountMax } from '../../../../engine/intake/csv/csv-scanner.ts'
import { finish } from '../../../../engine/intake/rows/steps.ts'

function scan(input: string | Uint8Array, delimiter = ',', partSize = 1_000_000) {
  const bytes = typeof input === 'string' ? Buffer.from(input) : input
  const rows: CsvRow[] = []
  const scanner = createCsvScanner(delimiter, { take: (row) => rows.push(row) })
  for (let offset = 0; offset < bytes.length; offset += partSize)
    finish(scanner.write(bytes.subarray(offset, offset + partSize)))
  finish(scanner.end())
  return { rows, tooLong: scanner.tooLong() }
}

const cellsOf = (input: string, delimiter?: string) => scan(input, delimiter).rows.map(({ cells }) => cells)

describe('createCsvScanner', () => {
  it.each([
    ['', []],
    ['a', [['a']]],
    ['a,b\n', [['a', 'b']]],
    ['a,\n', [['a', '']]],
    [',', [['', '']]],
    ['a\r\nb\rc\nd', [['a'], ['b'], ['c'], ['d']]],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['"a,b",c', [['a,b', 'c']]],
    ['"a\r\nb",c', [['a\r\nb', 'c']]],
    ['"a""b"""', [['a"b"']]],
    ['"",x', [['', 'x']]],
    ['a "quoted" b,5" pipe', [['a "quoted" b', '5" pipe']]],
    ['a, "b" ,c', [['a', 'b', 'c']]],
    [' a , b ', [[' a ', ' b ']]],
    ['ä,"ö""€",😀', [['ä', 'ö"€', '😀']]],
  ])('splits %j into %j', (text, rows) => {
    expect(cellsOf(text)).toEqual(rows)
  })

  it('splits at whatever delimiter it is given', () => {
    expect(cellsOf('a;b,c;"d;e"', ';')).toEqual([['a', 'b,c', 'd;e']])
    expect(cellsOf('a\tb', '\t')).toEqual([['a', 'b']])
  })

  it('names the physical line on which each row begins', () => {
    const { rows } = scan('a\r\n"b\nb\r\nb\rb"\n\nc\rd')
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 6, 7, 8])
  })

  it.each([
    ['a,"b', 'unclosed_quote', 1],
    ['"b" x,c', 'malformed_quote', 0],
    ['a,"b"c', 'malformed_quote', 1],
  ])('finds the fault of %j', (text, code, index) => {
    expect(scan(text).rows.at(-1)?.bad).toEqual({ code, index })
  })

  it('finds the cell whose bytes are no UTF-8', () => {
    const { rows } = scan(Uint8Array.of(0x61, 0x2c, 0xe4, 0x0a, 0x62))
    expect(rows.map(({ bad }) => bad)).toEqual([{ code: 'invalid_encoding', index: 1 }, undefined])
  })

  it('stops at a row that is too long, in bounded memory', () => {
    const { rows, tooLong } = scan(`a\n"${'b\n'.repeat(rowByteCountMax)}`, ',', 1000)
    expect([rows.length, tooLong]).toEqual([1, 2])
    expect(scan(`${'b'.repeat(rowByteCountMax - 1)}\n`).tooLong).toBeUndefined()
    expect(scan(`${'b'.repeat(rowByteCountMax)}\n`).tooLong).toBe(1)
  })

  it('reads back what was written with quotes', () => {
    const table = fc.array(
      fc.array(fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'ä') }), {
        minLength: 2,
        maxLength: 4,
      }),
    )
    fc.assert(
      fc.property(table, (rows) => {
        const text = rows
          .map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`)
          .join('')
        expect(cellsOf(text)).toEqual(rows)
      }),
    )
  })

  it('gives the same rows whatever parts the bytes come in', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'ä'), maxLength: 60 })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), fc.nat(2), (start, size, padding) => {
        // Long enough to be scanned before the end.
        const bytes = Buffer.from(`${start}\n${'x,y\n'.repeat(padding * 1500)}${start}`)
        expect(scan(bytes, ',', size * 999)).toEqual(scan(bytes))
        if (padding === 0) expect(scan(bytes, ',', size)).toEqual(scan(bytes))
      }),
    )
  })
})
