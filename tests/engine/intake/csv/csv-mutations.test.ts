import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteAt } from '../../../../engine/base/at.ts'
import { checkLaw } from '../../support/law.ts'
import { intakeOf, linesOf, recordsOf } from '../read.ts'

const rows = Array.from(
  { length: 40 },
  (_, index) => `0${1 + (index % 9)}.03.2026;"Text ${index}; März";-${index}.${String(100 + index)},50;EUR;R${index}`,
)
const samples = [
  ['Bank;;', '', 'Buchungstag;Verwendungszweck;Betrag;Währung;Referenz', ...rows, 'Summe;;1,00;EUR'].join('\r\n'),
  [
    'date,debit,credit,note',
    ...rows.map(
      (_, index) => `2026-03-0${1 + (index % 9)},${index % 2 ? `${index}.50,` : `,USD ${index}`},"a ""b"" c"`,
    ),
  ].join('\n'),
  [
    'Date\tAmount\tText',
    ...rows.map((_, index) => `2026-03-0${1 + (index % 9)}\t1,23,45${index % 10}.00 DR\tx`),
    'Date\tAmount\tText',
  ].join('\n'),
].map((text) => new TextEncoder().encode(text))

const cases = { short: 25, long: 2_000 }
const mapping = {
  skip: [{ repeatedHeader: true as const }, { starts: 'Summe' }, { column: 'Date', blank: true as const }],
}
const options = fc.constantFrom({}, {}, { mapping: { skip: mapping.skip.slice(0, 2) } }, { mapping })
const sample = fc.constantFrom(...samples)
const partSizes = fc.constantFrom([1], [7], [65_536])

/** A file with some of its bits turned, its lines in another order, or a long field in it. */
const mutated = fc.oneof(
  fc.tuple(sample, fc.array(fc.nat(), { minLength: 1, maxLength: 20 })).map(([bytes, places]) => {
    const turned = bytes.slice()
    for (const place of places) turned[place % bytes.length] = byteAt(bytes, place % bytes.length) ^ (1 << (place % 8))
    return turned
  }),
  fc.tuple(sample, fc.infiniteStream(fc.nat())).map(([bytes, order]) => {
    const lines = new TextDecoder().decode(bytes).split('\n')
    return new TextEncoder().encode(
      lines
        .map((line) => ({ line, key: order.next().value }))
        .sort((a, b) => a.key - b.key)
        .map(({ line }) => line)
        .join('\n'),
    )
  }),
  fc
    .tuple(sample, fc.nat(), fc.constantFrom('x', ' ', '"', ';', ',', '\n', '0'), fc.constantFrom(100, 5_000, 100_000))
    .map(([bytes, place, text, count]) => {
      const start = place % bytes.length
      return new Uint8Array([
        ...bytes.subarray(0, start),
        ...new TextEncoder().encode(text.repeat(count)),
        ...bytes.subarray(start),
      ])
    }),
)

describe('a CSV that was damaged', () => {
  it('is read or refused, alike however its bytes are split', () => {
    checkLaw(
      fc.property(mutated, options, partSizes, (bytes, given, sizes) => {
        const whole = intakeOf(bytes, given)
        if (bytes.length < 20_000) expect(intakeOf(bytes, given, sizes)).toEqual(whole)
        expect(whole.ok || whole.faults.length > 0).toBe(true)
      }),
      cases,
    )
  })

  it('that was cut has the records above the cut, and no others', () => {
    const skip = mapping.skip.slice(0, 2)
    checkLaw(
      fc.property(sample, fc.nat(), (bytes, place) => {
        const end = intakeOf(bytes.subarray(0, place % bytes.length), { mapping: { skip } })
        if (!end.ok) return
        const records = recordsOf(end)
        const all = recordsOf(intakeOf(bytes, { mapping: { skip } }))
        expect(records.slice(0, -1)).toEqual(all.slice(0, Math.max(0, records.length - 1)))
      }),
      cases,
    )
  })

  it('is whole before', () => {
    for (const bytes of samples)
      expect(linesOf(intakeOf(bytes, { mapping: { skip: mapping.skip.slice(0, 2) } }))).toHaveLength(40)
  })

  it('with ten megabytes in one field is refused', () => {
    const end = intakeOf(`Date,Amount\n2026-03-01,"${'9'.repeat(10_000_000)}"\n`)
    expect(end).toMatchObject({ ok: false, faults: [{ line: 2, code: 'record_too_large' }] })
  })
})
