/** An example of each request body, by operation and media type. A test sends every one of them, in this order. */

const match = [
  { field: 'reference', normalize: ['upper', 'alphanumeric'] },
  { field: 'amount' },
  { field: 'date', days: 2 },
]

const json = 'application/json'

export const requestExamples: { readonly [operationId: string]: { readonly [mediaType: string]: unknown } } = {
  createDataset: {
    [json]: {
      name: 'Statement',
      adapter: 'bank:example',
      records: [
        { id: 's1', date: '2026-03-02', amount: '100.00', currency: 'EUR', reference: 'INV-7' },
        {
          id: 's2',
          date: '2026-03-03',
          amount: '7.00',
          currency: 'EUR',
          reference: 'INV-9',
          attributes: { branch: 'Zug' },
        },
        { id: 's3', date: '2026-03-05', amount: '20.50', currency: 'EUR', reference: 'inv 8' },
      ],
      controlTotals: { EUR: '127.50' },
    },
    'text/csv':
      'id,date,amount,currency,reference\nt1,2026-03-02,100.00,EUR,INV-7\nt2,2026-03-03,7.07,EUR,INV-9\nt3,2026-03-04,20.50,EUR,INV-8\n',
    'application/x-ndjson': '{"id":"t1","date":"2026-03-02","amount":"100.00","currency":"EUR","reference":"INV-7"}\n',
    'application/x-mt940':
      ':20:STARTUMSE\r\n:25:DE02120300000000202051\r\n:28C:7/1\r\n:60F:C260301EUR1000,00\r\n:61:2603020302C100,00NTRFINV-7\r\n:86:166?00GUTSCHRIFT?20SVWZ+INV-7?32Muster GmbH\r\n:62F:C260302EUR1100,00\r\n-\r\n',
    'application/x-bai2':
      '01,BANK,CUSTOMER,260303,0600,1,,,2/\n02,CUSTOMER,BANK,1,260302,2400,USD,2/\n03,1234567890,USD,010,100000,,,015,110000,,/\n16,195,10000,Z,B-17,INV-7,ACH CREDIT/\n49,220000,3/\n98,220000,1,5/\n99,220000,1,7/\n',
  },
  createRun: {
    [json]: {
      name: 'March',
      sourceAdapter: 'bank:example',
      targetAdapter: 'ledger:example',
      rules: [{ id: 'reference', match }],
    },
  },
  replayRun: {
    [json]: { rules: [{ id: 'reference', match: [...match.slice(0, 1), { field: 'amount', tolerance: '0.10' }] }] },
  },
  createKey: {
    [json]: { name: 'Reporting', scopes: ['runs:read', 'datasets:read'], expiresAt: '2027-03-31T00:00:00Z' },
  },
  rotateKey: { [json]: { overlapSeconds: 3600 } },
  runPlayground: {
    [json]: {
      source: { adapter: 'demo-bank' },
      target: { adapter: 'demo-ledger' },
      rules: { matching: [{ field: 'amount', tolerance: 0.01 }] },
    },
  },
  createTenant: { [json]: { name: 'Example GmbH', plan: 'starter', settings: { idempotencyKeyRequired: true } } },
  updateTenant: { [json]: { plan: 'growth', settings: { retentionDays: 400 } } },
  createTenantKey: { [json]: { name: 'First key', scopes: ['runs:read', 'runs:write'] } },
}
