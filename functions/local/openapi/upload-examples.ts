/** An example of an upload for each media type. */

const mt940 =
  ':20:STARTUMSE\r\n:25:DE02120300000000202051\r\n:28C:7/1\r\n:60F:C260301EUR1000,00\r\n:61:2603020302C100,00NTRFINV-7\r\n:86:166?00GUTSCHRIFT?20SVWZ+INV-7?32Muster GmbH\r\n:62F:C260302EUR1100,00\r\n-\r\n'

const camt = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>2026-7</Id>
<Acct><Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-01</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-02</Dt></Dt></Bal>
<Ntry><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt><ValDt><Dt>2026-03-02</Dt></ValDt>
<NtryDtls><TxDtls><Refs><EndToEndId>INV-7</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Muster GmbH</Nm></Pty></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>
`

const ofx = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
ENCODING:USASCII
CHARSET:1252

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>12030000<ACCTID>202051<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260301<DTEND>20260302
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260302<TRNAMT>100.00<FITID>7-1<NAME>Muster GmbH<MEMO>INV-7</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>1100.00<DTASOF>20260302</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`

export const uploadExamples: { readonly [mediaType: string]: unknown } = {
  'application/json': {
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
  'application/x-mt940': mt940,
  'application/x-bai2':
    '01,BANK,CUSTOMER,260303,0600,1,,,2/\n02,CUSTOMER,BANK,1,260302,2400,USD,2/\n03,1234567890,USD,010,100000,,,015,110000,,/\n16,195,10000,Z,B-17,INV-7,ACH CREDIT/\n49,220000,3/\n98,220000,1,5/\n99,220000,1,7/\n',
  'application/xml': camt,
  'text/xml': camt,
  'application/x-ofx': ofx,
  'application/vnd.intu.qfx': ofx,
  'application/x-qif': '!Type:Bank\nD2026-03-02\nT100.00\nPMuster GmbH\nNINV-7\n^\n',
  'text/plain': mt940,
}
