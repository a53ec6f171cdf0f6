import type { Column, Row } from '../rows/row.ts'
import { shown } from '../rows/row-fault.ts'
import { qifColumns } from './qif-fields.ts'

export interface QifLine {
  readonly text: string
  readonly line: number
}

interface QifFault {
  readonly line: number
  readonly column: string
  readonly detail: string
}

interface Value {
  text: string
  readonly line: number
}

/** Codes that may repeat: their texts are joined. */
const columnByCode = new Map<string, Column>(
  Object.values(qifColumns)
    .filter(({ name }) => /^[NPMCLA]$/.test(name))
    .map((column) => [column.name, column]),
)

/**
 * Requires a line with a visible character. Lines behind the first `S` belong to a split: its category, `E` its memo,
 * `$` its amount, and in some files a date of its own. Splits add up to the amount and are no records: they become one
 * text, `Groceries -5.00 (half); Household -5.00`.
 */
export function readQifRecord(lines: readonly QifLine[], account: string): Row | QifFault {
  const values = new Map<number, Value>()
  const splits: Value[] = []
  let otherAmount: Value | undefined
  const add = ({ index }: Column, { text, line }: QifLine, separator = ' '): void => {
    const before = values.get(index)
    if (before === undefined) values.set(index, { text, line })
    else before.text += `${separator}${text}`
  }
  for (const { text: written, line } of lines) {
    const text = written.slice(1).trim()
    const [code] = written
    const last = splits.at(-1)
    const known = columnByCode.get(code ?? '')
    if (code === undefined || (text === '' && code !== 'S')) continue
    if (code === '^') return { line, column: code, detail: `Got ${shown(written)}, wanted nothing behind the ^` }
    if (code === 'S') splits.push({ text, line })
    else if (last !== undefined && /[E$%]/.test(code)) last.text += ` ${code === 'E' ? `(${text})` : text}`
    else if (code === 'D' || code === 'T' || code === 'U') {
      const column = code === 'D' ? qifColumns.date : qifColumns.amount
      const before = code === 'U' ? otherAmount : values.get(column.index)
      if (before === undefined && code === 'U') otherAmount = { text, line }
      else if (before === undefined) add(column, { text, line })
      else if (code !== 'D' || last === undefined) return { line, column: code, detail: repeatDetail(code) }
    } else if (known === undefined) add(qifColumns.others, { text: written.trim(), line }, '; ')
    else add(known, { text, line }, known === qifColumns.address ? ', ' : ' ')
  }
  if (otherAmount !== undefined && !values.has(qifColumns.amount.index)) add(qifColumns.amount, otherAmount)
  for (const split of splits) add(qifColumns.splits, split, '; ')
  const [first] = lines
  return rowOf(values, { line: first?.line ?? 1, account })
}

const repeatDetail = (code: string): string =>
  `Got ${code} twice in one record, wanted it once: is the ^ between two records missing?`

function rowOf(values: ReadonlyMap<number, Value>, { line, account }: { line: number; account: string }): Row {
  return {
    line,
    width: Number.POSITIVE_INFINITY,
    cell: ({ index }) => (index === qifColumns.account.index ? account : values.get(index)?.text),
    lineOf: ({ index }) => values.get(index)?.line ?? line,
  }
}
