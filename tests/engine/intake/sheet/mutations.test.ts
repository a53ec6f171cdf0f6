import { expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import type { FileFormat } from '../../../../engine/intake/format/format.ts'
import { formats } from '../../../../engine/intake/formats.ts'
import { finish } from '../../../../engine/intake/rows/steps.ts'
import { openZip } from '../../../../engine/intake/zip/zip-archive.ts'
import { createUnpackBudget } from '../../../../engine/intake/zip/zip-limits.ts'
import { createRandom } from '../../../bench/random.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { casesOf } from '../../support/law.ts'
import { date, float, odsOf, row as odsRow } from '../ods/ods-writer.ts'
import { intakeOf, linesOf } from '../read.ts'
import { row, xlsxOf } from '../xlsx/xlsx-writer.ts'
import { zipOf } from '../zip/zip-writer.ts'

const cases = casesOf({ short: 25, long: 2_000 })

const zipFormat = formats.find(({ name }) => name === 'zip') as FileFormat
const numbers = Array.from({ length: 40 }, (_, index) => index)

const xlsx = xlsxOf({
  sheets: [
    {
      name: 'Sheet1',
      rows:
        row('Export') +
        row('Date', 'Amount', '', 'Text') +
        row('', 'Debit', 'Credit', '') +
        numbers
          .map((index) =>
            row(
              `<c s="1"><v>${46_000 + index}</v></c>`,
              index % 2 === 0 ? 1.5 : '',
              index % 2 === 0 ? '' : 2,
              '<c t="s"><v>0</v></c>',
            ),
          )
          .join(''),
      merges: ['A2:A3', 'B2:C2', 'D2:D3'],
    },
    { name: 'Other', rows: row('x'), state: 'hidden' },
  ],
  strings: ['<si><r><t>a</t></r><r><t>b</t></r></si>'],
  formats: ['dd/mm/yyyy'],
})
const ods = odsOf([
  {
    name: 'S',
    rows: odsRow('Date', 'Amount', 'Text') + numbers.map(() => odsRow(date('2026-03-31'), float('1.5'), 'a')).join(''),
  },
])
const csv = `date,amount\n${numbers.map((index) => `2026-03-31,${index}\n`).join('')}`
const zip = zipOf([
  { name: 'a.csv', content: csv },
  { name: 'b.xlsx', content: xlsx, isStored: true },
])
const samples = { xlsx, ods, zip }

/** Whole numbers below a bound, the same for the same seed. */
function randomOf(seed: number): (bound: number) => number {
  const { between } = createRandom(seed)
  return (bound) => between(0, bound - 1)
}

type Mutate = (bytes: Buffer, random: (bound: number) => number) => Uint8Array

const cut: Mutate = (bytes, random) => bytes.subarray(0, random(bytes.length))
const mutations: readonly Mutate[] = [
  cut,
  (bytes, random) => {
    const flipped = Buffer.from(bytes)
    for (let count = random(4); count >= 0; count--) {
      const index = random(bytes.length)
      flipped.writeUInt8(flipped.readUInt8(index) ^ (1 << random(8)), index)
    }
    return flipped
  },
  (bytes, random) => {
    const [first, second] = [random(bytes.length), random(bytes.length)].sort((left, right) => left - right)
    return Buffer.concat([bytes.subarray(0, first), bytes.subarray(second), bytes.subarray(at([first, 0], random(2)))])
  },
]

/** Of the text of a file, as nothing of it is left where the archive itself is damaged. */
const textMutations: readonly Mutate[] = [
  ...mutations,
  (bytes, random) => {
    const tags = bytes.toString('latin1').split(/(?=<)/)
    const index = random(tags.length)
    const moved = tags.splice(index, 1 + random(5))
    tags.splice(random(tags.length + 1), 0, ...moved)
    return Buffer.from(tags.join(''), 'latin1')
  },
  (bytes, random) => {
    const text = bytes.toString('latin1')
    const values = [...text.matchAll(/"[^"]*"|>[^<]+</g)]
    if (values.length === 0) return bytes
    const { 0: value, index } = at(values, random(values.length))
    const odd = at(
      ['', '0', '-1', '1e99', '99999999999', 'NaN', 'A1:XFD9', '&a;', 'é', 'x'.repeat(random(10_000_000))],
      random(10),
    )
    return Buffer.from(text.slice(0, index + 1) + odd + text.slice(index + value.length - 1), 'latin1')
  },
  (bytes) => Buffer.concat([Buffer.from('<!DOCTYPE a [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>'), bytes]),
]

const read = (bytes: Uint8Array) => intakeOf(bytes, { format: zipFormat })

it.each(Object.entries(samples))(inForms('loses nothing of a damaged archive: %s', cases), (_, sample) => {
  const lines = linesOf(read(sample))
  for (let seed = 0; seed < sizeOf(cases); seed++) {
    const random = randomOf(seed)
    const mutate = at(mutations, seed % mutations.length)
    const mutated = mutate(Buffer.from(sample), random)
    const end = read(mutated)
    // What is still read is what was there.
    if (end.ok) expect({ seed, lines: linesOf(end) }).toEqual({ seed, lines })
    else expect(end.faults.length).toBeGreaterThan(0)
    if (mutate === cut) expect({ seed, ok: end.ok }).toEqual({ seed, ok: false })
  }
})

it.each(Object.entries({ xlsx, ods }))(
  inForms('survives whatever is in a file of the archive: %s', cases),
  (_, sample) => {
    const files = openZip(sample, createUnpackBudget())
    if ('detail' in files) throw new Error(files.detail)
    const parts = files.map((file) => {
      const unpacked: Uint8Array[] = []
      finish(file.unpack((part) => unpacked.push(part) > 0))
      return { name: file.name, content: Buffer.concat(unpacked) }
    })
    const count = linesOf(read(sample)).length
    for (let seed = 0; seed < sizeOf(cases); seed++) {
      const random = randomOf(seed)
      const chosen = random(parts.length)
      const mutate = at(textMutations, seed % textMutations.length)
      const mutated = parts.map((part, index) =>
        index === chosen ? { ...part, content: mutate(part.content, random) } : part,
      )
      const end = read(zipOf(mutated))
      if (!end.ok) expect(end.faults.length).toBeGreaterThan(0)
      // A file that is cut is not read up to there.
      else if (mutate === cut) expect({ seed, lines: linesOf(end).length }).toEqual({ seed, lines: count })
    }
  },
)
