import { describe, expect, it } from 'vitest'
import { jsonFormat } from '../../../../engine/intake/json/json-file.ts'
import { faultsOf, intakeOf } from '../read.ts'
import { figuresOf, hasVectors, vectorsOf } from '../vector-index.ts'

/** Samples that processors publish, in `processors` of the directory that TALLYSTICK_VECTORS names. */

/** Files that are refused or left out, and why. */
const refused = new Map([
  // A raw line break inside a text: published so, but no JSON.
  ['openbanking_uk__v4_transactions_2.json', 'malformed_json'],
  // A balance has no entries, and is none of the exports of its kind.
  ['shopify__balance.json', 'invalid_record'],
])
/** Files whose only entry moves no money: an authorization. */
const withoutMoney = ['shopify__transaction.json']

const kinds = { openbanking: 'openbanking', plaid: 'plaid', shopify: 'shopify', stripe: 'stripe' }

function kindOf(file: string): string {
  const found = Object.entries(kinds).find(([start]) => file.startsWith(start))
  if (found === undefined) throw new Error(`No kind is known of ${file}`)
  return found[1]
}

const files = ['with its kind', 'without a kind'].flatMap((how) =>
  vectorsOf('processors').map((vector) => ({ ...vector, how })),
)

describe.skipIf(!hasVectors)('a published sample', () => {
  it.each(files)('is read as its index says, $how: $file', ({ file, bytes, expected, how }) => {
    for (const parts of [[65_536], [7], [1]]) {
      const kind = how === 'with its kind' ? kindOf(file) : undefined
      const end = intakeOf(bytes, { format: jsonFormat, kind }, parts)
      const code = refused.get(file)
      if (code !== undefined) {
        expect(faultsOf(end)).toEqual([expect.stringContaining(` ${code} `)])
      } else if (withoutMoney.includes(file)) {
        expect(end).toMatchObject({
          summary: { recordCount: 0, warnings: [{ code: 'no_records' }, { code: 'skipped_entries', count: 1 }] },
        })
      } else expect(figuresOf(end, expected)).toEqual(expected)
    }
  })
})
