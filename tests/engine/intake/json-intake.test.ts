import { describe, expect, it } from 'vitest'
import { openJsonBody } from '../../../engine/base/json-body.ts'
import type { IntakeEnd } from '../../../engine/intake/intake.ts'
import { openJsonIntake } from '../../../engine/intake/json-intake.ts'
import { intakeLimits } from '../../../engine/intake/rows/intake-limits.ts'
import { sha256 } from '../support/sha256.ts'
import { detailsOf, faultsOf, intakeOf, linesOf, type Options, recordsOf } from './read.ts'

const ndjson = (text: string, options: Options = {}) => intakeOf(text, { format: 'ndjson', ...options })

function json(text: string, options: Options = {}): IntakeEnd {
  const result = openJsonBody(`{"records":${text}}`, {
    listName: 'records',
    valueCountMax: 100,
    elementValueCountMax: intakeLimits.members,
  })
  if (!result.ok) throw new Error(result.fault.detail)
  const intake = openJsonIntake({ ...options, records: result.body.elements, sha256 })
  const chunks = []
  for (const part of intake.parts()) {
    if (!part.ok) throw new Error(part.fault.detail)
    chunks.push(...part.chunks)
  }
  const end = intake.end()
  return end.ok ? { ...end, chunks: [...chunks, ...end.chunks] } : end
}

describe('a JSON record', () => {
  it('has canonical fields and attributes, and comes out canonical', () => {
    const record =
      '{"id":"s1","amount":100.50,"currency":"EUR","date":"2026-03-01T10:00:00+01:00","fee":"-0.30","reference":" R 1 ","attributes":{"n":1e-7,"ok":true,"blank":" ","none":null,"deep":{"empty":{}}}}'
    expect(linesOf(ndjson(record))).toEqual([
      '{"amount":"100.5","attributes":{"n":"0.0000001","ok":true,"timestamp":"2026-03-01T10:00:00+01:00"},"currency":"EUR","date":"2026-03-01","fee":"-0.3","id":"s1","reference":" R 1 "}',
    ])
  })

  it('comes out as it went in when it is canonical already', () => {
    const line =
      '{"amount":"-0.000000000001","attributes":{"a":{"b":"x"},"c":"1"},"currency":"EUR","date":"2026-03-01","id":"s1"}'
    expect(linesOf(ndjson(`${line}\n`))).toEqual([line])
  })

  it.each([
    ['{"amuont":"2","currency":"EUR"}', '1 missing_amount null amount'],
    ['{"amount":"1","batch":"a","attributes":{"batch":"b"}}', '1 invalid_attribute batch attributes'],
    ['{"currency":"EUR"}', '1 missing_amount null amount'],
    ['{"fee":1}', '1 missing_amount null amount'],
    ['{"amount":" "}', '1 missing_amount null amount'],
    ['{"amount":"1,5"}', '1 invalid_decimal amount amount'],
    ['{"amount":"1e5"}', '1 invalid_decimal amount amount'],
    ['{"amount":true}', '1 invalid_decimal amount amount'],
    ['{"amount":"1234567890123456789"}', '1 invalid_decimal amount amount'],
    ['{"amount":1e-13}', '1 invalid_decimal amount amount'],
    ['{"amount":1234567890.1234567}', '1 number_precision null null'],
    ['{"amount":1,"currency":"eur"}', '1 invalid_currency currency currency'],
    ['{"amount":1,"date":"2026-02-30"}', '1 invalid_date date date'],
    ['{"amount":1,"date":20260301}', '1 invalid_date date date'],
    ['{"amount":1,"attributes":[]}', '1 invalid_attribute attributes attributes'],
    ['{"amount":1,"attributes":{"a":[1]}}', '1 invalid_attribute attributes attributes'],
    ['{"amount":1,"attributes":{"a":{"b":{"c":{"d":{"e":{"f":1}}}}}}}', '1 invalid_attribute attributes attributes'],
    ['{"amount":1,"date":"2026-03-01T10:00","attributes":{"timestamp":"x"}}', '1 invalid_attribute date date'],
    ['[1]', '1 invalid_record null null'],
    ['{"amount":1,"amount":2}', '1 duplicate_member null null'],
    ['{"amount":1', '1 malformed_json null null'],
    ['{"amount":1,"id":"\\ud800"}', '1 lone_surrogate null null'],
  ])('%s is refused', (line, fault) => {
    expect(faultsOf(ndjson(line))).toEqual([fault])
  })

  it('may have attributes five levels deep, and any member name', () => {
    const line = '{"amount":"1","attributes":{"__proto__":"x","a":{"b":{"c":{"d":{"e":"1"}}}}},"id":"s1"}'
    expect(linesOf(ndjson(line))).toEqual([line])
  })

  it('may have gross or net instead of an amount', () => {
    expect(recordsOf(ndjson('{"gross":"5"}\n{"net":4}'))).toEqual([{ gross: '5' }, { net: '4' }])
  })

  it('is renamed by a mapping, whose members are no longer fields of their own names', () => {
    const mapping = {
      amount: { debit: 'soll', credit: 'haben' },
      date: { column: 'tag', format: 'MM/DD/YYYY' },
      reference: 'id',
      'attributes.x': 'extra',
      decimal: ',',
    } as const
    expect(
      recordsOf(ndjson('{"soll":"1.234,5","tag":"03/04/2026","id":"r","extra":{"a":1}}', { mapping, currency: 'EUR' })),
    ).toEqual([
      { amount: '-1234.5', currency: 'EUR', date: '2026-03-04', reference: 'r', attributes: { x: { a: '1' } } },
    ])
    expect(recordsOf(ndjson('{"amount":1,"value":2}', { mapping: { amount: 'value' } }))).toEqual([
      { amount: '2', attributes: { amount: '1' } },
    ])
  })

  it('has a fault where a flag is an object or a list', () => {
    const mapping = { amount: { column: 'amount', flag: 'F', debitValues: ['D'] } }
    for (const flag of ['{}', '{"a":1}', '["D"]', '[[]]'])
      expect(faultsOf(ndjson(`{"amount":1,"F":${flag}}`, { mapping }))).toEqual(['1 invalid_flag F amount'])
  })

  it('is asked for a date format like a column of a table', () => {
    const slashed = '{"amount":1,"date":"03/04/2026"}\n'
    expect(faultsOf(ndjson(slashed))).toEqual(['1 undecided_date date date'])
    expect(recordsOf(ndjson(`${slashed}{"amount":1,"date":"13/04/2026"}`)).map(({ date }) => date)).toEqual([
      '2026-04-03',
      '2026-04-13',
    ])
  })
})

describe('NDJSON', () => {
  it('may have blank lines, CRLF, no newline at its end, or nothing in it', () => {
    expect(recordsOf(ndjson('\n{"amount":1}\r\n\r\n {"amount":2}'))).toHaveLength(2)
    expect(recordsOf(ndjson(''))).toEqual([])
  })

  it('names physical lines, and goes on behind a line that cannot be read', () => {
    const long = `{"amount":1,"reference":"${'x'.repeat(70_000)}"}`
    const text = `{"amount":1}\n\nnot json\n${long}\n{"amount":1,"date":2}\n`
    expect(faultsOf(ndjson(text))).toEqual([
      '3 malformed_json null null',
      '4 record_too_large null null',
      '5 invalid_date date date',
    ])
    expect(ndjson(text)).toEqual(intakeOf(text, { format: 'ndjson' }, [7, 50_000, 1, 999]))
  })

  it('keeps members that are no field as attributes, beside those that are attributes already', () => {
    const text =
      '{"amount":1,"Note":"x","n":2.50,"ok":true,"none":null,"__proto__":"p","attributes":{"batch":"b"}}\n' +
      '{"amount":1,"deep":{"a":{"b":1}},"Note":"esc\\u0061ped"}'
    const expected = [
      { amount: '1', attributes: { Note: 'x', ['__proto__']: 'p', batch: 'b', n: '2.5', ok: true } },
      { amount: '1', attributes: { Note: 'escaped', deep: { a: { b: '1' } } } },
    ]
    expect(recordsOf(ndjson(text))).toEqual(expected)
    expect(recordsOf(ndjson(text, { isBytewise: false }))).toEqual(expected)
    const mapping = { reference: 'attributes' }
    expect(recordsOf(ndjson('{"amount":1,"attributes":"r","x":"y"}', { mapping }))).toEqual([
      { amount: '1', reference: 'r', attributes: { x: 'y' } },
    ])
  })

  it('that is no UTF-8 has a fault where it is not', () => {
    const bytes = Buffer.from('{"amount":1}\n{"amount":1,"id":"\xe4"}', 'latin1')
    expect(faultsOf(intakeOf(bytes, { format: 'ndjson', charset: 'utf-8' }))).toEqual(['2 invalid_encoding null null'])
  })
})

describe('the records of a JSON body', () => {
  it('give the same dataset as their lines', () => {
    const lines = ['{"amount":"1","currency":"EUR"}', '{"amount":"2","id":"b"}', '{"amount":"1","currency":"EUR"}']
    expect(json(`[${lines.join(',\n')}]`)).toEqual(ndjson(lines.join('\n')))
  })

  it('have faults at the physical lines of their members', () => {
    const end = json('[\n  { "amount": 1 },\n  {\n    "amount": "x",\n    "extra": 1\n  },\n  5, {"amount": "y"}\n]')
    expect(faultsOf(end)).toEqual([
      '4 invalid_decimal amount amount',
      '5 unknown_member extra null',
      '7 invalid_record null null',
      '7 invalid_decimal amount amount',
    ])
  })

  it('have the field that a member probably is among what is said of it', () => {
    const end = json('[{"amount":1,"refrence":"a","zzz":1}]')
    const hints = end.ok ? [] : end.faults.map(({ detail }) => /did you mean .*$/.exec(detail)?.[0])
    expect(hints).toEqual(['did you mean reference?', undefined])
  })

  it('are all meant to be records, so that none is left out', () => {
    const mapping = { skip: [{ column: 'status', equals: 'pending' }] }
    expect(faultsOf(json('[{"amount":1}]', { mapping }))).toEqual(['1 invalid_record null null'])
  })

  it('that are too large are refused', () => {
    expect(faultsOf(json(`[{"amount":1,"reference":"${'x'.repeat(70_000)}"}]`))).toEqual([
      '1 record_too_large null null',
    ])
  })

  it('say got and wanted', () => {
    expect(detailsOf(json('[{"amount":"1,5"}]'))).toBe(
      'Got "1,5", wanted a decimal such as "-1234.5", of at most 18 significant digits and 12 after the point',
    )
  })
})
