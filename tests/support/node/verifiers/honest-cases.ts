import type { SealedCase } from '../../../engine/support/sealed.ts'

const eur = (id: string, amount: string, reference: string) => ({
  id,
  amount,
  currency: 'EUR',
  date: '2026-03-01',
  reference,
})

/** Runs that have what others have not: netting, rests, conversion, turned signs, one booking twice, nothing at all. */
export const honestCases: readonly (readonly [what: string, given: SealedCase])[] = [
  ['nothing', { source: [], target: [], rules: [] }],
  [
    'a booking on several days',
    {
      source: [{ ...eur('s1', '80', 'INV-7'), counterparty: 'Acme' }],
      target: [
        { ...eur('t1', '80', 'INV-7'), counterparty: 'Acme' },
        { ...eur('t2', '80', 'INV-7'), counterparty: 'Acme', date: '2026-03-09' },
      ],
      rules: [],
    },
  ],
  [
    'one side',
    {
      source: [eur('s1', '7', 'A'), eur('s2', '-0.01', 'B')],
      target: [],
      rules: [{ match: [{ field: 'reference' }] }],
    },
  ],
  [
    'netted records and rests',
    {
      source: [eur('s1', '7', 'V'), eur('s2', '-7', 'V'), eur('s3', '100', 'I'), eur('s4', '3', 'X')],
      target: [eur('t1', '60', 'I'), eur('t2', '40', 'Y')],
      rules: [
        { id: 'voids', side: 'source', match: [{ field: 'reference' }] },
        { id: 'parts', residual: 'open', match: [{ field: 'reference' }, { field: 'amount', tolerance: '100%' }] },
        { id: 'rest', match: [{ field: 'amount' }, { field: 'date' }] },
      ],
    },
  ],
  [
    'two currencies',
    {
      source: [{ id: 's', amount: '100', currency: 'USD', date: '2026-03-02', reference: 'R' }],
      target: [{ id: 't', amount: '92.4', currency: 'EUR', reference: 'R' }],
      rules: [{ convert: { to: 'EUR' }, match: [{ field: 'reference' }, { field: 'amount', tolerance: '1' }] }],
      referenceData: { rates: [{ from: 'USD', to: 'EUR', date: '2026-03-02', rate: '0.9215' }] },
    },
  ],
  [
    'turned signs',
    {
      source: [eur('s1', '100', 'A'), eur('s2', '5', 'B')],
      target: [eur('t1', '-100', 'A'), eur('t2', '5', 'Z')],
      rules: [{ match: [{ field: 'reference' }, { field: 'amount', sign: 'opposite' }] }],
    },
  ],
  [
    'a turned side with rests and groups',
    {
      source: [eur('s1', '-100', 'I'), eur('s2', '-5', 'G'), eur('s3', '-6', 'G'), eur('s4', '-3', 'X')],
      target: [eur('t1', '60', 'I'), eur('t2', '11', 'G')],
      rules: [
        { id: 'group', cardinality: 'n:1', sum: { tolerance: '1' }, residual: 'open', match: [{ field: 'reference' }] },
        { id: 'parts', residual: 'open', match: [{ field: 'reference' }, { field: 'amount', tolerance: '100%' }] },
      ],
      referenceData: { signs: { source: 'turned' } },
    },
  ],
  [
    'duplicates and a group of breaks',
    {
      source: [eur('s1', '5', 'A'), eur('s2', '5', 'A'), eur('s3', '5', 'A'), eur('s4', '9', 'B')],
      target: [eur('t1', '5', 'A'), eur('t2', '8', 'B'), { id: 't3', gross: '1', net: '2', currency: 'JPY' }],
      rules: [{ id: 'pair', ambiguous: 'review', match: [{ field: 'reference' }, { field: 'amount' }] }],
    },
  ],
  [
    'five hundred records',
    {
      source: Array.from({ length: 250 }, (_, index) => eur(`s${index}`, `${index}.5`, `INV-${index}`)),
      target: Array.from({ length: 250 }, (_, index) => eur(`t${index}`, `${index}.5`, `INV-${index + (index % 7)}`)),
      rules: [{ id: 'pair', match: [{ field: 'reference' }, { field: 'amount' }] }],
    },
  ],
]
