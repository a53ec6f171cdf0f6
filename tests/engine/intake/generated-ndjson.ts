import fc from 'fast-check'
import { jsonFormat } from '../../../engine/intake/json/json-file.ts'
import type { GeneratedFile } from './generated-files.ts'

/** NDJSON of usual and unusual members, for readers that must agree about it. */

const texts = ['"PAY-1"', '"Miete März"', '"é"', '"a b "', '""', 'null', `"${'x'.repeat(50)}"`, '"😀"']
const oddTexts = [
  '" padded"',
  '"\u00a0"',
  '"   "',
  '"\ufeff"',
  '"\u2000x"',
  '"€ 5"',
  '"£"',
  '"、"',
  '"say \\"hi\\""',
  '"C:\\\\x"',
  '"\\u00e9"',
  '"\\ud800"',
  '"a\\nb"',
  '"raw\u0001"',
  '"\u007f"',
  '"open',
  '5',
  'true',
  '[]',
  '{}',
  `"${'y'.repeat(300)}"`,
  `"${'ü'.repeat(200)}"`,
]
const amounts = ['1', '-12.5', '"1.50"', '"-7"', '0', '0.10', '-0', '"-0.00"', '123456.789', '100000000000000']
const oddAmounts = [
  'null',
  '01',
  '-',
  '1.',
  '.5',
  '1e3',
  '1E-7',
  '1234567890123456',
  '0.1234567890123',
  '"1,5"',
  '"x"',
  '""',
  'true',
  '-01',
  '1.5.2',
  '+1',
  '0.000000000001',
]
const dates = ['"2026-03-01"', '"2024-02-29"', '"0001-01-01"', 'null', '"2026-03-01T12:34:56Z"', '"01.03.2026"']
const oddDates = ['"2026-02-30"', '"2026-03-01 "', '"03/04/2026"', '20260301', '"2026-03-01T25:00"']
const attributes = ['"B1"', '5', '-1.5', '0', 'true', 'false', 'null', '""', '"é"']
const oddAttributes = [
  '5.0',
  '-0',
  '1e2',
  '{"b":"c"}',
  '[1]',
  '"\\t"',
  '" "',
  'tru',
  'nul',
  '12345678901234567',
  '{"b":{"c":{"d":{"e":{"f":1}}}}}',
]
const attributeNames = ['batch', 'a.b', 'a', 'Note', 'é', '__proto__', '3', 'timestamp', '', '10']

const rarities = [0, 0, 2, 20]

const pick = (usual: readonly string[], odd: readonly string[], rarity: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 100 - rarity, arbitrary: fc.constantFrom(...usual) },
    ...(rarity === 0 ? [] : [{ weight: rarity, arbitrary: fc.constantFrom(...odd) }]),
  )

function valueIn(name: string, rarity: number): fc.Arbitrary<string> {
  if (/^(amount|gross|fee|net|Soll|Haben|Betrag)$/.test(name)) return pick(amounts, oddAmounts, rarity)
  if (/[dD]at/.test(name)) return pick(dates, oddDates, rarity)
  if (name === 'currency' || name === 'ccy')
    return pick(['"EUR"', '"USD"', 'null', '""'], ['"eur"', '"EURO"', '5'], rarity)
  if (name === 'attributes')
    return fc.oneof(
      { weight: 9, arbitrary: objects(attributeNames, rarity) },
      fc.constantFrom('null', ...(rarity > 0 ? ['{}', '"x"'] : [])),
    )
  if (name === 'extra') return pick(attributes, oddAttributes, rarity)
  return pick(texts, oddTexts, rarity)
}

/** Mostly with an amount, and with one of debit and credit. */
function membersOf(chosen: readonly string[], names: readonly string[], rarity: number): readonly string[] {
  const amount = names.find((name) => /^(amount|Betrag|gross|Soll)$/.test(name))
  if (amount === undefined || rarity > 10) return chosen
  const own = [...chosen.filter((name) => name !== amount && name !== 'Haben'), amount]
  return amount === 'Soll' && chosen.length % 2 === 0 ? own.with(-1, 'Haben') : own
}

/** The text of an object with some of these members, in any order, with or without spaces. */
const objects = (names: readonly string[], rarity: number): fc.Arbitrary<string> =>
  fc
    .record({
      chosen: fc.shuffledSubarray([...names], { minLength: 1 }),
      gap: fc.constantFrom('', '', ' ', '\t', '\r'),
      repeats: fc.boolean(),
    })
    .chain(({ chosen, gap, repeats }) => {
      const own = repeats && rarity > 10 ? [...chosen, ...chosen.slice(0, 1)] : membersOf(chosen, names, rarity)
      const isNested = names === attributeNames
      return fc
        .tuple(...own.map((name) => (isNested ? pick(attributes, oddAttributes, rarity) : valueIn(name, rarity))))
        .map(
          (values) => `{${own.map((name, index) => `${gap}"${name}"${gap}:${gap}${values[index]}${gap}`).join(',')}}`,
        )
    })

const plans: readonly (readonly [readonly string[], GeneratedFile['options']])[] = [
  [['id', 'amount', 'currency', 'date', 'reference', 'description', 'attributes', 'extra', 'Note'], {}],
  [
    ['amount', 'gross', 'fee', 'net', 'valueDate', 'date', 'account', 'counterparty', 'status', 'type'],
    { currency: 'CHF' },
  ],
  [
    ['id', 'Betrag', 'Datum', 'extra', 'attributes'],
    {
      mapping: {
        amount: 'Betrag',
        date: { column: 'Datum', format: 'DD.MM.YYYY' },
        'attributes.x': 'extra',
        decimal: '.',
      },
    },
  ],
  [
    ['Soll', 'Haben', 'date', 'extra'],
    { mapping: { amount: { debit: 'Soll', credit: 'Haben' }, 'attributes.batch': 'extra', reference: 'extra' } },
  ],
  [['bookingDate', 'txn_id', 'Betrag', 'ccy', 'Name', 'extra', 'attributes'], {}],
  [
    ['amount', 'description', 'extra'],
    {
      mapping: {
        amount: { column: 'amount', flag: 'description', debitValues: ['PAY-1'] },
        'attributes.amount': 'amount',
        'attributes.b': 'extra',
      },
    },
  ],
]

const oddLines = [
  '',
  '   ',
  '[1]',
  '5',
  '{',
  '{}',
  'null',
  '{"amount":1} x',
  '{"amount":1}}',
  '{"unknown":1,"amount":2}',
  '\u00e9',
]

/** NDJSON, with a mapping for some. */
export const ndjsonFiles: fc.Arbitrary<GeneratedFile> = fc
  .record({ plan: fc.constantFrom(...plans), rarity: fc.constantFrom(...rarities) })
  .chain(({ plan: [names, options], rarity }) => {
    const line = fc.oneof(
      { weight: 10, arbitrary: objects(names, rarity) },
      ...(rarity > 10 ? [fc.constantFrom(...oddLines)] : []),
    )
    return fc
      .record({
        // The first lines are held, and become objects.
        head: objects(names, 0),
        headCount: fc.constantFrom(0, 29, 40),
        lines: fc.array(line, { maxLength: 30 }),
        lineEnd: fc.constantFrom('\n', '\r\n'),
        isLastEnded: fc.boolean(),
        bad: fc.nat(5000),
      })
      .map(({ head, headCount, lines, lineEnd, isLastEnded, bad }) => {
        const all = [...Array<string>(headCount).fill(head), ...lines]
        const bytes = new TextEncoder().encode(`${all.join(lineEnd)}${isLastEnded ? lineEnd : ''}`)
        // A byte that no UTF-8 has.
        if (rarity > 10 && bad < bytes.length) bytes[bad] = 0xe4
        return { bytes, options: { ...options, encoding: 'utf-8', format: 'ndjson' } as GeneratedFile['options'] }
      })
  })

const textOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** The same records as a list of JSON, on one line or on many. */
export const jsonFiles: fc.Arbitrary<GeneratedFile> = fc
  .record({
    file: ndjsonFiles,
    separator: fc.constantFrom(',', ', ', ',\n', '\r\n,'),
    member: fc.constantFrom(',"', ',"', ',\n  "', ',\r\n"', ',\r"'),
    isNested: fc.boolean(),
  })
  .map(({ file, separator, member, isNested }) => {
    // Bytes that are no text stay what they are.
    const records = textOf(file.bytes)
      .replace(/\r$/gm, '')
      .split('\n')
      .filter((line) => line.trim() !== '')
    const list = `[${records.join(separator).replaceAll(',"', member)}]`
    const text = isNested ? `{"page":1,\n"data":${list}}` : list
    return { bytes: bytesOf(text), options: { ...file.options, format: jsonFormat } }
  })
