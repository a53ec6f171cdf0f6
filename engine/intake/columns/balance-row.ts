import { byteAt, int32At } from '../../base/at.ts'
import { utf8 } from '../../base/bytes.ts'
import type { Cells } from '../rows/cells.ts'
import type { Column, Row } from '../rows/row.ts'
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

const textsByLength: Uint8Array[][] = []
for (const text of balanceTexts) {
  const bytes = utf8(text)
  const others = textsByLength[bytes.length]
  if (others === undefined) textsByLength[bytes.length] = [bytes]
  else others.push(bytes)
}

interface BalanceRows {
  columnOf(row: Row): Column | undefined
  /** A quick test by bytes: true for a spelling in `balanceTexts`, in upper or lower case. */
  mayBe(cells: Cells): boolean
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
    mayBe(cells) {
      for (const column of columns) if (mayBeBalance(cells, column)) return true
      return false
    },
  }
}

const textFields = ['description', 'type', 'reference', 'counterparty']

const textLengthMax = 40

const isBalance = (text: string): boolean => text.length <= textLengthMax && plainTexts.has(plainName(text))

/** The bit that differs between upper and lower case, in ASCII and in the second byte of most accented letters. */
const caseBit = 0x20

function mayBeBalance({ bytes, starts, ends }: Cells, { index }: Column): boolean {
  const start = int32At(starts, index)
  const texts = textsByLength[int32At(ends, index) - start]
  if (texts === undefined) return false
  const first = byteAt(bytes, start) | caseBit
  for (const text of texts) if (byteAt(text, 0) === first && isText(bytes, start, text)) return true
  return false
}

function isText(bytes: Uint8Array, start: number, text: Uint8Array): boolean {
  for (let offset = 1; offset < text.length; offset++)
    if ((byteAt(bytes, start + offset) | caseBit) !== (byteAt(text, offset) | caseBit)) return false
  return true
}
