import { at, compareDecimals, type Decimal, formatDecimal, parseDecimal } from '@tallystick/engine'
import type { View } from '../../../schema/result.ts'
import { rowsOfLine } from '../../report/report-row.ts'
import { namesInLine, type RecordLine } from '../../report/shown-record.ts'
import { stakeOf } from './amounts-at-stake.ts'
import type { LinePage, LineQuery, ShownLine, SortKey } from './engine-types.ts'
import { idOfText, lineIn, newestDay, type RunBook, textsOfView, type ViewTexts } from './run-book.ts'

/** The lines of one view, filtered and sorted as a table asks for them. */
export interface LineTable {
  readonly count: number
  /** Filters and sorts. O(lines), once for each query: pages of the same query are cut from what was found. */
  readonly page: (query: LineQuery, range: { readonly from: number; readonly count: number }) => LinePage
  readonly lineAt: (position: number) => RecordLine
  readonly textAt: (position: number) => string
  readonly leafAt: (position: number) => number
  readonly shownAt: (position: number) => ShownLine
  /** The place of each line with one of these ids of records. */
  readonly positionsOf: (ids: ReadonlySet<string>) => readonly number[]
}

/** What a line is filtered and sorted by. */
interface LineFacts {
  readonly amount: Decimal | undefined
  readonly currency: string
  readonly oldestDay: number | undefined
  readonly reason: string
  readonly rule: string
  readonly confidence: string
  readonly ids: readonly string[]
}

/** A table of a view. Every line is parsed once: some 10 µs each. */
export function createLineTable(book: RunBook, view: View): LineTable {
  const texts = textsOfView(book, view)
  const asOf = newestDay(book)
  const facts = Array.from({ length: texts.count }, (_, position) => factsOf(book, lineIn(texts.textAt(position))))
  const searched = createSearch(book, texts)
  let last: { readonly key: string; readonly order: Int32Array } | undefined

  const orderOf = (query: LineQuery): Int32Array => {
    const key = JSON.stringify(query)
    if (last?.key !== key) last = { key, order: sorted(filtered(query, facts, searched), query, facts) }
    return last.order
  }
  const shownAt = (position: number): ShownLine => {
    const text = texts.textAt(position)
    const line = lineIn(text)
    const { amount, oldestDay } = at(facts, position)
    return {
      position,
      rows: rowsOfLine(line, { id: idOfText(book, text, line.kind), recordOf: book.recordOf }),
      amount: amount === undefined ? null : formatDecimal(amount),
      ageDays: oldestDay === undefined || asOf === undefined ? null : asOf - oldestDay,
    }
  }
  return {
    count: texts.count,
    page(query, { from, count }) {
      const order = orderOf(query)
      const lines = Array.from(order.subarray(from, from + count), shownAt)
      return { count: order.length, countAll: texts.count, lines }
    },
    lineAt: (position) => lineIn(texts.textAt(position)),
    textAt: texts.textAt,
    leafAt: texts.leafAt,
    shownAt,
    positionsOf: (ids) => facts.flatMap((each, position) => (each.ids.some((id) => ids.has(id)) ? [position] : [])),
  }
}

function factsOf(book: RunBook, line: RecordLine): LineFacts {
  const { amount, currency, oldestDay } = stakeOf(line, book.recordOf)
  return {
    amount,
    currency,
    oldestDay,
    reason: line.kind === 'break' ? line.reason : '',
    rule: line.kind === 'break' ? (line.failed?.rule ?? '') : line.rule,
    confidence: 'confidence' in line ? line.confidence : '',
    ids: namesInLine(line.kind === 'break' ? { ...line, candidates: [], taken: [] } : line).map(({ id }) => id),
  }
}

/** The text of a line that a search looks at, in lower case; made when the first search needs it. */
function createSearch({ recordOf }: RunBook, texts: ViewTexts): (position: number) => string {
  const made: (string | undefined)[] = []
  return (position) => {
    const known = made[position]
    if (known !== undefined) return known
    const names = namesInLine(lineIn(texts.textAt(position)))
    const words = names.flatMap((name) => {
      const record = recordOf(name)
      return [name.id, record?.reference, record?.description, record?.counterparty, record?.amount, record?.date]
    })
    const text = words
      .filter((word) => word != null)
      .join('\n')
      .toLowerCase()
    made[position] = text
    return text
  }
}

function filtered(
  query: LineQuery,
  facts: readonly LineFacts[],
  searched: (position: number) => string,
): readonly number[] {
  const text = query.text.trim().toLowerCase()
  const [min, max] = [boundOf(query.amountMin), boundOf(query.amountMax)]
  const isOneOf = (wanted: readonly string[], value: string): boolean => wanted.length === 0 || wanted.includes(value)
  const positions: number[] = []
  for (const [position, { amount, currency, reason, rule, confidence }] of facts.entries()) {
    if (!isOneOf(query.reasons, reason) || !isOneOf(query.rules, rule)) continue
    if (!isOneOf(query.confidences, confidence)) continue
    if (query.currency !== '' && currency !== query.currency) continue
    if (min !== undefined && (amount === undefined || compareDecimals(amount, min) < 0)) continue
    if (max !== undefined && (amount === undefined || compareDecimals(amount, max) > 0)) continue
    if (text !== '' && !searched(position).includes(text)) continue
    positions.push(position)
  }
  return positions
}

/** A bound of an amount; text that is no number bounds nothing. */
const boundOf = (text: string): Decimal | undefined => (text.trim() === '' ? undefined : parseDecimal(text.trim()))

type Compare = (left: LineFacts, right: LineFacts) => number

/** Lines without the value that is sorted by come last, whichever way. */
const comparisons: { readonly [key in Exclude<SortKey, 'line'>]: Compare } = {
  amount: (left, right) => {
    if (left.amount === undefined || right.amount === undefined) return 0
    return compareDecimals(left.amount, right.amount)
  },
  date: (left, right) => (left.oldestDay ?? 0) - (right.oldestDay ?? 0),
  age: (left, right) => (right.oldestDay ?? 0) - (left.oldestDay ?? 0),
  reason: (left, right) => compareTexts(left.reason, right.reason),
  rule: (left, right) => compareTexts(left.rule, right.rule),
  confidence: (left, right) => compareTexts(left.confidence, right.confidence),
}

const compareTexts = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

function hasValue({ amount, oldestDay }: LineFacts, sort: SortKey): boolean {
  if (sort === 'amount') return amount !== undefined
  return sort === 'date' || sort === 'age' ? oldestDay !== undefined : true
}

function sorted(
  positions: readonly number[],
  { sort, isDescending }: LineQuery,
  facts: readonly LineFacts[],
): Int32Array {
  if (sort === 'line') return Int32Array.from(isDescending ? positions.toReversed() : positions)
  const compare = comparisons[sort]
  const sign = isDescending ? -1 : 1
  const isKnown = (position: number): boolean => hasValue(at(facts, position), sort)
  const known = Int32Array.from(positions.filter(isKnown)).sort(
    (left, right) => sign * compare(at(facts, left), at(facts, right)) || left - right,
  )
  const unknown = positions.filter((position) => !isKnown(position))
  const order = new Int32Array(positions.length)
  order.set(known)
  order.set(unknown, known.length)
  return order
}
