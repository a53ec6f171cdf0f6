import { describe, expect, it } from 'vitest'
import { camtFormat } from '../../../../engine/intake/camt/camt.ts'
import { openSniffedIntake } from '../../../../engine/intake/sniff-format.ts'
import { openRows } from '../../support/open-rows.ts'
import { sha256 } from '../../support/sha256.ts'
import { faultsOf } from '../read.ts'
import { balance, entry, file, readFile, statement, summaryOf, warningsOf } from './camt-sample.ts'

const statementsOf = (...each: readonly string[]) => summaryOf(file(...each)).statements

describe('a statement of camt', () => {
  it('has an account, a number, a period and balances that its booked entries explain', () => {
    const inner = [
      '<ElctrncSeqNb>7</ElctrncSeqNb><LglSeqNb>8</LglSeqNb>',
      '<FrToDt><FrDtTm>2026-03-01T00:00:00+01:00</FrDtTm><ToDtTm>2026-03-31T23:59:59</ToDtTm></FrToDt>',
      balance('OPBD', '+100.00'),
      balance('CLBD', '-3'),
      entry('-103'),
      ...['PDNG', 'INFO', 'FUTR'].map((status) => entry('+50', `<Sts><Cd>${status}</Cd></Sts>`)),
    ]
    expect(statementsOf(statement(...inner))).toEqual([
      {
        line: 3,
        file: null,
        account: 'DE02',
        reference: '7',
        currency: 'EUR',
        period: { from: '2026-03-01', to: '2026-03-31' },
        opening: '100',
        closing: '-3',
        entryCount: 1,
        entryTotal: '-103',
        check: 'balanced',
        difference: '0',
      },
    ])
    expect(summaryOf(file(statement(...inner))).totals).toEqual({ EUR: '47' })
  })

  it('has the first name of its account, where a bank gives it two', () => {
    const both = '<Acct><Id><IBAN>DE03</IBAN><Othr><Id>0815</Id></Othr></Id></Acct>'
    const proxy = '<Acct><Prxy><Id>+4912</Id></Prxy></Acct>'
    const text = file(...[both, proxy].map((account) => `<Stmt>${account}</Stmt>`))
    expect(summaryOf(text).statements.map(({ account }) => account)).toEqual(['DE03', '+4912'])
  })

  it.each([
    [
      ['PRCD', 'CLBD'],
      ['1', '2'],
    ],
    [
      ['PRCD', 'OPBD'],
      ['2', null],
    ],
    [
      ['ITBD', 'CLAV', 'OPAV', 'FWAV', 'XPCD'],
      [null, null],
    ],
  ])('with the balances %j opens and closes with %j', (codes, [opening, closing]) => {
    const balances = codes.map((code, index) => balance(code, `+${index + 1}`))
    expect(statementsOf(statement(...balances))).toMatchObject([{ opening, closing }])
  })

  it('of several days opens with the first day’s balance and closes with the last one’s', () => {
    const days = [
      balance('OPBD', '+2', '2026-03-02'),
      balance('OPBD', '+1', '2026-03-01'),
      balance('CLBD', '+3', '2026-03-02'),
      balance('CLBD', '+2', '2026-03-01'),
    ]
    for (const inner of [days, days.toReversed()])
      expect(statementsOf(statement(...inner, entry('+2')))).toMatchObject([
        { opening: '1', closing: '3', check: 'balanced' },
      ])
  })

  it('is one of several, with an account of its own, in reports and notifications too', () => {
    const other = '<Acct><Id><Othr><Id>0815</Id></Othr></Id></Acct>'
    const text = file(statement(entry('+1')), `<Rpt>${other}${entry('+2')}</Rpt>`, `<Ntfctn>${entry('+3')}</Ntfctn>`)
    expect(summaryOf(text)).toMatchObject({
      recordCount: 3,
      statements: [{ account: 'DE02', reference: 'S1' }, { account: '0815' }, { account: null }],
    })
  })

  it('that does not add up is warned of', () => {
    const text = file(statement(balance('OPBD', '+1'), balance('CLBD', '+3'), entry('+1')))
    expect(warningsOf(text)).toEqual(['balance_mismatch 1'])
  })

  it.each([
    ['Bal/Amt', balance('CLBD', '+1,0'), '3 invalid_decimal Bal/Amt amount'],
    ['Bal/CdtDbtInd', balance('OPBD', '+1').replace('CRDT', ''), '3 invalid_flag Bal/CdtDbtInd amount'],
    ['Bal/Amt', balance('OPBD', '+1').replace(/<Amt.*Amt>/, ''), '3 missing_amount Bal/Amt amount'],
    ['FrToDt', '<FrToDt><FrDt>1.3.2026</FrDt></FrToDt>', '3 invalid_date Stmt/FrToDt null'],
  ])('whose %s cannot be read is a fault', (_element, inner, fault) => {
    expect(faultsOf(readFile(file(statement(inner))))).toEqual([fault])
  })
})

describe('the totals that a statement states', () => {
  const totals = (credits: string, sum: string, all = 3) =>
    `<TxsSummry><TtlNtries><NbOfNtries>${all}</NbOfNtries></TtlNtries><TtlCdtNtries><NbOfNtries>${credits}</NbOfNtries>
    <Sum>${sum}</Sum></TtlCdtNtries><TtlDbtNtries><Sum>-4.0</Sum></TtlDbtNtries></TxsSummry>`
  const entries = [entry('+1'), entry('+2.5'), entry('-4')]

  it.each([
    [totals('2', '3.50'), []],
    [totals('2', '3.49'), ['control_total_mismatch 1']],
    [totals('3', '3.50'), ['control_total_mismatch 1']],
    [totals('2', '3.50', 4), ['control_total_mismatch 1']],
    [totals('9', '9') + entry('+1', '', 'USD'), []],
    [`<StmtPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>${totals('9', '9')}`, []],
  ])('are those of its entries, unless it has more pages or currencies: %#', (stated, warnings) => {
    expect(warningsOf(file(statement(stated, ...entries)))).toEqual(warnings)
  })

  it('may leave out what is only expected', () => {
    const pending = entry('+9', '<Sts>PDNG</Sts>')
    expect(warningsOf(file(statement(totals('2', '3.5'), ...entries, pending)))).toEqual([])
    expect(warningsOf(file(statement(totals('3', '12.5', 4), ...entries, pending)))).toEqual([])
  })
})

describe('a file is recognised', () => {
  const sniff = (text: string, isAll = false) =>
    camtFormat.sniff(new TextEncoder().encode(text.replace(/\s/g, '')), isAll)

  it.each([
    [file(), 'certain'],
    ['<?xml version="1.0"?><n:BkToCstmrAcctRpt>', 'certain'],
    ['<', 'undecided'],
    ['<D', 'undecided'],
    ['', 'undecided'],
    ['id,amount', 'no'],
    [`<?xml version="1.0"?><a>${'x'.repeat(1024)}`, 'likely'],
    [`<?xml version="1.0"?><OFX>${'x'.repeat(1024)}`, 'no'],
    [`<!DOCTYPE html><html>${'x'.repeat(1024)}`, 'no'],
  ] as const)('%#: %s', (text, sniffed) => {
    expect(sniff(text)).toBe(sniffed)
  })

  it('and read, in parts of any size', () => {
    const bytes = new TextEncoder().encode(file(statement(entry('+1'))))
    for (const size of [1, 7, bytes.length]) {
      const intake = openSniffedIntake({ sha256, rows: openRows })
      for (let start = 0; start < bytes.length; start += size) intake.write(bytes.subarray(start, start + size))
      expect(intake.end()).toMatchObject({ ok: true, summary: { recordCount: 1, statements: [{ account: 'DE02' }] } })
    }
  })

  it('by all of its bytes if they are few', () => {
    expect([sniff('<?xml?><a/>', true), sniff('<a/>', true), sniff('', true)]).toEqual(['likely', 'no', 'no'])
  })
})
