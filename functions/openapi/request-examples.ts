/** An example of each request body, by operation and media type. A test sends every one of them, in this order. */

const match = [
  { field: 'reference', normalize: ['upper', 'alphanumeric'] },
  { field: 'amount' },
  { field: 'date', days: 2 },
]

const json = 'application/json'

const ofx =
  'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>1</BANKACCTFROM>' +
  '<BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260302<TRNAMT>100.00<FITID>t1<MEMO>INV-7</STMTTRN></BANKTRANLIST>' +
  '<LEDGERBAL><BALAMT>100.00</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n'

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
    'application/x-ofx': ofx,
    'application/vnd.intu.qfx': ofx,
    'application/x-qif': '!Type:Bank\nD2026-03-02\nT100.00\nNINV-7\nPExample Ltd\n^\n',
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
