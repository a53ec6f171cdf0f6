import { describe, expect, it } from 'vitest'
import { detailsOf, faultsOf, intakeOf, recordsOf } from '../read.ts'

const header = '"Client account";"Date";"Beneficiary/Payer";"Details";"Amount";"Currency";"Debit/Credit"'
const lines = [
  header,
  '"EE38";"01.04.2024";"";"Opening balance";"1000,00";"EUR";"K"',
  '"EE38";"30.04.2024";"RIMI";"PIRKUMS";"45,10";"EUR";"D"',
  '"EE38";"30.04.2024";"";"Turnover";"45,10";"EUR";"D"',
  '"EE38";"30.04.2024";"";"closing balance";"954,90";"EUR";"K"',
]
const read = (options = {}) => intakeOf(lines.join('\n'), options)

describe('rows that call themselves a balance', () => {
  it('are a question, whose mapping leaves them out', () => {
    expect(faultsOf(read())).toEqual([
      '2 not_a_record null null',
      '4 not_a_record null null',
      '5 not_a_record null null',
    ])
    expect(detailsOf(read())).toContain('whose Details is that of a balance of the account')
    const mappings = [...detailsOf(read()).matchAll(/mapping (\{.*\}) leaves/g)]
    const mapping = JSON.parse(mappings.at(-1)?.[1] ?? '')
    expect(recordsOf(read({ mapping }))).toMatchObject([{ amount: '-45.1', account: 'EE38', counterparty: 'RIMI' }])
    expect(recordsOf(read({ mapping }))).toHaveLength(1)
  })
  it('are records where the mapping says so', () => {
    expect(recordsOf(read({ mapping: { skip: [] } })).map(({ amount }) => amount)).toEqual([
      '1000',
      '-45.1',
      '-45.1',
      '954.9',
    ])
  })
  it('are records where they say more of themselves, as those that open books', () => {
    const rows = ['2024-03-01,U1,Anfangssaldo,,5', '2024-03-01,,Anfangssaldo,Saldovortrag CHF,5']
    for (const isBytewise of [true, false])
      for (const row of rows)
        expect(recordsOf(intakeOf(`Date,Id,Type,Description,Amount\n${row}`, { isBytewise }))).toHaveLength(1)
    expect(faultsOf(intakeOf('Date,Id,Type,Description,Amount\n2024-03-01,,K,Anfangssaldo,5'))).toHaveLength(1)
  })
  it('are a question beside other conditions as well', () => {
    const mapping = { skip: [{ column: 'Details', equals: 'Turnover' }] }
    expect(faultsOf(read({ mapping }))).toEqual(['2 not_a_record null null', '5 not_a_record null null'])
    expect(detailsOf(read({ mapping }))).not.toContain('"skip":[] in it')
  })
  it.each(['Opening balance transfer', 'TOTAL', 'Kontostandsabfrage', 'Turnover tax'])(
    'are not those of %s',
    (text) => {
      expect(recordsOf(intakeOf(`Date,Description,Amount\n2024-04-30,${text},5`))).toHaveLength(1)
    },
  )
  it.each(['SALDO ANTERIOR', 'Počáteční zůstatek', 'INGÅENDE SALDO', ' Anfangssaldo '])(
    'may be those of %s',
    (text) => {
      expect(faultsOf(intakeOf(`Date,Description,Amount\n2024-04-30,${text},5`))).toEqual(['2 not_a_record null null'])
      expect(faultsOf(intakeOf(`Date,Description,Amount\n2024-04-30,${text},5`, { isBytewise: false }))).toHaveLength(1)
    },
  )
})
