import { expect, it } from 'vitest'
import { openSniffedIntake, sniffFormat } from '../../../engine/intake/sniff-format.ts'
import { openRows } from '../support/open-rows.ts'
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
  ['{\n  "id":"1"\n}', 'json'],
  ['\n{"data":\r\n[', 'json'],
  ['{"data":[{"id":"1"}]}\n{"', 'ndjson'],
  ['{"data":["1"]}', 'ndjson'],
  ['{"data":[{"id":"1"}]}', undefined],
  ['{"data":[{"id":"1"}', undefined],
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
  ['<!DOCTYPE html>\n<html>', 'html'],
  ['\ufeff<HTML xmlns:x="urn:schemas-microsoft-com:office:excel">', 'html'],
  ['<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0">', 'html'],
  ['<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook>', 'spreadsheet-xml'],
  ['{\\rtf1\\ansi', 'rtf'],
  ['II;Betrag', 'csv'],
  ['GIFT,amount', 'csv'],
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

it.each([
  ['89504e470d0a1a0a0000000d', 'image'],
  ['ffd8ffe000104a4649460001', 'image'],
  ['474946383961', 'image'],
  ['49492a0008000000', 'image'],
  ['4d4d002a00000008', 'image'],
  ['524946462400000057454250', 'image'],
  ['000000186674797068656963', 'image'],
  ['000000206674797061766966', 'image'],
  ['d0cf11e0a1b11ae10000', 'ole'],
  ['1f8b0800000000000003', 'compressed'],
  ['377abcaf271c0004', 'compressed'],
  ['526172211a0700', 'compressed'],
  ['504b0506000000000000', 'zip'],
])('recognises a file that begins with the bytes %s as %s', (hex, format) => {
  expect(nameOf(Buffer.from(hex, 'hex'))).toBe(format)
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

it.each([
  [`[${ndjson}]`],
  [`{"data":[${ndjson.trim()}]}`],
  [`{"data":[${ndjson.trim()}],"more":"${'x'.repeat(2_000)}"}\n`],
  [`{\n"data":[${ndjson}]}`],
  [ndjson.replaceAll(',', ',\n')],
])('reads the same record from JSON: %#', (text) => {
  for (const size of [1, 2, 7, text.length]) {
    const end = readInPieces(bytes(text), size)
    expect(end).toMatchObject({ ok: true, chunks: [{ text: '{"amount":"5","date":"2026-03-01","id":"1"}\n' }] })
  }
})

it('refuses a JSON array that is cut off at once', () => {
  expect(readInPieces(bytes('['), 1)).toMatchObject({ ok: false, faults: [{ line: 1, code: 'malformed_json' }] })
})

function readInPieces(all: Uint8Array, size: number) {
  const intake = openSniffedIntake({ sha256, rows: openRows })
  for (let start = 0; start < all.length; start += size) intake.write(all.subarray(start, start + size))
  return intake.end()
}
