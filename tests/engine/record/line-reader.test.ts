import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utf8 } from '../../../engine/base/bytes.ts'
import { canonicalize, type JsonValue } from '../../../engine/base/canonical.ts'
import { appendString, createWordBuffer } from '../../../engine/base/word-buffer.ts'
import { createLineReader } from '../../../engine/record/line-reader.ts'
import { canonicalFields } from '../../../engine/record/record.ts'
import { contentBy } from './table-content.ts'

const texts = fc.constantFrom('PAY-1', 'é €😀', 'say "hi"', 'C:\\x', '', ' ', 'two\nlines', '\u007f', 'x'.repeat(40))
const values: { readonly [field: string]: fc.Arbitrary<JsonValue> } = {
  amount: fc.constantFrom('1', '-12.5', '0', '999999999999999', '1234567890123456', '1.10', 'x', 5),
  date: fc.constantFrom('2026-03-01', '2026-02-30', '0001-01-01', '2026-3-1'),
  currency: fc.constantFrom('EUR', 'USD', 'eur', 'EURO', ''),
  attributes: fc.dictionary(
    fc.constantFrom('a', 'a.b', 'batch', 'Note', 'é', '__proto__', '3', 'timestamp', 'q"'),
    fc.oneof(texts, fc.boolean(), fc.constant({ b: 'nested' }), fc.constant(null)),
  ),
}
const kindOf: { readonly [field: string]: string } = {
  gross: 'amount',
  fee: 'amount',
  net: 'amount',
  valueDate: 'date',
}

const records = fc.record(
  Object.fromEntries(canonicalFields.map((field) => [field, values[kindOf[field] ?? field] ?? texts])),
  { requiredKeys: [] },
)

/** A change of one character of a line, or none. */
const changes = fc.record({
  at: fc.nat(400),
  removed: fc.constantFrom(0, 0, 1, 2),
  added: fc.constantFrom('', '', '', '"', ',', '{', '}', ':', ' ', '\\', 'x', '0', '\u0000'),
})

/** What a table holds of one line, or that it cannot be read. */
function contentOfLine(line: string, isBytes: boolean) {
  try {
    return contentBy((builder) =>
      isBytes ? builder.addLines(`${line}\n`) : builder.addRecord(JSON.parse(line), utf8(line).length + 1),
    )
  } catch (error) {
    return error instanceof Error ? error.name : error
  }
}

describe('a stored line', () => {
  it('gives the columns that its JSON gives, canonical or not', () => {
    fc.assert(
      fc.property(records, changes, (record, { at, removed, added }) => {
        const line = canonicalize(record)
        const place = at % (line.length + 1)
        const changed = line.slice(0, place) + added + line.slice(place + removed)
        fc.pre(changed.isWellFormed())
        expect(contentOfLine(changed, true)).toEqual(contentOfLine(changed, false))
      }),
    )
  })

  it('of the usual kind is read without an object', () => {
    const reader = createLineReader()
    const lines = createWordBuffer(0)
    const line = canonicalize({
      account: 'DE12',
      amount: '-12.5',
      attributes: { batch: 'B1', isNew: true, Übersicht: 'é' },
      currency: 'EUR',
      date: '2026-03-01',
      id: 's1',
      reference: 'PAY-1',
      valueDate: '2026-03-02',
    })
    appendString(lines, `${line}\n`)
    expect(reader.read(lines, 0)).toBe(utf8(line).length)
    const { coefficients, scales, attributes } = reader.batch
    expect([coefficients[0], scales[0], attributes.stops[0]]).toEqual([-125, 1, 3])
  })
})
