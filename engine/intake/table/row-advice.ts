import { createBalanceRows } from '../columns/balance-row.ts'
import type { ColumnPlan, Table } from '../columns/header.ts'
import { createRowSkip, isRepeatedHeader, textIn, textsIn } from '../columns/row-skip.ts'
import { columnsOfAmount, skipConditions } from '../mapping/mapping.ts'
import { pastedMapping } from '../mapping/pasted-mapping.ts'
import { type SkipCondition, skipConditionCountMax } from '../mapping/skip-condition.ts'
import type { Column, Row } from '../rows/row.ts'
import type { RowFault } from '../rows/row-fault.ts'
import { monthOfName } from '../values/date-format.ts'

/** Adds advice to the faults of a row: what the row may be if it is no record, and which mapping leaves it out. */
export type AdviseOnRow = (row: Row, faults: readonly RowFault[]) => readonly RowFault[]

/**
 * A row without amount and date is no record. It gets one fault, or none if the mapping advised for an earlier row
 * leaves it out, too.
 */
export function createRowAdvice(plan: ColumnPlan & { readonly table: Table }): AdviseOnRow {
  const { columns, mapping } = plan.table
  const suggested: SkipCondition[] = []
  let covered = createRowSkip([], columns)
  return (row, faults) => {
    const [first, ...others] = faults
    if (first === undefined) return []
    const nature = natureOf(row, plan)
    if (nature === undefined) return faults
    const isCovered = covered.skips(row)
    if (isCovered && nature.isNoRecord) return []
    if (!isCovered && suggested.length < skipConditionCountMax) {
      suggested.push(nature.condition)
      covered = createRowSkip(suggested.map(found(columns)), columns)
    }
    const passing = pastedMapping(mapping, { skip: [...skipConditions(mapping), ...suggested] })
    const text = shownText(textsIn(row, columns), plan.table.delimiter)
    if (nature.isNoRecord) {
      const detail = `Got ${text}, ${nature.reason}: wanted a record. The mapping ${passing} leaves such rows out${nature.otherwise ?? ''}`
      return [{ ...first, column: null, field: null, code: 'not_a_record', detail }]
    }
    const detail = `${first.detail}. If the row ${text} is no record, the mapping ${passing} leaves it out`
    return [{ ...first, detail }, ...others]
  }
}

const found = (columns: readonly Column[]) => (condition: SkipCondition) => ({
  condition,
  column: columns.find(({ name }) => name === condition.column),
})

interface RowNature {
  readonly isNoRecord: boolean
  readonly reason: string
  readonly otherwise?: string
  readonly condition: SkipCondition
}

function natureOf(row: Row, plan: ColumnPlan & { readonly table: Table }): RowNature | undefined {
  const { columns } = plan.table
  if (isRepeatedHeader(row, columns))
    return { isNoRecord: true, reason: 'the header once more', condition: { repeatedHeader: true } }
  const balance = createBalanceRows(plan).columnOf(row)
  if (balance !== undefined) return balanceNature(row, balance, plan.table)
  const date = plan.fields.get('date') ?? plan.fields.get('valueDate')
  const amounts = plan.amounts.flatMap(({ source }) => amountColumns(columnsOfAmount(source), source.kind))
  const amountTexts = amounts.map((column) => textIn(row, column)).filter((text) => text !== '')
  const hasNoAmount = amountTexts.length === 0
  const isAmountWords = !amountTexts.some(hasDigit)
  const dateText = date === undefined ? '' : textIn(row, date)
  const isDateWords =
    dateText !== '' &&
    (!hasDigit(dateText) || (hasNoAmount && !beginsLikeDate(dateText)) || hasWordsAndNumber.test(dateText))
  if (date !== undefined && (dateText === '' || isDateWords) && isAmountWords) {
    const condition = dateText === '' ? blank(date) : startsLike(date, dateText)
    return { isNoRecord: true, reason: 'which has neither an amount nor a date', condition }
  }
  const condition = conditionOf({ row, plan, date, dateText, isDateWords, amounts, hasNoAmount })
  return condition && { isNoRecord: false, reason: '', condition }
}

const balanceNature = (row: Row, column: Column, { skip }: Table): RowNature => ({
  isNoRecord: true,
  reason: `whose ${column.name} is that of a balance of the account`,
  condition: { column: column.name, equals: textIn(row, column) },
  otherwise: skip.length === 0 ? ', and "skip":[] in it reads them as records' : '',
})

interface RowParts {
  readonly row: Row
  readonly plan: ColumnPlan
  readonly date: Column | undefined
  readonly dateText: string
  readonly isDateWords: boolean
  readonly amounts: readonly Column[]
  readonly hasNoAmount: boolean
}

function conditionOf(parts: RowParts): SkipCondition | undefined {
  const { row, plan, date, dateText, isDateWords, amounts, hasNoAmount } = parts
  if (date !== undefined && isDateWords) return startsLike(date, dateText)
  const isUndated = date !== undefined && dateText === ''
  const [amount, other] = amounts
  if (amount === undefined) return undefined
  if (other === undefined) {
    const text = textIn(row, amount)
    if (text === '') return blank(amount)
    if (!hasDigit(text)) return { column: amount.name, equals: text.slice(0, textLengthMax) }
  }
  const described = ['description', 'reference', 'counterparty', 'type'].flatMap(
    (field) => plan.fields.get(field) ?? [],
  )
  const column = described.find((each) => textIn(row, each) !== '')
  if (column === undefined || !(hasNoAmount || isUndated)) return isUndated ? blank(date) : undefined
  return startsLike(column, textIn(row, column))
}

const amountColumns = (columns: readonly Column[], kind: string): readonly Column[] =>
  kind === 'flagged' ? columns.slice(0, 1) : columns

const blank = ({ name }: Column): SkipCondition => ({ column: name, blank: true })

const hasDigit = (text: string): boolean => /\d/.test(text)

/** Words with one number, as in a line of totals: `Total for Account 1000`. */
const hasWordsAndNumber = /^\p{L}{3,}\D*\s\D*\d+\D*$/u

/**
 * Whether a text begins like a date, as `2026-02-30` does: a number and a word, each with a separator after it, or
 * eight digits.
 */
const beginsLikeDate = (text: string): boolean => /^\d{1,4}[-/. ]\s?\w+[-/. ]|^\d{8}/.test(text)

const textLengthMax = 100

/**
 * A condition on the first words of a cell, so that similar rows meet it, too. It is on the whole text if the words
 * begin with a month or are too short.
 */
function startsLike({ name }: Column, text: string): SkipCondition {
  const words = /^[^\d]*/.exec(text)?.[0].trim() ?? ''
  const isMonth = monthOfName(/^\p{L}*/u.exec(words)?.[0] ?? '') !== undefined
  if (isMonth || words.length < wordsLengthMin) return { column: name, equals: text.slice(0, textLengthMax) }
  return { column: name, starts: words.slice(0, textLengthMax) }
}

const wordsLengthMin = 3

const rowLengthMax = 160

function shownText(texts: readonly string[], delimiter = ' | '): string {
  const last = texts.findLastIndex((text) => text !== '')
  const text = texts.slice(0, last + 1).join(delimiter)
  return JSON.stringify(text.length > rowLengthMax ? `${text.slice(0, rowLengthMax).toWellFormed()}…` : text)
}
