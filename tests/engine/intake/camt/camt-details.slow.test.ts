import { describe, expect, it } from 'vitest'
import { heldLengthMax } from '../../../../engine/intake/camt/camt-details.ts'
import { faultsOf } from '../read.ts'
import {
  amt,
  details,
  entry,
  file,
  readFile,
  recordsIn,
  signed,
  statement,
  summaryOf,
  warningsOf,
} from './camt-sample.ts'

const charges = (total: string, currency?: string) => `<Chrgs>${amt(total, currency, 'TtlChrgsAndTaxAmt')}</Chrgs>`
const amountsIn = (inner: string, level?: 'entry' | 'detail') => recordsIn(inner, level).map(({ amount }) => amount)
const txAmt = (text: string, currency?: string) => `<AmtDtls><TxAmt>${amt(text, currency)}</TxAmt></AmtDtls>`

describe('the details of an entry', () => {
  const batch = entry(
    '-10',
    `<AcctSvcrRef>B1</AcctSvcrRef><NtryRef>N1</NtryRef><AddtlNtryInf>Batch</AddtlNtryInf>${details(
      `<Refs><AcctSvcrRef>D1</AcctSvcrRef><EndToEndId>E1</EndToEndId></Refs>${signed('-4')}<RmtInf><Ustrd>one</Ustrd></RmtInf>`,
      `<Refs><EndToEndId>E2</EndToEndId></Refs>${signed('-6')}`,
    )}`,
  )

  it('are records where they add up, with what the entry says of all', () => {
    const shared = { currency: 'EUR', account: 'DE02', date: '2026-03-31' }
    for (const level of [undefined, 'detail'] as const)
      expect(recordsIn(batch, level)).toEqual([
        {
          ...shared,
          id: 'D1',
          amount: '-4',
          reference: 'E1',
          description: 'one',
          attributes: {
            endToEndId: 'E1',
            bankReference: 'D1',
            entryBankReference: 'B1',
            entryReference: 'N1',
            entryInformation: 'Batch',
          },
        },
        {
          ...shared,
          id: 'B1/2',
          amount: '-6',
          reference: 'E2',
          description: 'Batch',
          attributes: { endToEndId: 'E2', bankReference: 'B1', entryReference: 'N1', entryInformation: 'Batch' },
        },
      ])
    expect(warningsOf(file(statement(batch)))).toEqual([])
  })

  it('are left out at the level of entries, but for what all have in common', () => {
    expect(recordsIn(batch, 'entry')).toMatchObject([
      { id: 'B1', amount: '-10', description: 'Batch', attributes: { batchCount: '2' } },
    ])
    expect(warningsOf(file(statement(batch)), 'entry')).toEqual([])
    const alike = details(
      `<Refs><MndtId>M1</MndtId><EndToEndId>E1</EndToEndId></Refs>`,
      `<Refs><MndtId>M1</MndtId></Refs>`,
    )
    expect(recordsIn(entry('+1', alike), 'entry')[0]?.attributes).toEqual({ mandateId: 'M1', batchCount: '2' })
  })

  it('stand in the entry itself, as in the first version of the messages', () => {
    const first = (inner: string) => inner.replace(/<.?NtryDtls>/g, '')
    const one = first(details('<Refs><EndToEndId>E1</EndToEndId></Refs>'))
    expect(recordsIn(entry('-7', one))).toMatchObject([{ amount: '-7', reference: 'E1' }])
    expect(amountsIn(entry('-7', first(details(amt('10'), signed('+3')))))).toEqual(['-10', '3'])
    expect(amountsIn(entry('-7', first(details(txAmt('4'), txAmt('3')))))).toEqual(['-4', '-3'])
  })

  it('have the signs of their own, else that of the entry', () => {
    expect(amountsIn(entry('-7', details(amt('10'), signed('+3'))))).toEqual(['-10', '3'])
  })

  it.each([
    ['TxAmt', details(txAmt('4'), txAmt('6'))],
    ['InstdAmt', details(...['4', '6'].map((text) => `<AmtDtls><InstdAmt>${amt(text)}</InstdAmt></AmtDtls>`))],
    ['TxAmt beside an amount in another currency', details(amt('9', 'USD') + txAmt('4'), txAmt('6'))],
    ['TxAmt beside a dummy of zero', details(amt('0') + txAmt('4'), txAmt('6'))],
    ['CntrValAmt', details(`<AmtDtls><CntrValAmt>${amt('4')}</CntrValAmt></AmtDtls>`, amt('6'))],
  ])('may have their amounts in %s', (_element, inner) => {
    expect(amountsIn(entry('+10', inner))).toEqual(['4', '6'])
  })

  it('have ids of their own where they repeat the reference of the entry', () => {
    const inner = details(...['4', '6'].map((text) => `<Refs><AcctSvcrRef>B1</AcctSvcrRef></Refs>${amt(text)}`))
    expect(recordsIn(entry('+10', `<AcctSvcrRef>B1</AcctSvcrRef>${inner}`)).map(({ id }) => id)).toEqual([
      'B1/1',
      'B1/2',
    ])
  })

  it('keep their own batch, of several in one entry', () => {
    const group = (name: string, text: string) =>
      details(amt(text)).replace('<NtryDtls>', `<NtryDtls><Btch><PmtInfId>${name}</PmtInfId></Btch>`)
    const both = group('P1', '4') + group('P2', '6')
    expect(recordsIn(entry('+10', both)).map(({ reference }) => reference)).toEqual(['P1', 'P2'])
    expect(recordsIn(entry('+10', both), 'entry')[0]).not.toHaveProperty('reference')
  })

  it('do not make what was instructed for all of them that of each', () => {
    const instructed = `<AmtDtls><InstdAmt>${amt('12', 'USD')}</InstdAmt></AmtDtls>`
    expect(recordsIn(entry('+10', instructed + details(amt('4'), amt('6'))))[0]).not.toHaveProperty('attributes')
  })
})

describe('details that leave a remainder', () => {
  it.each([
    ['the entry', charges('0.50'), ['6', '4'], '-0.5'],
    ['one detail', '', [`6</Amt>${charges('0.50')}<Amt>`, '4'], '-0.5'],
    [
      'records of charges',
      `<Chrgs><Rcrd>${signed('-0.70')}</Rcrd><Rcrd>${signed('+0.20')}</Rcrd></Chrgs>`,
      ['6', '4'],
      '-0.5',
    ],
    ['the older form', `<Chrgs>${signed('-0.50')}</Chrgs>`, ['10'], '-0.5'],
  ])('that charges of %s name have a record for it', (_where, ofEntry, amounts, remainder) => {
    const inner = details(...amounts.map((text) => `<Amt>${text}</Amt>`.replace('<Amt></Amt>', '')))
    const records = recordsIn(entry('+9.50', `<AcctSvcrRef>B1</AcctSvcrRef>${ofEntry}${inner}`))
    expect(records.map(({ amount }) => amount)).toEqual([...amounts.map((text) => text.split('<')[0]), remainder])
    expect(records.at(-1)).toMatchObject({ id: 'B1/charges', attributes: { residual: 'charges' } })
  })

  it.each([charges('0.40'), charges('0.50', 'USD'), ''])(
    'that nothing names stay one entry, with a warning: %s',
    (named) => {
      const inner = entry('+9.50', `${named}${details(amt('6'), amt('4'))}`)
      expect(amountsIn(inner)).toEqual(['9.5'])
      expect(warningsOf(file(statement(inner)))).toEqual(['control_total_mismatch 1'])
    },
  )

  it('are records all the same at the level of details, with the difference', () => {
    const inner = entry('+9.50', details(amt('6'), amt('4')))
    expect(recordsIn(inner, 'detail').at(-1)).toMatchObject({ amount: '-0.5', attributes: { residual: 'difference' } })
    expect(warningsOf(file(statement(inner)), 'detail')).toEqual(['control_total_mismatch 1'])
  })
})

describe('details without an amount in the currency of the account', () => {
  it('are one entry when there is one of them', () => {
    for (const level of [undefined, 'detail', 'entry'] as const)
      for (const inner of ['', amt('3', 'USD'), `<AmtDtls><InstdAmt>${amt('11')}</InstdAmt></AmtDtls>`])
        expect(amountsIn(entry('+10', details(inner)), level)).toEqual(['10'])
    expect(warningsOf(file(statement(entry('+10', details('')))))).toEqual([])
  })

  it('are left out with a warning when there are several', () => {
    const inner = entry('+10', details('<Refs/>', amt('4')))
    for (const level of [undefined, 'detail'] as const) {
      expect(amountsIn(inner, level)).toEqual(['10'])
      expect(warningsOf(file(statement(inner)), level)).toEqual(['skipped_entries 1'])
    }
  })
})

describe('an entry of many details', () => {
  const many = (count: number, text: string) =>
    file(
      statement(
        entry(`+${count}`, details(...Array<string>(count).fill(`${amt('1')}<AddtlTxInf>${text}</AddtlTxInf>`))),
      ),
    )

  it('gives them in order', () => {
    const text = file(
      statement(
        entry('+600', details(...Array.from({ length: 600 }, (_, n) => `${amt('1')}<AddtlTxInf>${n}</AddtlTxInf>`))),
      ),
    )
    const { recordCount, totals } = summaryOf(text)
    expect([recordCount, totals]).toEqual([600, { EUR: '600' }])
    expect(
      recordsIn(text.slice(text.indexOf('<Ntry>'), text.indexOf('</Stmt>'))).map((each) => each.description),
    ).toEqual(Array.from({ length: 600 }, (_, n) => String(n)))
  })

  it('of more text than is held is refused, but for the level of entries', () => {
    const text = many(2_000, 'x'.repeat(Math.ceil(heldLengthMax / 1_700)))
    expect(faultsOf(readFile(text))).toEqual(['3 record_too_large Ntry/NtryDtls null'])
    expect(summaryOf(text, 'entry')).toMatchObject({ recordCount: 1, totals: { EUR: '2000' } })
  })
})
