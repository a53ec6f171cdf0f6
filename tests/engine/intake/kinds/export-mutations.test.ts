import { expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import type { FileFormat } from '../../../../engine/intake/format/format.ts'
import { jsonFormat } from '../../../../engine/intake/json/json-file.ts'
import { csvFormat } from '../../../../engine/intake/kinds/csv-format.ts'
import { createRandom } from '../../../bench/random.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { casesOf } from '../../support/law.ts'
import { intakeOf, linesOf } from '../read.ts'
import { vectorsOf } from '../vector-index.ts'

const cases = casesOf({ short: 25, long: 2_000 })

interface Sample {
  readonly kind: string
  readonly format: FileFormat
  readonly bytes: Buffer
}

const numbers = Array.from({ length: 20 }, (_, index) => index)
const sample = (kind: string, format: FileFormat, text: string): Sample => ({ kind, format, bytes: Buffer.from(text) })

const plaid = numbers.map((index) => ({
  transaction_id: `t${index}`,
  account_id: 'ä',
  amount: index,
  iso_currency_code: 'USD',
  date: '2026-03-01',
  tags: ['"', '[{'],
}))
const samples: readonly Sample[] = [
  sample('plaid', jsonFormat, JSON.stringify({ accounts: [{ a: 1 }], transactions: plaid }, null, 2)),
  sample(
    'bank',
    jsonFormat,
    JSON.stringify(numbers.map((index) => ({ id: `${index}`, amount: `${index}.50`, more: { x: '\\' } }))),
  ),
  sample(
    'adyen',
    csvFormat,
    `Psp Reference,Merchant Reference,Creation Date,Type,Gross Currency,Gross Debit (GC),Gross Credit (GC),Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC)\n${numbers.map((index) => `P${index},"O ""${index}""",2026-03-01 10:00:00,Settled,EUR,,${index}.00,EUR,,${index}.00,0.10,\n`).join('')}`,
  ),
  sample(
    'datev',
    csvFormat,
    `"EXTF";700;21;"Buchungsstapel";13;2026;;"RE";"";"";1;1;20260101;4;20260101;20261231;"";"";1;0;0;"EUR"\nUmsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;Konto;Belegdatum;Buchungstext\n${numbers.map((index) => `${index},50;"S";1200;0${1 + (index % 9)}0${1 + (index % 9)};"a\nb"\n`).join('')}`,
  ),
  ...vectorsOf('processors').map(({ file, bytes }) => ({
    kind: file.split('_')[0]?.split('-')[0] ?? '',
    format: jsonFormat,
    bytes,
  })),
]

type Mutate = (bytes: Buffer, below: (bound: number) => number) => Buffer

const cut: Mutate = (bytes, below) => bytes.subarray(0, below(bytes.length))
const mutations: readonly Mutate[] = [
  cut,
  (bytes, below) => {
    const flipped = Buffer.from(bytes)
    for (let count = below(4); count >= 0; count--) {
      const index = below(bytes.length)
      flipped.writeUInt8(flipped.readUInt8(index) ^ (1 << below(8)), index)
    }
    return flipped
  },
  (bytes, below) => {
    const [from, to] = [below(bytes.length), below(bytes.length)].sort((left, right) => left - right)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to), bytes.subarray(from, to)])
  },
  (bytes, below) => {
    const lines = bytes.toString('latin1').split('\n')
    const [one, other] = [below(lines.length), below(lines.length)]
    const swapped = lines.with(one, at(lines, other)).with(other, at(lines, one))
    return Buffer.from(swapped.join('\n'), 'latin1')
  },
  (bytes, below) => {
    const index = below(bytes.length)
    return Buffer.concat([
      bytes.subarray(0, index),
      Buffer.alloc(300_000, at(['x', '[', '"', '9'], below(4))),
      bytes.subarray(index),
    ])
  },
]

it(inForms('comes to records or faults, the same in whatever pieces', cases), () => {
  for (let seed = 1; seed <= sizeOf(cases); seed++) {
    const { between } = createRandom(seed)
    const below = (bound: number) => between(0, bound - 1)
    const { kind, format, bytes } = at(samples, below(samples.length))
    const mutated = at(mutations, below(mutations.length))(bytes, below)
    const whole = intakeOf(mutated, { kind, format })
    if (!whole.ok) expect(whole.faults.length).toBeGreaterThan(0)
    expect(intakeOf(mutated, { kind, format }, [1 + below(97), 1 + below(5_000)])).toEqual(whole)
  }
})

it(inForms('loses no record of a file that is cut off', cases), () => {
  for (let seed = 1; seed <= sizeOf(cases); seed++) {
    const { between } = createRandom(seed)
    const below = (bound: number) => between(0, bound - 1)
    const { kind, format, bytes } = at(samples, below(4))
    const all = linesOf(intakeOf(bytes, { kind, format }))
    const end = intakeOf(cut(bytes, below), { kind, format })
    if (!end.ok) continue
    // A CSV may be cut within its last row.
    expect(format.name).toBe('csv')
    const whole = linesOf(end).slice(0, -1)
    expect(all.slice(0, whole.length)).toEqual(whole)
  }
})
