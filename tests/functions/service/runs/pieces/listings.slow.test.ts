import type { CanonicalRecord } from '@tallystick/engine/record'
import type { RuleInput } from '@tallystick/engine/rules'
import { expect, it } from 'vitest'
import { policyOf, run } from '../../../../engine/support/run.ts'
import { inPieces } from '../../../../support/pieces/in-pieces.ts'

/** Texts that list records, in far more components than a task takes: they are split between components alone. */

const rules: readonly RuleInput[] = [
  {
    id: 'listed',
    cardinality: '1:n',
    match: [{ sourceField: 'description', targetField: 'reference', op: 'listed' }, { field: 'currency' }],
    sum: { source: [{ field: 'amount' }], target: [{ field: 'amount' }] },
  },
  { id: 'amount', match: [{ field: 'amount' }, { field: 'currency' }, { field: 'date' }] },
]

const member = { currency: 'EUR', date: '2026-03-01' }
const invoiceOf = (index: number, open: boolean): CanonicalRecord => ({
  ...member,
  id: `i${index}`,
  amount: String(1 + (index % 7)),
  reference: open ? `INV-${index}` : `OTHER-${index}`,
})

/** Payments of three invoices each, of which the first ones share an invoice with the next: one large component. */
function paymentsAndInvoices({ count, chained }: { readonly count: number; readonly chained: number }) {
  const target = Array.from({ length: 3 * count + 1 }, (_, index) => invoiceOf(index, index % 11 !== 5))
  const source = Array.from({ length: count }, (_, index): CanonicalRecord => {
    const own = target.slice(3 * index, 3 * index + (index < chained ? 4 : 3))
    return {
      ...member,
      id: `p${index}`,
      amount: String(own.reduce((sum, { amount }) => sum + Number(amount), index % 5 === 0 ? 1 : 0)),
      description: `Paid for invoices ${own.map(({ reference }) => reference).join(', ')} with thanks`,
    }
  })
  return { source, target }
}

const pieceByteCountMax = 2_000
const sizes = { partitionCount: 2, pieceByteCountMax, mergedLineCountMax: 1_000, mergedFileCountMax: 40 }

it('comes to the same lines, whichever components stand in a part', async () => {
  const given = paymentsAndInvoices({ count: 200, chained: 60 })
  const memory = run({ ...given, rules })
  const pieces = await inPieces({ ...given, policy: policyOf(rules), sizes, partRecordCount: 50 })
  expect(pieces.text.split('\n').slice(1)).toEqual(memory.text.split('\n').slice(1))
  expect(pieces.summary).toEqual(memory.summary)
  expect(memory.matches.filter(({ rule }) => rule === 'listed').length).toBeGreaterThan(50)
  expect(memory.breaks.some(({ reason }) => reason === 'ambiguous')).toBe(true)
})

it('leaves no part above the size of a task but the component that is larger', async () => {
  const given = paymentsAndInvoices({ count: 200, chained: 60 })
  const { files } = await inPieces({ ...given, policy: policyOf(rules), sizes, partRecordCount: 50 })
  const byteCounts = new Map<string, number>()
  for (const [name, { length }] of files) {
    const [open, position, partition = ''] = name.split('/')
    if (open !== 'open' || position !== '00000' || !/-\d+$/.test(partition)) continue
    byteCounts.set(partition, (byteCounts.get(partition) ?? 0) + length)
  }
  expect(byteCounts.size).toBeGreaterThan(10)
  /** What is known of a record stands in a file beside its line. */
  const large = [...byteCounts.values()].filter((byteCount) => byteCount > 1.5 * pieceByteCountMax)
  expect(large).toHaveLength(1)
})
