import { expect, it } from 'vitest'
import { openSniffedIntake, sniffFormat } from '../../../engine/intake/sniff-format.ts'
import { sha256 } from '../support/sha256.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const nameOf = (start: Uint8Array) => sniffFormat(start, false)?.name
const csv = 'id,date,amount\n1,2026-03-01,5\n'
const ndjson = '{"id":"1","date":"2026-03-01","amount":"5"}\n'

it.each([
  ['{"id":"1"}', 'ndjson'],
  ['\ufeff \r\n\t{"id":"1"}', 'ndjson'],
  ['id,date,amount', 'csv'],
  ['"Konto";"Saldo"', 'csv'],
  ['[Konto 1200];;', 'csv'],
  ['[{"id":"1"}]', 'json'],
  ['[\n]', 'json'],
  ['OFXHEADER:100\nDATA:OFXSGML', 'ofx'],
  ['\n\n<OFX><SIGNONMSGSRSV1>', 'ofx'],
  ['<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>', 'ofx'],
  ['<?xml version="1.0"?><OFX>', 'ofx'],
  ['<?OFX OFXHEADER="200"?>', 'ofx'],
  ['!Type:Bank\n', 'qif'],
  ['!Account\n', 'qif'],
  ['!Option:AutoSwitch', 'qif'],
  ['!Clear:AutoSwitch', 'qif'],
  ['!Typ;Betrag', 'csv'],
  ['# a comment\nid,date,amount', 'csv'],
  ['<?xml version="1.0"?>', undefined],
  ['<OF', undefined],
  ['!Ty', undefined],
  ['PK\u0003\u0004', 'zip'],
  ['PK;Betrag', 'csv'],
  ['%PDF-1.7', 'pdf'],
  ['', undefined],
  [' \n', undefined],
  ['PK', undefined],
  ['[', undefined],
])('recognises a file that begins with %j as %s', (text, format) => {
  expect(nameOf(bytes(text))).toBe(format)
})

it.each([
  ['# made by a program\n!Type:CCard', 'qif'],
  ['<?xml version="1.0"?><Other/>', 'camt'],
])('recognises a file that is %j alone as %s', (text, format) => {
  expect(nameOf(bytes(text))).toBeUndefined()
  expect(sniffFormat(bytes(text), true)?.name).toBe(format)
})

it('recognises UTF-16, with and without a byte order mark', () => {
  expect(nameOf(Buffer.from('\ufeff{"id":"1"}', 'utf16le'))).toBe('ndjson')
  expect(nameOf(Buffer.from('{"id":"1"}', 'utf16le').swap16())).toBe('ndjson')
  expect(nameOf(Buffer.from('\ufeffid;date;amount', 'utf16le'))).toBe('csv')
})

it('reads the same records from CSV and NDJSON, in whatever pieces they come', () => {
  for (const text of [csv, ndjson, `\n\n${ndjson}`]) {
    for (const size of [1, 2, 7, text.length]) {
      const end = readInPieces(bytes(text), size)
      expect(end).toMatchObject({ ok: true, chunks: [{ text: '{"amount":"5","date":"2026-03-01","id":"1"}\n' }] })
    }
  }
})

it.each([
  ['', 1],
  ['\ufeff', 1],
  ['\n \n', 1],
  ['\n'.repeat(100_000), 1_000],
])('refuses a blank file as an upload of CSV is refused: %#', (text, size) => {
  expect(readInPieces(bytes(text), size)).toMatchObject({ ok: false, faults: [{ line: 1, code: 'header_not_found' }] })
})

it('refuses a JSON array with a sentence that says what to send', () => {
  expect(readInPieces(bytes('['), 1)).toMatchObject({ ok: false, faults: [{ line: 1, code: 'malformed_json' }] })
  expect(readInPieces(bytes(`[${ndjson}]`), 1)).toMatchObject({
    ok: false,
    faults: [{ line: 1, detail: 'Got a JSON array, wanted CSV, or NDJSON: one record a line' }],
  })
})

function readInPieces(all: Uint8Array, size: number) {
  const intake = openSniffedIntake({ sha256 })
  for (let start = 0; start < all.length; start += size) intake.write(all.subarray(start, start + size))
  return intake.end()
}
