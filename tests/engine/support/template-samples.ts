import type { CanonicalRecord } from '../../../engine/record/record.ts'

/** Small made records for each policy template, and what its rules make of them: every rule takes something. */

export interface TemplateSample {
  /** Records are in EUR and of 2 March 2026 where they do not say otherwise. */
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
  readonly matches: readonly string[]
  readonly suggestions: readonly string[]
  /** Ids of the records in breaks. */
  readonly open: readonly string[]
}

/** By the id of the template. */
export const templateSamples = new Map<string, TemplateSample>([
  [
    'default',
    {
      source: [
        { id: 'a1', amount: '10', reference: 'R-1' },
        { id: 'same', amount: '20' },
        { id: 'a3', amount: '31' },
        { id: 'a4', amount: '5', reference: 'R-4' },
      ],
      target: [
        { id: 'b1', amount: '10', reference: 'R-1', date: '2026-03-30' },
        { id: 'same', amount: '20' },
        { id: 'b3', amount: '31', date: '2026-03-05' },
        { id: 'b4', amount: '6', reference: 'R-4' },
      ],
      matches: ['reference: a1 = b1', 'id: same = same'],
      suggestions: ['amount-date: a3 = b3'],
      open: ['a3', 'a4', 'b3', 'b4'],
    },
  ],
  [
    'bank-ledger',
    {
      source: [
        { id: 'b1', amount: '80.5', reference: 'inv-0042', date: '2026-03-01' },
        { id: 'b2', amount: '120', description: 'Payment inv-0077 thank you' },
        { id: 'b3', amount: '19.99', reference: 'INV 51' },
        { id: 'b4', amount: '42' },
        { id: 'b5', amount: '7', reference: 'INV-9' },
        { id: 'b6', amount: '300', reference: 'INV-60' },
      ],
      target: [
        { id: 'l1', amount: '80.5', reference: 'INV42', date: '2026-03-04' },
        { id: 'l2', amount: '120', reference: 'INV-0077' },
        { id: 'l3', amount: '20.02', reference: 'INV51' },
        { id: 'l4', amount: '42', date: '2026-03-05' },
        { id: 'l5', amount: '9', reference: 'INV-9' },
        { id: 'l6', amount: '300', reference: 'INV-61' },
      ],
      matches: ['reference: b1 = l1', 'reference-in-text: b2 = l2', 'reference-cents: b3 = l3'],
      suggestions: ['amount-and-date: b4 = l4'],
      open: ['b4', 'b5', 'b6', 'l4', 'l5', 'l6'],
    },
  ],
  [
    'processor-payouts',
    {
      source: [
        { id: 't1', gross: '100', fee: '3', net: '97', attributes: { payout: 'po_1' } },
        { id: 't2', gross: '50', fee: '2', net: '48', attributes: { payout: 'po_1' } },
        { id: 't3', gross: '-20', fee: '0', net: '-20', attributes: { payout: 'po_2' } },
        { id: 't4', gross: '60', fee: '1.5', net: '58.5', attributes: { payout: 'po_2' } },
        { id: 't5', gross: '200', fee: '5.01', attributes: { payout: 'po_3' } },
        { id: 't6', gross: '75', net: '75' },
        { id: 't7', gross: '10', net: '10', attributes: { payout: 'po_4' } },
      ],
      target: [
        { id: 'd1', amount: '145', reference: 'po_1', date: '2026-03-04' },
        { id: 'd2', amount: '38.5', description: 'Transfer PO_2 processor', date: '2026-03-04' },
        { id: 'd3', amount: '195', reference: 'po_3', date: '2026-03-04' },
        { id: 'd4', amount: '75', date: '2026-03-05' },
        { id: 'd5', amount: '11', reference: 'po_4', date: '2026-03-04' },
      ],
      matches: ['payout: t1 t2 = d1', 'payout-in-text: t3 t4 = d2', 'payout-less-fees: t5 = d3'],
      suggestions: ['amount-and-date: t6 = d4'],
      open: ['d4', 'd5', 't6', 't7'],
    },
  ],
  [
    'orders-charges',
    {
      source: [
        { id: 'o1', amount: '30', reference: '#1001' },
        { id: 'o2', amount: '70', reference: '#1002' },
        { id: 'o3', amount: '45', reference: 'SHOP-1003' },
        { id: 'o4', amount: '100', reference: '#1004' },
        { id: 'o5', amount: '12.34' },
        { id: 'o6', amount: '9', reference: '#1006' },
      ],
      target: [
        { id: 'c1', amount: '30', reference: '1001' },
        { id: 'c2', amount: '90', reference: '1002' },
        { id: 'c3', amount: '-20', reference: '1002', date: '2026-03-09' },
        { id: 'c4', amount: '45', description: 'Charge for shop-1003', date: '2026-03-03' },
        { id: 'c5', net: '96.8', fee: '3.2', reference: '1004' },
        { id: 'c6', amount: '12.34', date: '2026-03-04' },
        { id: 'c7', amount: '8', reference: '1006' },
      ],
      matches: ['order: o1 = c1', 'order-in-parts: o2 = c2 c3', 'order-in-text: o3 = c4', 'order-less-fee: o4 = c5'],
      suggestions: ['amount-and-date: o5 = c6'],
      open: ['c6', 'c7', 'o5', 'o6'],
    },
  ],
  [
    'invoices-payments',
    {
      source: [
        { id: 'i1', amount: '100', reference: 'INV-1' },
        { id: 'i2', amount: '60', reference: 'INV-00460' },
        { id: 'i3', amount: '40', reference: 'INV-00601' },
        { id: 'i4', amount: '200', reference: 'INV-4' },
        { id: 'i5', amount: '500', reference: 'INV-5' },
        { id: 'i6', amount: '11', reference: 'INV-6', counterparty: 'Café Acme' },
        { id: 'i7', amount: '22', reference: 'INV-7', counterparty: 'CAFE ACME' },
        { id: 'i8', amount: '44', reference: 'INV-8', counterparty: 'Cafe Acme' },
      ],
      target: [
        { id: 'p1', amount: '100', reference: 'inv 1', date: '2026-03-20' },
        { id: 'p2', amount: '100', description: 'inv-00460, inv-00601.', date: '2026-03-12' },
        { id: 'p3', amount: '196', reference: 'INV-4', date: '2026-03-10' },
        { id: 'p4', amount: '150', reference: 'INV-5', date: '2026-03-10' },
        { id: 'p5', amount: '250', reference: 'INV-5', date: '2026-04-10' },
        { id: 'p6', amount: '33', counterparty: 'Cafe Acme', date: '2026-03-15' },
      ],
      matches: ['invoice: i1 = p1', 'invoices-in-text: i2 i3 = p2', 'discount: i4 = p3', 'part-payments: i5 = p4 p5'],
      suggestions: ['customer: i6 i7 = p6'],
      open: ['i5~1', 'i6', 'i7', 'i8', 'p6'],
    },
  ],
  [
    'card-settlement',
    {
      source: [
        { id: 's1', amount: '40', reference: 'B-1' },
        { id: 's2', amount: '60', reference: 'B-1' },
        { id: 's3', amount: '100', reference: 'B-2' },
        { id: 's4', amount: '55.5' },
        { id: 's5', amount: '21' },
        { id: 's6', amount: '10', reference: 'B-3' },
      ],
      target: [
        { id: 'd1', amount: '100', reference: 'b 1', date: '2026-03-03' },
        { id: 'd2', amount: '97.5', reference: 'b 2', date: '2026-03-03' },
        { id: 'd3', amount: '76.5', date: '2026-03-04' },
        { id: 'd4', amount: '5', reference: 'b 3', date: '2026-03-03' },
      ],
      matches: ['batch: s1 s2 = d1', 'batch-less-fee: s3 = d2'],
      suggestions: ['days: s4 s5 = d3'],
      open: ['d3', 'd4', 's4', 's5', 's6'],
    },
  ],
  [
    'intercompany',
    {
      source: [
        { id: 'x1', amount: '250', reference: 'RE-0017' },
        { id: 'x2', amount: '80.01', reference: 'RE-0018' },
        { id: 'x3', amount: '12' },
        { id: 'x4', amount: '9', reference: 'RE-0020' },
      ],
      target: [
        { id: 'y1', amount: '-250', reference: 're 17' },
        { id: 'y2', amount: '-80', reference: 're 18', date: '2026-03-20' },
        { id: 'y3', amount: '-12', date: '2026-03-04' },
        { id: 'y4', amount: '9', reference: 're 20' },
      ],
      matches: ['document: x1 = y1', 'document-cents: x2 = y2'],
      suggestions: ['amount-and-date: x3 = y3'],
      open: ['x3', 'x4', 'y3', 'y4'],
    },
  ],
])
