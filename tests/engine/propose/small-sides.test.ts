import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { proposeRules } from '../../../engine/propose/propose-rules.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Table } from '../../../engine/record/table.ts'
import { createTableBuilder } from '../../../engine/record/table-builder.ts'

type Row = Omit<CanonicalRecord, 'id'>

/** A table of records that the intake has named, by what is in them. */
function tableOf(rows: readonly Row[]): Table {
  const builder = createTableBuilder('all')
  const counts = new Map<string, number>()
  const lines = rows.map((row) => {
    const id = `row_${createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 26)}`
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return `${JSON.stringify({ id: count === 1 ? id : `${id}#${count}`, ...row })}\n`
  })
  builder.addLines(lines.join(''))
  return builder.finish()
}

const propose = (source: readonly Row[], target: readonly Row[]) =>
  proposeRules({ source: tableOf(source), target: tableOf(target) })

const dateOf = (day: number): string => new Date(Date.UTC(2026, 2, 1 + day)).toISOString().slice(0, 10)

describe('a proposal for records without ids of their own', () => {
  it('takes no equal amount on the same day for an identity', () => {
    const rows = (dayStep: number, amountStep: number): Row[] =>
      Array.from({ length: 120 }, (_, index) => ({
        date: dateOf((index * dayStep) % 31),
        amount: `${13 + ((index * amountStep) % 29)}`,
        currency: 'EUR',
      }))
    const { rules } = propose(rows(7, 3), rows(11, 5))
    expect(rules.filter(({ action }) => action !== 'suggest')).toEqual([])
  })
})

describe('a proposal for sides that share amounts and nothing else', () => {
  const amounts = ['19.99', '250', '33.1', '78.45', '12']
  const rowsOf = (list: readonly string[], later: readonly number[]): Row[] =>
    list.map((amount, index) => ({ date: dateOf(index + (later[index] ?? 0)), amount, currency: 'EUR' }))

  it('suggests what agrees in amount and nearly in date, of five records', () => {
    const proposal = propose(rowsOf(amounts, []), rowsOf([...amounts.slice(0, 4), '99'], [0, 1, 0, 1, 1]))
    expect(proposal.isRelated).toBe(true)
    expect(proposal.explanations).toMatchObject([{ rule: 'amount-date', action: 'suggest', matches: 4 }])
  })

  it('knows amounts that have the other sign', () => {
    const turned = amounts.map((amount) => `-${amount}`)
    const proposal = propose(rowsOf(amounts, []), rowsOf(turned, [0, 1, 2, 1, 0]))
    expect(proposal.explanations).toMatchObject([{ rule: 'amount-date', action: 'suggest', matches: 5 }])
  })

  it('says of too few records that they are too few', () => {
    const { isRelated, left } = propose(rowsOf(amounts.slice(0, 2), []), rowsOf(amounts, []))
    expect(isRelated).toBe(false)
    expect(left.reasons).toEqual(['The source has 2 records, too few to learn rules from.'])
  })

  it('says of no records that there are none', () => {
    expect(propose([], rowsOf(amounts, [])).left.reasons).toEqual(['The source has no records.'])
  })
})

describe('a proposal for a month of cheques and of receipts with the payer amid words of the bank', () => {
  const payers = [
    ...['Baker & Sons', 'Nguyen Dental Group', 'Hillside HOA', 'Ramirez Construction', 'Oak Street Cafe'],
    ...['Lindqvist Imports', 'City of Fremont', 'Patel Motors', 'Greenway Landscaping', 'Tom Whitaker'],
  ]
  /** The oftenest payer is one in five: no filler, since others are written as it is. */
  const payerOf = (index: number): string => payers[index % 5 === 0 ? 4 : (7 * index) % 10] ?? ''
  const amountOf = (index: number): string => `${100 + ((index * 7_919) % 4_801)}.${10 + ((index * 37) % 89)}`
  const receipts = Array.from({ length: 25 }, (_, index) => ({
    bank: {
      date: dateOf(index + (index % 3)),
      amount: amountOf(index),
      description: `ORIG CO NAME:${payerOf(index).toUpperCase().slice(0, 16)} CO ENTRY DESCR:PAYMENT`,
    },
    book: {
      date: dateOf(index),
      amount: amountOf(index),
      reference: `${510 + 17 * index}`,
      counterparty: payerOf(index),
    },
  }))
  const cheques = Array.from({ length: 20 }, (_, index) => ({
    bank: { date: dateOf(index + 3), amount: `-${amountOf(40 + index)}`, description: `CHECK ${2101 + index}` },
    book: {
      date: dateOf(index),
      amount: `-${amountOf(40 + index)}`,
      reference: `${2101 + index}`,
      counterparty: ['Uline', 'Grainger', 'Staples', 'State Farm'][index % 4] ?? '',
    },
  }))
  const all = [...receipts, ...cheques]
  const proposal = propose(
    all.map(({ bank }) => bank),
    all.map(({ book }) => book),
  )

  it('claims all of them', () => {
    expect(proposal.left).toMatchObject({ source: 0, target: 0 })
    expect(proposal.rules.filter(({ action }) => action === 'suggest')).toEqual([])
  })
})
