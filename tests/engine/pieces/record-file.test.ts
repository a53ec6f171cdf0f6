import { expect, it } from 'vitest'
import { at } from '../../../engine/base/at.ts'
import { fromUtf8, utf8 } from '../../../engine/base/bytes.ts'
import type { PieceMark } from '../../../engine/pieces/records/piece-mark.ts'
import {
  createRecordFile,
  linesOfRecordFile,
  readRecordFile,
  recordsOfLines,
} from '../../../engine/pieces/records/record-file.ts'

const marks: readonly PieceMark[] = [
  { number: 0, bornAt: -1, byteCount: 0, state: 'open', claim: '' },
  { number: 4_000_000_000, bornAt: -1, byteCount: 0, state: 'matched', claim: 'mat_0123456789abcdef0123456789' },
  { number: 12, bornAt: 3, byteCount: 170, state: 'open', claim: '' },
  { number: 13, bornAt: 0, byteCount: 2, state: 'netted', claim: 'net_1' },
]
const lines = ['{"id":"a"}', '{"id":"é"}', '{"id":"c","amount":"1"}', '{}']

function fileOfAll(): Uint8Array {
  const file = createRecordFile()
  for (const [index, mark] of marks.entries()) file.add(mark, utf8(at(lines, index)))
  return file.finish()
}

it('gives back the records of a file', () => {
  const read = readRecordFile(fileOfAll())
  expect(read.hasResiduals).toBe(true)
  expect(fromUtf8(linesOfRecordFile(fileOfAll()))).toBe(`${lines.join('\n')}\n`)
  expect(marks.map((_, index) => read.markAt(index))).toEqual(marks)
  expect(marks.map((_, index) => fromUtf8(read.lineAt(index)))).toEqual(lines)
  expect(marks.map((_, index) => read.numberAt(index))).toEqual(marks.map(({ number }) => number))
})

it('gives back what is known of records without their lines', () => {
  const read = readRecordFile(fileOfAll(), { keepsLines: false })
  expect(marks.map((_, index) => read.markAt(index))).toEqual(marks)
  expect(() => read.lineAt(0)).toThrow(RangeError)
  expect(read.heldByteCount).toBeLessThan(readRecordFile(fileOfAll()).heldByteCount)
})

it('refuses a file that is cut off, and a number of more than four bytes', () => {
  const file = fileOfAll()
  for (let length = 0; length < file.length; length++)
    expect(() => readRecordFile(file.subarray(0, length))).toThrow(RangeError)
  expect(() => createRecordFile().add({ ...marks[0], number: 2 ** 32 } as PieceMark, utf8('{}'))).toThrow(RangeError)
})

it('numbers the lines of a dataset', () => {
  const read = recordsOfLines(utf8('{"id":"a"}\n{"id":"b"}\n'), 5)
  expect([read.numberAt(0), read.markAt(1).number, fromUtf8(read.lineAt(1))]).toEqual([5, 6, '{"id":"b"}'])
  expect(() => recordsOfLines(utf8('{"id":"a"}'), 0)).toThrow(RangeError)
})
