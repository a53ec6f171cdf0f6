import { describe, expect, it } from 'vitest'
import { createEngineSession } from '../../../functions/console/engine-worker/engine-session.ts'
import type { FileSettings, SideReading } from '../../../functions/console/engine-worker/engine-types.ts'
import {
  faultCures,
  faultWords,
  headerCure,
  headerQuestion,
  rowCure,
  warningCures,
} from '../../../functions/console/parts/file-cures.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { sha256 } from '../../engine/support/sha256.ts'

const session = createEngineSession({ sha256, openRows })

async function read(file: File, settings: FileSettings = {}): Promise<SideReading> {
  const preview = await session.previewFile({ file, settings: { currency: 'EUR', ...settings } }, () => undefined)
  if (preview === undefined) throw new Error('The reading was ended')
  return preview.reading
}

async function faultsOf(file: File) {
  const reading = await read(file)
  if (reading.ok) throw new Error('The file was read')
  return reading.faults
}

const csv = (text: string | Uint8Array<ArrayBuffer>) => new File([text], 'file.csv')
const [head, row] = ['Date,Amount,Text\n', '2026-03-01,10.00,Rent\n']

it('reads amounts that a JSON file holds in objects', async () => {
  const list = [{ id: 'a', date: '2026-03-01', amount: { value: '10.00', currency: 'EUR' } }]
  const file = new File([JSON.stringify(list)], 'file.json')
  const faults = await faultsOf(file)
  const [cure] = faultCures(faults, {})
  expect(cure?.label).toBe('Read amount from amount.value, currency from amount.currency')
  expect(faultWords(faults[0] ?? expect.fail('No fault'))).toBe(
    'Got a record without an amount, wanted amount, gross or net',
  )
  expect(await read(file, cure?.settings)).toMatchObject({ ok: true })
})

describe('a file that is refused', () => {
  it.each([
    ['a line of totals', `${head}${row}Total,10.00,\n`, ['Leave out line 3'], '10'],
    ['two headings', `${head}Account 1,,\n${row}Account 2,,\n${row}`, ['Leave out line 2'], '20'],
    [
      'a sum of both sides',
      'Datum;Name;Soll;Haben\n01.03.2026;Ann;;10,00\n;Summe;5,00;10,00\n',
      ['Leave out line 3'],
      '10',
    ],
    ['dates', 'Date,Amount\n03/04/2026,10.00\n', ['Dates are day first', 'Dates are month first'], '10'],
    [
      'a thousand or one',
      'Date;Amount\n2026-03-01;1.234\n',
      ['The point is the decimal sign', 'The comma is the decimal sign'],
      '1.234',
    ],
    [
      'refunds without a sign',
      'Date,Type,Amount\n2026-03-01,Sale,10.00\n2026-03-02,Refund,4.00\n',
      ['Money goes out where Type is Refund', 'Amounts are as they are written'],
      '6',
    ],
    [
      'columns with strange names',
      'Nr,Am,Wieviel\n1,2026-03-01,10.00\n',
      ['Read date from Am, amount from Wieviel'],
      '10',
    ],
  ])('for %s is read after the first cure', async (_, text, labels, total) => {
    const cures = faultCures(await faultsOf(csv(text)), { currency: 'EUR' })
    expect(cures.map(({ label }) => label)).toEqual(labels)
    expect(await read(csv(text), cures[0]?.settings)).toMatchObject({
      ok: true,
      preview: { summary: { totals: { EUR: total } } },
    })
  })

  it('keeps what earlier cures have said', async () => {
    const file = csv('Date,Amount,Text\n03/04/2026,10.00,a\nTotal,10.00,\n')
    const first = faultCures(await faultsOf(file), {})[0]?.settings ?? {}
    const second = await read(file, first)
    if (second.ok) throw new Error('The file was read')
    const cures = faultCures(second.faults, first)
    expect((await read(file, cures[0]?.settings)).ok).toBe(true)
  })

  it('for bytes that are no text offers other encodings', async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode(`${head}2026-03-01,1.00,B`), 0xfc, 0x0a])
    const reading = await read(csv(bytes), { encoding: 'utf-8' })
    if (reading.ok) throw new Error('The file was read')
    const [cure] = faultCures(reading.faults, { encoding: 'utf-8' })
    expect(cure?.label).toBe('The encoding is windows-1252')
    expect((await read(csv(bytes), cure?.settings)).ok).toBe(true)
  })

  it('is read without a row for which the reader offers nothing, if a person says so', async () => {
    const file = csv(`${head}${row}2026-02-30,5.00,Odd\n`)
    const [fault] = await faultsOf(file)
    if (fault === undefined) throw new Error('No fault')
    expect(faultCures([fault], {})).toEqual([])
    const around = await session.rowsAround({ place: 'source', file, settings: {}, lines: [fault.line] })
    if (around === undefined) throw new Error('The reading was ended')
    const cure = rowCure(fault, {}, around)
    expect(cure?.label).toBe('Leave out line 3')
    expect(await read(file, cure?.settings)).toMatchObject({ preview: { summary: { totals: { EUR: '10' } } } })
  })

  it('is not read without a row whose fault lies in other cells, too', async () => {
    const file = csv('date,debit,credit,description\n2026-03-01,5.00,,A\n2026-03-02,5.00,5.00,B\n')
    const [fault] = await faultsOf(file)
    if (fault === undefined) throw new Error('No fault')
    const around = await session.rowsAround({ place: 'source', file, settings: {}, lines: [fault.line] })
    expect([fault.code, around && rowCure(fault, {}, around)]).toEqual(['debit_and_credit', undefined])
  })

  it('whose header is not found is read by the row that a person calls the header', async () => {
    const file = csv('Bank;of;x\n\nTag;Wert;Zweck\n01.03.2026;10,00;Rent\n')
    const [fault] = await faultsOf(file)
    const around = await session.rowsAround({ place: 'source', file, settings: {}, lines: [1] })
    expect([fault?.code, around?.rows.map(({ state }) => state)]).toEqual([
      'header_not_found',
      ['above', 'above', 'above', 'above'],
    ])
    const asked = headerQuestion({ currency: 'EUR' }, around?.rows[2]?.cells ?? [])
    const answer = await read(file, asked)
    const cure = headerCure(answer.ok ? [] : answer.faults, asked, 3)
    expect(await read(file, cure?.settings)).toMatchObject({ preview: { summary: { totals: { EUR: '10' } } } })
  })

  it('is told in words without JSON', async () => {
    for (const text of [`${head}Total,10.00,\n`, `${head}03/04/2026,1.00,a\n`, 'Nr,Am,Wieviel\n1,2026-03-01,10.00\n'])
      for (const fault of await faultsOf(csv(text))) expect(faultWords(fault)).not.toContain('{')
  })
})

it('shows the rows around a line, as they are read under the settings', async () => {
  const file = csv(`Bank\n${head}${row}Total,10.00,\n`)
  const states = async (settings: FileSettings) =>
    (await session.rowsAround({ place: 'source', file, settings, lines: [4] }))?.rows.map(({ line, state }) => [
      line,
      state,
    ])
  expect(await states({})).toEqual([
    [2, 'header'],
    [3, 'record'],
    [4, 'fault'],
  ])
  const [cure] = faultCures(await faultsOf(file), {})
  expect(await states(cure?.settings ?? {})).toEqual([
    [2, 'header'],
    [3, 'record'],
    [4, 'left-out'],
  ])
})

describe('a warning', () => {
  const fields = [{ field: 'date', columns: ['Date'], values: [] }]
  const warned = { settings: {}, fields, otherCurrency: 'EUR' }

  it('of records without a date is cured by leaving them out', () => {
    const warning = { code: 'missing_date', count: 1, firstLine: 9 } as const
    expect(warningCures({ ...warned, warning })).toEqual([
      { label: 'Leave out line 9', settings: { mapping: { skip: [{ column: 'Date', blank: true }] } }, lines: [9] },
    ])
  })

  it('of records without a currency is cured by that of the other side, if it has one', () => {
    const warning = { code: 'missing_currency', count: 2, firstLine: 2 } as const
    expect(warningCures({ ...warned, warning })).toMatchObject([
      { label: 'Read as EUR', settings: { currency: 'EUR' } },
    ])
    expect(warningCures({ ...warned, warning, otherCurrency: undefined })).toEqual([])
  })
})
