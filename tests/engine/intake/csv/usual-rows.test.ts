import { describe, expect, it } from 'vitest'
import { utf8 } from '../../../../engine/base/bytes.ts'
import { openIntake } from '../../../../engine/intake/intake.ts'
import { csvFormat } from '../../../../engine/intake/kinds/csv-format.ts'
import { openRows } from '../../support/open-rows.ts'
import { sha256 } from '../../support/sha256.ts'

/** Decides the decimal sign, and that amounts have their own signs: the one row of each file that has to be an object. */
const decidingRow = 's0,2026-03-01,Order,-2.50,EUR,b1'

/** How many records behind the first are read as objects, which takes several times as long. */
function objectCountOf(rows: readonly string[]): number {
  const intake = openIntake({ format: csvFormat, sha256, rows: openRows })
  intake.write(utf8(['id,date,description,amount,currency,batch', decidingRow, ...rows, ''].join('\n')))
  const end = intake.end()
  expect(end).toMatchObject({ ok: true, summary: { recordCount: 1 + rows.length } })
  return intake.objectCount() - 1
}

const row = ({ id = 's1', date = '2026-03-01', text = 'Order', amount = '1.50', batch = 'b1' }): string =>
  [id, date, text, amount, 'EUR', batch].join(',')

describe('the rows of a usual CSV', () => {
  it('are all read by their bytes', () => {
    const rows = Array.from({ length: 1000 }, (_, index) =>
      row({ id: `s${index + 1}`, date: `2026-03-${10 + (index % 20)}`, amount: `${index}.${index % 10}5` }),
    )
    expect(objectCountOf(rows)).toBe(0)
  })

  it('are all read by their bytes where their lines fill more than a batch', () => {
    const text = '\u0001'.repeat(1000)
    expect(objectCountOf(Array.from({ length: 300 }, (_, index) => row({ id: `s${index + 1}`, text })))).toBe(0)
  })

  const usual = {
    'a quoted cell': { text: '"Order, late"' },
    'doubled quotes': { text: '"""Order"" of 5"""' },
    'doubled quotes in two cells': { text: '"a ""b"""', batch: '"""c"""' },
    'quotes in a cell without': { text: 'pipe of 5"' },
    'text beyond ASCII': { text: 'für Ünal €' },
    'white space around a cell': { text: '  Order ' },
    'a time of day': { date: '2026-03-01T12:30:00Z' },
    'an amount in groups': { amount: '"-1,234.50"' },
    'an absent id': { id: '' },
  }
  it.each(Object.entries(usual))('may have %s', (_, cells) => {
    expect(objectCountOf([row(cells)])).toBe(0)
  })

  const unusual = {
    'a line end within a cell': { text: '"two\nlines"' },
    'a currency beside the amount': { amount: 'EUR 5.00' },
    'an amount of more digits than a float64 holds': { amount: '1234567890123456.5' },
    'a text of a balance': { text: '"""Closing"" balance"' },
  }
  it.each(Object.entries(unusual))('leave %s, and no other row, to the general reader', (_, cells) => {
    expect(objectCountOf([row(cells), row({ id: 's3', text: '"an ""Order"""' })])).toBe(1)
  })
})
