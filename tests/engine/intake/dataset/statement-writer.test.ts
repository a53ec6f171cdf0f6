import { describe, expect, it } from 'vitest'
import { parseDecimal } from '../../../../engine/base/decimal.ts'
import { statementCountMax } from '../../../../engine/intake/dataset/dataset-notes.ts'
import {
  createStatementWriter,
  type Entry,
  type StatementFacts,
} from '../../../../engine/intake/dataset/statement-writer.ts'
import type { FileFormat } from '../../../../engine/intake/format/format.ts'
import { noSteps } from '../../../../engine/intake/rows/steps.ts'
import { faultsOf, intakeOf, recordsOf } from '../read.ts'

const decimal = (text: string) => {
  const value = parseDecimal(text)
  if (value === undefined) throw new Error(text)
  return value
}

interface Told {
  readonly facts?: StatementFacts
  readonly entries?: readonly Entry[]
}

/** An intake of a file whose reader finds these statements. */
const intakeOfStatements = (statements: readonly Told[], currency?: string) => {
  const format: FileFormat = {
    name: 'told',
    title: 'told',
    mediaTypes: [],
    extensions: [],
    sniff: () => 'no',
    open(options, sink) {
      const writer = createStatementWriter(sink, options.currency)
      return {
        write: noSteps,
        end() {
          for (const [index, { facts = {}, entries = [] }] of statements.entries()) {
            writer.begin(index + 1)
            writer.describe(facts)
            for (const entry of entries) writer.take(entry)
            writer.end()
          }
          return noSteps()
        },
      }
    },
  }
  return intakeOf('', { format, currency })
}

const summaryOf = (...words: Parameters<typeof intakeOfStatements>) => {
  const end = intakeOfStatements(...words)
  if (!end.ok) throw new Error(faultsOf(end).join())
  return end.summary
}

const balances = (opening: string, closing: string): StatementFacts => ({
  currency: 'EUR',
  opening: { amount: decimal(opening) },
  closing: { amount: decimal(closing) },
})

describe('a statement', () => {
  it('gives its account and currency to its entries, whose own come first', () => {
    const end = intakeOfStatements([
      {
        facts: { account: 'DE02', currency: 'EUR' },
        entries: [
          {
            line: 2,
            amount: decimal('-1.50'),
            date: 0,
            valueDate: 1,
            reference: ' r ',
            description: '  ',
            attributes: { a: ' b ', c: '' },
          },
          { line: 3, amount: decimal('2'), date: 0, currency: 'USD', account: 'US1', id: 'x' },
        ],
      },
    ])
    expect(recordsOf(end)).toEqual([
      {
        amount: '-1.5',
        currency: 'EUR',
        date: '1970-01-01',
        valueDate: '1970-01-02',
        reference: 'r',
        account: 'DE02',
        attributes: { a: 'b' },
      },
      { id: 'x', amount: '2', currency: 'USD', date: '1970-01-01', account: 'US1' },
    ])
  })

  it('adds up, or is warned of with both figures', () => {
    const entries = [{ line: 2, amount: decimal('5'), date: 0 }]
    const { statements, warnings } = summaryOf([
      { facts: balances('1', '6'), entries },
      { facts: balances('1', '7'), entries },
      { facts: balances('1', '8.5'), entries },
    ])
    expect(statements.map(({ check, difference, entryTotal }) => [check, difference, entryTotal])).toEqual([
      ['balanced', '0', '5'],
      ['mismatch', '1', '5'],
      ['mismatch', '2.5', '5'],
    ])
    expect(warnings).toContainEqual({ code: 'balance_mismatch', count: 2, firstLine: 2, expected: '6', stated: '7' })
  })

  it('is not checked without both balances, or in several currencies', () => {
    const { statements } = summaryOf([
      { facts: { currency: 'EUR', opening: { amount: decimal('1') } } },
      { facts: balances('0', '0'), entries: [{ line: 1, amount: decimal('1'), currency: 'USD', date: 0 }] },
      { facts: { ...balances('0', '0'), closing: { amount: decimal('0'), currency: 'USD' } } },
    ])
    expect(statements.map(({ check, difference }) => [check, difference])).toEqual(Array(3).fill(['unchecked', null]))
  })

  it('does not count what is only expected', () => {
    const pending = { line: 1, amount: decimal('4'), date: 0, isBooked: false }
    expect(summaryOf([{ facts: balances('1', '1'), entries: [pending] }])).toMatchObject({
      totals: { EUR: '4' },
      statements: [{ check: 'balanced', entryCount: 0, entryTotal: '0' }],
    })
  })

  it('takes the value date where there is no booking date, and says so; no date is said too', () => {
    const { warnings, period } = summaryOf(
      [
        {
          entries: [
            { line: 7, amount: decimal('1'), valueDate: 3 },
            { line: 8, amount: decimal('2') },
          ],
        },
      ],
      'CHF',
    )
    expect(period).toEqual({ from: '1970-01-04', to: '1970-01-04' })
    expect(warnings).toEqual([
      { code: 'missing_date', count: 1, firstLine: 8, totals: { CHF: '2' } },
      { code: 'value_date_used', count: 1, firstLine: 7 },
    ])
  })

  it('with an amount or an id that no record has room for is a fault', () => {
    const end = intakeOfStatements([
      {
        entries: [
          { line: 2, amount: decimal('1234567890123456789') },
          { line: 3, amount: decimal('1'), id: 'x'.repeat(257) },
        ],
      },
    ])
    expect(faultsOf(end)).toEqual(['2 invalid_decimal null amount', '3 invalid_text null id'])
  })

  it('more than a row has room for are a fault', () => {
    expect(faultsOf(intakeOfStatements(Array(statementCountMax + 1).fill({})))).toEqual([
      `${statementCountMax + 1} too_many_statements null null`,
    ])
  })
})
