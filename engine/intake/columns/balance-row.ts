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

/** The letters of each text, without spaces. */
const letterLists = [...plainTexts].map((text) => utf8(text.replaceAll(' ', '')))
const letterCountMax = Math.max(...letterLists.map(({ length }) => length))

interface BalanceRows {
  columnOf(row: Row): Column | undefined
  /** A quick test by bytes: false only if the row certainly names no balance. */
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

const [firstDigit, lastDigit, caseBit, firstLetter, lastLetter] = [0x30, 0x39, 0x20, 0x61, 0x7a]
const letters = new Uint8Array(letterCountMax)

const isDigit = (byte: number): boolean => byte >= firstDigit && byte <= lastDigit

/** Compares the cell's letters from a to z: in a spelling of a text, only accented letters are missing among them. */
function mayBeBalance({ bytes, starts, ends }: Cells, { index }: Column): boolean {
  const [start, end] = [int32At(starts, index), int32At(ends, index)]
  // Most references and descriptions end in a digit.
  if (start < end && isDigit(byteAt(bytes, end - 1))) return false
  let [count, hasAccents] = [0, false]
  for (let place = start; place < end; place++) {
    const byte = byteAt(bytes, place)
    if (isDigit(byte)) return false
    const lower = byte | caseBit
    if (mayBeAccented(byte)) hasAccents = true
    else if (lower >= firstLetter && lower <= lastLetter) {
      if (count === letterCountMax) return false
      letters[count++] = lower
    }
  }
  for (const list of letterLists)
    if (hasAccents ? isWithin(list, count) : list.length === count && isWithin(list, count)) return true
  return false
}

/**
 * The first byte of a character that is a letter from a to z without its accents: those up to U+023F, from U+1000 to
 * U+2FFF. Characters of other scripts make no text.
 */
const mayBeAccented = (byte: number): boolean => (byte >= 0xc3 && byte <= 0xc8) || byte === 0xe1 || byte === 0xe2

/** Whether the list has the cell's letters in their order. It may have further letters, which the cell accents. */
function isWithin(list: Uint8Array, count: number): boolean {
  let found = 0
  for (let place = 0; place < list.length && found < count; place++)
    if (byteAt(list, place) === byteAt(letters, found)) found += 1
  return found === count
}
