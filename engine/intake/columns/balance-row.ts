import type { Column, Row } from '../rows/row.ts'
import type { UsualPlan } from '../rows/usual-plan.ts'
import { plainName } from './column-names.ts'
import type { ColumnPlan, Table } from './header.ts'
import { textIn } from './row-skip.ts'

const balanceTexts = [
  'opening balance · closing balance · beginning balance · ending balance · balance brought forward · turnover',
  'balance carried forward · anfangssaldo · endsaldo · schlusssaldo · alter kontostand · neuer kontostand · kontostand',
  'solde initial · solde final · ancien solde · nouveau solde · saldo inicial · saldo final · saldo anterior',
  'saldo iniziale · saldo finale · beginsaldo · eindsaldo · saldo początkowe · saldo końcowe · počáteční zůstatek',
  'konečný zůstatek · nyitó egyenleg · záró egyenleg · ingående saldo · utgående saldo · inngående saldo',
].flatMap((list) => list.split(' · '))

const plainTexts: ReadonlySet<string> = new Set(balanceTexts.map(plainName))

interface BalanceRows {
  columnOf(row: Row): Column | undefined
  /** Says which texts make a row unusual. */
  declare(plan: UsualPlan): void
}

/**
 * Recognises rows that state a balance. A row with an id or further text is a record, such as an opening entry. With an
 * empty `skip` list in the mapping, every row is a record.
 */
export function createBalanceRows({ fields, table }: ColumnPlan & { readonly table: Table }): BalanceRows {
  const isAllRecords = table.mapping['skip'] !== undefined && table.skip.length === 0
  const described = isAllRecords ? [] : textFields
  const columns = described.flatMap((field) => fields.get(field) ?? [])
  const others = ['id', ...textFields].flatMap((field) => (field === 'type' ? [] : (fields.get(field) ?? [])))
  const saysMore = (row: Row): boolean =>
    others.some((column) => !isBalance(textIn(row, column)) && textIn(row, column) !== '')
  return {
    columnOf(row) {
      const found = columns.find((column) => isBalance(textIn(row, column)))
      return found === undefined || saysMore(row) ? undefined : found
    },
    declare(plan) {
      for (const { index } of columns) plan.watch({ ...balanceWatch, cell: index })
    },
  }
}

const textFields = ['description', 'type', 'reference', 'counterparty']

const textLengthMax = 40

const isBalance = (text: string): boolean => text.length <= textLengthMax && plainTexts.has(plainName(text))

/** A character of a text has up to three bytes. */
const balanceWatch = {
  byteCountMax: 3 * textLengthMax,
  hasDigits: false,
  beginnings: plainTexts,
  answer: (text: string) => Number(isBalance(text)),
}
