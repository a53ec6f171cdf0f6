import fc from 'fast-check'
import { expect, it } from 'vitest'
import { utf8 } from '../../../../engine/base/bytes.ts'
import { openIntake } from '../../../../engine/intake/intake.ts'
import { csvFormat } from '../../../../engine/intake/kinds/csv-format.ts'
import { openRows } from '../../support/open-rows.ts'
import { sha256 } from '../../support/sha256.ts'

/** The lines or faults of a CSV, and how many records were read as objects. */
function read(rows: readonly string[], { isUsual }: { readonly isUsual: boolean }) {
  const intake = openIntake({ format: csvFormat, sha256, rows: isUsual ? openRows : undefined })
  const chunks = intake.write(utf8(['id,date,description,amount,currency', ...rows, ''].join('\n')))
  const end = intake.end()
  const lines = end.ok ? [...chunks, ...end.chunks].map(({ text }) => text).join('') : end.faults
  return { lines, objectCount: intake.objectCount() }
}

/** These rows decide the decimal sign, and that amounts have their own signs. */
const point = 's0,2026-03-01,Order,-2.50,EUR'
const comma = 's0,2026-03-01,Order,"-2,50",EUR'

function expectSame(rows: readonly string[]): number {
  const usual = read(rows, { isUsual: true })
  expect(usual.lines).toEqual(read(rows, { isUsual: false }).lines)
  return usual.objectCount
}

it.each([
  [point, '-1,234,567.80', '-1234567.8'],
  [comma, '-1.234.567,80', '-1234567.8'],
  [point, '-0.00', '0'],
  [point, '999999999999999', '999999999999999'],
  [point, '0.000000000001', '0.000000000001'],
])('an amount below %s is read from bytes: %s', (first, amount, canonical) => {
  const { lines, objectCount } = read([first, `s1,2026-03-01,Order,"${amount}",EUR`], { isUsual: true })
  expect(lines).toContain(`{"amount":"${canonical}",`)
  expect(objectCount).toBe(1)
})

it('amounts are those of the general reader, or its faults', () => {
  const spellings = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'0123456789.,-'), maxLength: 9 }),
    fc.stringMatching(/^-?[0-9]{1,12}([.,][0-9]{1,12})?$/),
    fc.stringMatching(/^-?[0-9]{1,3}([.,][0-9]{3}){1,3}([.,][0-9]{1,3})?$/),
  )
  fc.assert(
    fc.property(fc.constantFrom(point, comma), spellings, (first, amount) => {
      expectSame([first, `s1,2026-03-01,Order,"${amount}",EUR`])
    }),
  )
})

it('dates are those of the general reader, or its faults', () => {
  const dates = fc.constantFrom('2026-03-01', '2024-02-29', '2023-02-29', '2100-02-28', '0001-12-31', '9999-11-30')
  const times = fc.constantFrom('', 'T12:34', ' 23:59:60', 'T00:00:00.123456789Z', 'T24:00Z', 'T1:2', ' 12:60')
  const changes = fc.tuple(fc.nat(9), fc.constantFrom(...'0123456789-/'), fc.boolean())
  fc.assert(
    fc.property(dates, times, changes, (date, time, [at, character, isChanged]) => {
      const written = isChanged ? date.slice(0, at) + character + date.slice(at + 1) : date
      expectSame([point, `s1,${written}${time},Order,1.50,EUR`])
    }),
  )
})

it('texts are those of the general reader, trimmed and escaped as it does', () => {
  const unit = fc.constantFrom(
    ...['a', 'Z', ' ', '\t', '"', '\\', '\u0001', '\u007f', '\u0085', '\u00a0', '\u1680', '\u2003', '\u2029', '\u202f'],
    ...['\u205f', '\u3000', '\ufeff', 'é', '€', '😀', '\ud7ff', '\ue000', '\b', '\f'],
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 20 }), fc.boolean(), (units, isQuoted) => {
      const text = units.join('')
      const cell = isQuoted ? `"${text.replaceAll('"', '""')}"` : text
      expectSame([point, `s1,2026-03-01,${cell},1.50,EUR`, `,2026-03-01,${cell},1.50,EUR`])
    }),
  )
})

it('bytes that are not UTF-8 are left to the general reader', () => {
  const byte = fc.constantFrom(0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5)
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 5 }), (bytes) => {
      const cell = Uint8Array.from(bytes)
      const [before, after] = [
        utf8(`id,date,description,amount\ns0,2026-03-01,x,-2.50\ns1,2026-03-01,x`),
        utf8(',1.5\n'),
      ]
      const [own, general] = [openRows, undefined].map((rows) => {
        const intake = openIntake({ format: csvFormat, sha256, rows, encoding: 'utf-8' })
        const chunks = [before, cell, after].flatMap((part) => intake.write(part))
        const end = intake.end()
        return end.ok ? [...chunks, ...end.chunks].map(({ text }) => text) : end.faults
      })
      expect(own).toEqual(general)
    }),
  )
})
