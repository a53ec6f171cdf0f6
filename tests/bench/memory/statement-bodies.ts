import { day, sent, type UploadBody } from './upload-body.ts'

/** Statements of banks: usual ones, and XML that is long where it should not be. */

const xml = { type: 'application/xml', megabytes: 95 } as const

const begin =
  '<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>S1</Id><Acct><Id><IBAN>DE02</IBAN></Id><Ccy>EUR</Ccy></Acct>'
const end = '</Stmt></BkToCstmrStmt></Document>'
const entry = (index: number, inner = ''): string =>
  `<Ntry><Amt Ccy="EUR">${index}.25</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-03-${day(index)}</Dt></BookgDt>${inner}</Ntry>\n`

export const camtBodies: readonly UploadBody[] = [
  {
    ...xml,
    name: 'camt of 95 MB',
    head: begin,
    part: (index: number) =>
      entry(index, `<NtryDtls><TxDtls><Refs><EndToEndId>E2E-${index}</EndToEndId></Refs></TxDtls></NtryDtls>`),
    tail: end,
  },
  {
    ...xml,
    name: 'camt of 24 MB: one entry of 400,000 details',
    megabytes: 24,
    head: `${begin}<Ntry><Amt Ccy="EUR">400000</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-03-31</Dt></BookgDt><NtryDtls>`,
    part: () => '<TxDtls><Amt Ccy="EUR">1</Amt></TxDtls>\n',
    tail: `</NtryDtls></Ntry>${end}`,
  },
  {
    ...xml,
    name: 'XML: 3,000,000 attributes',
    megabytes: 40,
    head: `${begin}<Ntry`,
    part: (index: number) => ` a${index}="1"`,
    tail: `/>${end}`,
  },
  {
    ...xml,
    name: 'XML: a text of 90 MB',
    megabytes: 90,
    head: `${begin}<Id>`,
    part: () => 'all text '.repeat(100),
    tail: `</Id>${end}`,
  },
  {
    ...xml,
    name: 'XML: a comment of 90 MB',
    megabytes: 90,
    head: `${begin}<!--`,
    part: () => 'no text '.repeat(100),
    tail: `-->${end}`,
  },
  {
    ...xml,
    name: 'XML: a name of 90 MB',
    megabytes: 90,
    head: `${begin}<`,
    part: () => 'name'.repeat(100),
    tail: `/>${end}`,
  },
  {
    ...xml,
    name: 'XML: a document type of 90 MB',
    megabytes: 90,
    head: '<!DOCTYPE a [',
    part: () => '<!ENTITY a "text">\n'.repeat(40),
    tail: `]><a/>`,
  },
  {
    ...xml,
    name: 'XML: a text of 90 MB in CDATA and comments',
    megabytes: 90,
    head: `${begin}<Id>`,
    part: () => `<![CDATA[${'text '.repeat(99)}]]><!-- -->`,
    tail: `</Id>${end}`,
  },
].map(sent)

export const statementBodies: readonly UploadBody[] = [
  {
    type: 'application/octet-stream',
    name: 'MT940 of 24 MB',
    megabytes: 24,
    head: ':20:STMT\n:25:DE02/123\n:28C:1/1\n:60F:C260301EUR0,00\n',
    part: (index: number) => `:61:2603${day(index)}C${index},25NTRFINV-${index}\n:86:Payment of the invoice ${index}\n`,
    tail: ':62F:C260331EUR0,00\n-\n',
  },
  {
    type: 'application/octet-stream',
    name: 'OFX of 24 MB',
    megabytes: 24,
    head: 'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>',
    part: (index: number) =>
      `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>202603${day(index)}<TRNAMT>${index}.25<FITID>F${index}<NAME>Payment</STMTTRN>\n`,
    tail: '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
  },
  {
    type: 'application/octet-stream',
    name: 'QIF of 24 MB',
    megabytes: 24,
    head: '!Type:Bank\n',
    part: (index: number) => `D2026-03-${day(index)}\nT${index}.25\nPPayment ${index}\n^\n`,
  },
  {
    type: 'application/octet-stream',
    name: 'BAI2 of 24 MB',
    megabytes: 24,
    head: '01,SENDER,RECEIVER,260331,0800,1,80,,2/\n02,RECEIVER,SENDER,1,260331,,EUR,2/\n03,123,EUR,010,0,,/\n',
    part: (index: number) => `16,195,${index}25,0,REF${index},,Payment ${index}\n`,
    tail: '49,0,1/\n98,0,1,1/\n99,0,1,1/\n',
  },
].map(sent)
