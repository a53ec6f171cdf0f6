import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex, utf8 } from '../../../engine/base/bytes.ts'
import { nodeHash } from '../../../engine/merkle/tree.ts'
import { sha256 } from '../support/sha256.ts'
import { faultsOf, intakeOf, linesOf, type Options, recordsOf } from './read.ts'

const read = (text: string, options: Options = {}) => intakeOf(text, { format: 'ndjson', ...options })
const idsOf = (text: string) => linesOf(read(text)).map((line) => JSON.parse(line).id)

function summaryOf(text: string, options: Options = {}) {
  const end = read(text, options)
  if (!end.ok) throw new Error(JSON.stringify(end.faults))
  return end.summary
}

/** RFC 6962 §2.1, word for word. */
function naiveRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves
  if (first === undefined) return sha256()
  if (leaves.length === 1) return first
  let split = 1
  while (2 * split < leaves.length) split *= 2
  return nodeHash(sha256, naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)))
}

describe('ids', () => {
  it('are made of the hash of the record where it brings none', () => {
    const hash = toHex(sha256(utf8('{"amount":"1","currency":"EUR"}')))
    expect(idsOf('{"currency":"EUR","amount":"1.00"}')).toEqual([`row_${hash.slice(0, 26)}`])
  })

  it('that repeat get the least free suffix in order of arrival, and a warning', () => {
    const ids = ['a', 'b', 'a', 'a#3', 'a', 'a', 'b', 'a#3']
    const text = ids.map((id) => `{"amount":1,"currency":"EUR","id":"${id}"}\n`).join('\n')
    expect(idsOf(text)).toEqual(['a', 'b', 'a#2', 'a#3', 'a#4', 'a#5', 'b#2', 'a#3#2'])
    expect(summaryOf(text).warnings).toEqual([{ code: 'repeated_id', count: 5, firstLine: 5 }])
  })

  it('keep real twins apart', () => {
    const [first, second] = idsOf('{"amount":1}\n{"amount":1}')
    expect(second).toBe(`${first}#2`)
  })

  it('of ten thousand twins are found in bearable time', () => {
    expect(new Set(idsOf('{"amount":1,"id":"a"}\n'.repeat(10_000))).size).toBe(10_000)
  })
})

describe('a summary', () => {
  it('warns of records without a currency, which match only others without one', () => {
    const text = '{"amount":1,"currency":"EUR"}\n{"amount":1}\n{"amount":2}'
    expect(summaryOf(text).warnings).toEqual([{ code: 'missing_currency', count: 2, firstLine: 2 }])
    expect(summaryOf(text, { currency: 'GBP' }).warnings).toEqual([])
  })

  it.each([[undefined], [false]])('warns of currencies that ISO 4217 does not have, and sums them up', (isBytewise) => {
    const codes = ['EUR', 'XXQ', 'XAU', 'XXQ', 'BTC', 'CHE', 'HRK', 'XXX']
    const text = codes.map((code, row) => `2026-03-01,${row}.5,${code}\n`).join('')
    const { warnings } = summaryOf(`date,amount,currency\n${text}`, { format: 'csv', isBytewise })
    const totals = { BTC: '4.5', XXQ: '5' }
    expect(warnings).toEqual([{ code: 'unknown_currency', count: 3, firstLine: 3, totals }])
  })

  it('warns that there is no record: of lines or rows there are none', () => {
    const warnings = [{ code: 'no_records', count: 0, firstLine: null }]
    expect(summaryOf('').warnings).toEqual(warnings)
    expect(summaryOf('id,date,amount,currency\n', { format: 'csv' }).warnings).toEqual(warnings)
    expect(summaryOf('id,date,amount,currency 1,2026-03-01,5,EUR', { format: 'csv' }).warnings).toEqual(warnings)
  })

  it('has exact control totals in each currency: amount, else net, else gross', () => {
    const text =
      '{"amount":"0.1","currency":"EUR"}\n{"amount":"0.2","currency":"EUR"}\n{"net":"5","gross":"6","currency":"CHF"}\n{"gross":"-7"}'
    expect(Object.entries(summaryOf(text).totals)).toEqual([
      ['CHF', '5'],
      ['EUR', '0.3'],
      ['XXX', '-7'],
    ])
  })

  it('adds up beyond what one amount may be', () => {
    expect(summaryOf('{"amount":"999999999999999999"}\n'.repeat(20)).totals).toEqual({
      ['X'.repeat(3)]: '19999999999999999980',
    })
  })

  it('has the first and the last date, or none', () => {
    expect(
      summaryOf('{"amount":1,"date":"2026-03-02"}\n{"amount":1,"date":"2026-03-01"}\n{"amount":1}').period,
    ).toEqual({ from: '2026-03-01', to: '2026-03-02' })
    expect(summaryOf('').period).toEqual({ from: null, to: null })
  })

  it('counts records and the bytes of their lines, and hashes them into the root', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 }), (references) => {
        const text = references.map((reference) => `${JSON.stringify({ amount: 1, reference })}\n`).join('')
        const lines = linesOf(read(text)).map(utf8)
        const { root, recordCount, byteCount } = summaryOf(text)
        expect([recordCount, byteCount]).toEqual([
          references.length,
          lines.reduce((sum, line) => sum + line.length + 1, 0),
        ])
        expect(root).toBe(toHex(naiveRoot(lines.map((line) => sha256(Uint8Array.of(0), line)))))
      }),
    )
  })
})

describe('chunks', () => {
  const text = Array.from({ length: 100 }, (_, index) => `{"amount":${index},"id":"é${index * 7}"}\n`).join('')

  it('hold the lines in order, within their bound, and know what they hold', () => {
    const end = read(text, { chunkBytesMax: 300 })
    if (!end.ok) throw new Error('refused')
    let firstLine = 0
    for (const [seq, chunk] of end.chunks.entries()) {
      const lines = chunk.text.slice(0, -1).split('\n')
      const ids = lines.map((line) => JSON.parse(line).id).sort()
      expect(chunk).toMatchObject({ seq, firstLine, count: lines.length, idMin: ids[0], idMax: ids.at(-1) })
      expect(utf8(chunk.text).length).toBeLessThanOrEqual(300)
      firstLine += lines.length
    }
    expect(end.chunks.length).toBeGreaterThan(9)
    expect(linesOf(end)).toEqual(linesOf(read(text)))
  })

  it('do not depend on the parts in which the bytes arrive', () => {
    expect(intakeOf(text, { format: 'ndjson', chunkBytesMax: 300 }, [11])).toEqual(read(text, { chunkBytesMax: 300 }))
  })

  it('go out as they fill', () => {
    expect(recordsOf(read(text))).toHaveLength(100)
    const end = read('')
    expect(end.ok && end.chunks).toEqual([])
  })
})

describe('the limits of a dataset', () => {
  const line = '{"amount":"1","id":"a0"}\n'
  const text = Array.from({ length: 10 }, (_, index) => line.replace('a0', `a${index}`)).join('')
  const unlimited = { recordCountMax: 10, byteCountMax: text.length }

  it('are reached by as many records, and by as many bytes as are stored', () => {
    expect(read(text, { limits: unlimited }).ok).toBe(true)
    expect(faultsOf(read(text, { limits: { ...unlimited, recordCountMax: 9 } }))).toEqual([
      '10 too_many_records null null',
    ])
    expect(faultsOf(read(text, { limits: { ...unlimited, byteCountMax: text.length - 1 } }))).toEqual([
      '10 dataset_too_large null null',
    ])
  })

  it('count the names that each row of a table repeats', () => {
    const name = 'n'.repeat(200)
    const table = `date,amount,${name}\n${'20260301,1,x\n'.repeat(10)}`
    const end = intakeOf(table, { limits: { recordCountMax: 10, byteCountMax: 2_000 } })
    expect(table.length).toBeLessThan(400)
    expect(faultsOf(end)).toEqual(['8 dataset_too_large null null'])
  })
})

describe('the members of a record', () => {
  const attributes = (count: number) => Array.from({ length: count }, (_, index) => `"a${index}":1`).join(',')

  it('are at most a thousand', () => {
    const line = (count: number) => `{"net":1,"attributes":{${attributes(count - 2)}}}`
    expect(faultsOf(read(`${line(1_000)}\n${line(1_001)}`))).toEqual(['2 too_many_members null null'])
  })

  it('have names of at most 200 characters, and a longer one is a fault', () => {
    const line = (length: number) =>
      `{"net":1,"attributes":{"${'x'.repeat(length)}":1,"deep":{"${'y'.repeat(length)}":1}}}`
    expect(read(line(200)).ok).toBe(true)
    expect(faultsOf(read(line(201)))).toEqual([
      '1 name_too_long attributes attributes',
      '1 invalid_attribute attributes attributes',
    ])
    const unknown = read(`{"net":1,"${'x'.repeat(60_000)}":1}`)
    expect(faultsOf(unknown)).toEqual(['1 name_too_long attributes attributes'])
  })
})

describe('rows that wait for a later one', () => {
  it('are kept as they are, a thousand of them, with their places', () => {
    const row = (index: number) =>
      `{"net":"${index}","date":"01/02/2026","attributes":{"n":{"m":${index}},"__proto__":"p"}}`
    const rows = Array.from({ length: 1_000 }, (_, index) => row(index)).join('\n')
    const decided = (text: string) => linesOf(read(`${text}\n{"net":1,"date":"13/02/2026"}`))
    const expected = rows.replaceAll('01/02/2026', '2026-02-01')
    expect(decided(rows)).toEqual(linesOf(read(`${expected}\n{"net":1,"date":"2026-02-13"}`)))
    expect(faultsOf(read(`${rows.replace('"net":"777"', '"net":"x"')}\n{"net":1,"date":"13/02/2026"}`))).toEqual([
      '778 invalid_decimal net net',
    ])
  })
})
