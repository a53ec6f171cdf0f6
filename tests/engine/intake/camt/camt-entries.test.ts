import { describe, expect, it } from 'vitest'
import { camtFormat } from '../../../../engine/intake/camt/camt.ts'
import { detailsOf, faultsOf, intakeOf, recordsOf } from '../read.ts'
import { amt, details, entry, file, ownAccount, readFile, recordsIn, signed, statement } from './camt-sample.ts'

const one = (inner: string, text = '+5') => recordsIn(entry(text, inner))[0]

describe('an entry of camt', () => {
  it('has the sign of its indicator, the currency of its amount and the account of its statement', () => {
    expect(recordsIn([entry('+12.50'), entry('-3.12345', '', 'CHF')])).toEqual([
      { amount: '12.5', currency: 'EUR', account: 'DE02', date: '2026-03-31' },
      { amount: '-3.12345', currency: 'CHF', account: 'DE02', date: '2026-03-31' },
    ])
  })

  it('that is reversed keeps its sign, and says so', () => {
    expect(one('<RvslInd>true</RvslInd>', '-5')).toMatchObject({ amount: '-5', attributes: { reversal: 'true' } })
    expect(one('<RvslInd>false</RvslInd>')).not.toHaveProperty('attributes')
  })

  it.each([
    ['<Sts>BOOK</Sts>', 'BOOK'],
    ['<Sts>\n  <Cd>PDNG</Cd>\n</Sts>', 'PDNG'],
    ['<Sts><Prtry>FREI</Prtry></Sts>', 'FREI'],
  ])('has the status of %j', (inner, status) => {
    expect(one(inner)).toMatchObject({ status })
  })

  it('has the days as they are written, whatever their time and zone', () => {
    const dates = (booked: string, value: string) =>
      recordsIn(`<Ntry>${signed('+5')}<BookgDt>${booked}</BookgDt><ValDt>${value}</ValDt></Ntry>`)
    expect(
      dates('<DtTm>2026-03-31T23:59:59.123456789+14:00</DtTm>', '<Dt>2026-04-01+02:00</Dt>').concat(
        dates('<Dt>2026-03-31Z</Dt>', '<DtTm>2026-04-01 00:00:00</DtTm>'),
      ),
    ).toMatchObject([
      {
        date: '2026-03-31',
        valueDate: '2026-04-01',
        attributes: { timestamp: '2026-03-31T23:59:59.123456789+14:00' },
      },
      { date: '2026-03-31', valueDate: '2026-04-01', attributes: { valueTimestamp: '2026-04-01 00:00:00' } },
    ])
  })

  it('has the bank’s own reference for its id, and the ISO code before the bank’s', () => {
    const prtry = '<Prtry><Cd>NTRF+166</Cd></Prtry>'
    expect(one(`<AcctSvcrRef>B1</AcctSvcrRef><NtryRef>N1</NtryRef><BkTxCd>${prtry}</BkTxCd>`)).toMatchObject({
      id: 'B1',
      type: 'NTRF+166',
      attributes: { bankReference: 'B1', entryReference: 'N1' },
    })
    const domain = '<Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn>'
    expect(one(`<BkTxCd>${domain}${prtry}</BkTxCd>`)).toMatchObject({
      type: 'PMNT-RCDT-ESCT',
      attributes: { proprietaryCode: 'NTRF+166' },
    })
  })

  it('that is a batch without details is known by the batch', () => {
    const batch = '<NtryDtls><Btch><PmtInfId>P1</PmtInfId><NbOfTxs>7</NbOfTxs></Btch></NtryDtls>'
    expect(one(batch)).toMatchObject({ reference: 'P1', attributes: { batchPaymentId: 'P1', batchCount: '7' } })
  })

  it('has the texts of its one detail: remittance, references and who paid', () => {
    const inner = `<Refs><EndToEndId>NOTPROVIDED</EndToEndId><MndtId>M1</MndtId><TxId>T1</TxId><InstrId>I1</InstrId></Refs>
      <RltdPties><Dbtr><Pty><Nm>Eva &amp; Co</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>DE03</IBAN></Id></DbtrAcct>
      <UltmtDbtr><Nm>Ada</Nm></UltmtDbtr><Cdtr><Nm>Own Ltd</Nm></Cdtr></RltdPties>
      <RltdAgts><DbtrAgt><FinInstnId><BICFI>AAAADEFF</BICFI></FinInstnId></DbtrAgt></RltdAgts>
      <RmtInf><Ustrd>Invoice 7,</Ustrd><Ustrd>with\n   thanks</Ustrd>
      <Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf><AddtlTxInf>ebanking</AddtlTxInf>`
    expect(one(`${details(inner)}<AddtlNtryInf>Credit</AddtlNtryInf>`)).toMatchObject({
      amount: '5',
      reference: 'RF18',
      description: 'Invoice 7, with thanks',
      counterparty: 'Eva & Co',
      attributes: {
        mandateId: 'M1',
        transactionId: 'T1',
        instructionId: 'I1',
        creditorReference: 'RF18',
        counterpartyAccount: 'DE03',
        counterpartyBic: 'AAAADEFF',
        ultimateCounterparty: 'Ada',
        transactionInformation: 'ebanking',
        entryInformation: 'Credit',
      },
    })
    expect(one(details(inner))?.attributes).not.toHaveProperty('endToEndId')
  })

  it.each([
    ['<EndToEndId>E1</EndToEndId><ChqNb>C1</ChqNb>', 'E1'],
    ['<EndToEndId>notprovided</EndToEndId><AcctOwnrTxId>A1</AcctOwnrTxId><ChqNb>C1</ChqNb>', 'A1'],
    ['<EndToEndId> NONREF </EndToEndId><ChqNb>C1</ChqNb>', 'C1'],
  ])('is known by the first reference of %s', (refs, reference) => {
    expect(one(details(`<Refs>${refs}</Refs>`))).toMatchObject({ reference })
  })

  it.each([
    ['-5', '', 'Cdtr'],
    ['+5', '', 'Dbtr'],
    // A payment that comes back keeps the parties of the first one.
    ['-5', '<DbtrAcct><Id><IBAN>DE 99</IBAN></Id></DbtrAcct><CdtrAcct><Id><IBAN>de02</IBAN></Id></CdtrAcct>', 'Dbtr'],
    ['+5', '<DbtrAcct><Id><IBAN>DE02</IBAN></Id></DbtrAcct>', 'Cdtr'],
  ])('of %s with %j has the counterparty %s', (text, accounts, name) => {
    const parties = `<Dbtr><Nm>Dbtr</Nm></Dbtr><Cdtr><Agt><FinInstnId><Nm>Cdtr</Nm></FinInstnId></Agt></Cdtr>`
    expect(one(details(`<RltdPties>${parties}${accounts}</RltdPties>`), text)).toMatchObject({ counterparty: name })
  })

  it('that is reversed may name the other side only', () => {
    const inner = details('<RltdPties><Dbtr><Nm>Eva</Nm></Dbtr></RltdPties>')
    expect(one(`<RvslInd>true</RvslInd>${inner}`, '-5')).toMatchObject({ counterparty: 'Eva' })
    expect(one(inner, '-5')).not.toHaveProperty('counterparty')
  })

  it('keeps what was instructed in another currency, and the rate', () => {
    const exchange = `<AmtDtls><InstdAmt>${amt('5.50', 'USD')}</InstdAmt><TxAmt>${amt('5')}
      <CcyXchg><XchgRate>1.1</XchgRate></CcyXchg></TxAmt></AmtDtls>`
    expect(one(exchange)?.attributes).toEqual({ originalAmount: '5.5', originalCurrency: 'USD', exchangeRate: '1.1' })
    expect(one(details(exchange))?.attributes).toMatchObject({ originalAmount: '5.5', originalCurrency: 'USD' })
    expect(one(`<AmtDtls><TxAmt>${amt('5.00')}</TxAmt></AmtDtls>`)).not.toHaveProperty('attributes')
  })

  it('is found with any prefix, and in an envelope, in parts of any size', () => {
    const text = file(statement(entry('+5', '<AcctSvcrRef>ü1</AcctSvcrRef>')))
    const prefixed = text.replace(/<(\/?)(?=[A-Z])/g, '<$1n:').replace('xmlns=', 'xmlns:n=')
    const enveloped = `<e:Env xmlns:e="urn:x"><Hdr><Amt>9</Amt></Hdr>${text.slice(text.indexOf('\n'))}</e:Env>`
    for (const each of [text, prefixed, enveloped])
      for (const size of [1, 7, 65_536])
        expect(recordsOf(readFile(each, undefined, [size]))).toMatchObject([{ id: 'ü1', amount: '5', account: 'DE02' }])
  })
})

describe('an entry that cannot be read', () => {
  it.each<[string, string]>([
    [signed('+1,5'), '4 invalid_decimal Ntry/Amt amount'],
    [signed('+-1'), '4 invalid_decimal Ntry/Amt amount'],
    [signed('+1') + amt('2'), '4 invalid_decimal Ntry/Amt amount'],
    [signed('+1234567890123456789'), '4 invalid_decimal null amount'],
    [signed('+1', 'eur'), '4 invalid_currency Ntry/Ccy currency'],
    [amt('1'), '4 invalid_flag Ntry/CdtDbtInd amount'],
    ['<CdtDbtInd>CRDT</CdtDbtInd>', '4 missing_amount Ntry/Amt amount'],
    [`${signed('+1')}<BookgDt><Dt>2026-02-30</Dt></BookgDt>`, '4 invalid_date Ntry/BookgDt date'],
    [`${signed('+1')}<ValDt><Dt>31.03.2026</Dt></ValDt>`, '4 invalid_date Ntry/ValDt valueDate'],
    [`${signed('+3')}${details(amt('1'), '<Amt>x</Amt>')}`, '5 invalid_decimal TxDtls/Amt amount'],
    [`${signed('+3')}<AddtlNtryInf>${'x'.repeat(100_001)}</AddtlNtryInf>`, '4 record_too_large null null'],
    [`${signed('+3')}<AddtlNtryInf>${`${'x'.repeat(60_000)}<x/>`.repeat(2)}<`, '4 record_too_large null null'],
  ])('%# is a fault at its line and element', (inner, fault) => {
    const end = readFile(file(`<Stmt>\n<Ntry>${inner}</Ntry></Stmt>`))
    expect(faultsOf(end)).toEqual([fault])
  })

  it('stops neither the others nor their faults', () => {
    const bad = `<Ntry>\n${amt('1')}</Ntry>\n`
    expect(faultsOf(readFile(file(statement(bad, entry('+1'), bad))))).toHaveLength(2)
  })

  it('is one whose account comes behind it', () => {
    expect(faultsOf(readFile(file(`<Stmt>${entry('+1')}${ownAccount}</Stmt>`)))).toEqual([
      '3 malformed_file Acct account',
    ])
  })
})

describe('a file that is no camt', () => {
  it('is refused with what it begins with', () => {
    const end = readFile(
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn/></Document>',
    )
    expect(faultsOf(end)).toEqual(['1 malformed_file null null'])
    expect(detailsOf(end)).toContain('Document/CstmrCdtTrfInitn')
  })

  it('has no columns that a mapping could name', () => {
    const end = intakeOf(file(), { format: camtFormat, mapping: { amount: 'Amt' } })
    expect(faultsOf(end)).toEqual(['1 unknown_column null amount'])
  })
})
