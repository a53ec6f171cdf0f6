import { sizeOfAmount } from '@tallystick/audit/base/amount'
import type { ShownRecord } from '@tallystick/audit/report/shown-record'
import { sizeWordsOf } from '@tallystick/audit/report/size-words'
import type { ComponentChildren } from 'preact'
import type { ShownLine, Side, SortKey, View } from '../engine-worker/engine-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { dateText } from '../parts/locale-text.ts'
import { codeText, cut, grouped } from '../parts/plain-words.ts'

export interface LineColumn {
  readonly id: string
  readonly title: string
  /** The order that a click on the heading sorts by. */
  readonly sort?: SortKey
  readonly width: string
  readonly isNumber?: true
  readonly cell: (line: ShownLine) => ComponentChildren
}

const headOf = ({ rows }: ShownLine) => rows[0]

const reasonOf = (shown: ShownLine): string => {
  const line = headOf(shown)?.line
  return line?.kind === 'break' ? codeText(line.reason) : ''
}

const ruleOf = (shown: ShownLine): string => {
  const line = headOf(shown)?.line
  if (line === undefined) return ''
  return line.kind === 'break' ? (line.failed?.rule ?? '') : line.rule
}

const confidenceOf = (shown: ShownLine): string => {
  const line = headOf(shown)?.line
  return line !== undefined && 'confidence' in line ? line.confidence : ''
}

const recordsOf = (shown: ShownLine): readonly ShownRecord[] =>
  [headOf(shown)?.source, headOf(shown)?.target].filter((record) => record !== undefined)

/** An id that the intake makes of a record without one. */
const madeId = /^row_[0-9a-f]+/

const isText = (text: string | null): text is string => text !== null && text !== ''

/** The other party of a line, or else the first text that names its records. */
export function nameOf(shown: ShownLine): string {
  const records = recordsOf(shown)
  const texts = [
    ...records.map(({ counterparty }) => counterparty),
    ...records.map(({ description }) => description),
    ...records.map(({ reference }) => reference),
  ]
  const id = records[0]?.id ?? ''
  const isMade = madeId.test(id)
  return cut(texts.find(isText) ?? (isMade && shown.fileLine !== null ? `Line ${grouped(shown.fileLine)}` : id))
}

/** The references and texts of a line, each once and without its name. */
function textOf(shown: ShownLine): string {
  const texts = recordsOf(shown).flatMap(({ reference, description }) => [reference, description].filter(isText))
  const name = nameOf(shown)
  const own = [...new Set(texts.map(cut))].filter((text) => text !== name)
  // A reference that another text contains says nothing more.
  return own.filter((text) => !own.some((other) => other !== text && other.includes(text))).join(' · ')
}

const reason: LineColumn = {
  id: 'reason',
  title: 'Reason',
  sort: 'reason',
  width: '9.5rem',
  cell: (line) => <span class="reason-cell">{reasonOf(line)}</span>,
}
const rule: LineColumn = {
  id: 'rule',
  title: 'Rule',
  sort: 'rule',
  width: 'minmax(6rem, 0.7fr)',
  cell: (line) => <span class="soft of-file">{ruleOf(line)}</span>,
}
const confidence: LineColumn = {
  id: 'confidence',
  title: 'Confidence',
  sort: 'confidence',
  width: '6.5rem',
  cell: (line) => <ConfidenceBadge level={confidenceOf(line)} />,
}
const date: LineColumn = {
  id: 'date',
  title: 'Date',
  sort: 'date',
  width: '6.75rem',
  cell: (line) => dateOf(line),
}
const name: LineColumn = {
  id: 'name',
  title: 'Name',
  width: 'minmax(11rem, 1.3fr)',
  cell: (line) => <NameCell line={line} />,
}
const text: LineColumn = {
  id: 'text',
  title: 'Text',
  width: 'minmax(7rem, 1fr)',
  cell: (line) => <span class="soft of-file">{textOf(line)}</span>,
}
const sumColumn = (side: Side, title: string): LineColumn => ({
  id: side,
  title,
  width: '8.25rem',
  isNumber: true,
  cell: (line) => sumText(line, side),
})
const difference: LineColumn = {
  id: 'difference',
  title: 'Difference',
  sort: 'amount',
  width: '9rem',
  isNumber: true,
  cell: differenceOf,
}
const matchDifference: LineColumn = {
  id: 'difference',
  title: 'Difference',
  width: '7.5rem',
  isNumber: true,
  cell: (line) => {
    const head = headOf(line)
    return head?.difference == null || head.difference === '0' ? '' : amountText(head.difference, head.currency)
  },
}

const [source, target] = [sumColumn('source', 'Source'), sumColumn('target', 'Target')]
const sorted: LineColumn = { ...source, sort: 'amount' }
const matched = [name, text, date, sorted, target, matchDifference, rule, confidence]

export const columnsByView: { readonly [view in View]: readonly LineColumn[] } = {
  breaks: [name, text, date, source, target, difference],
  matches: matched,
  suggestions: matched,
  excluded: [name, text, date, sorted, target, rule],
  netted: matched,
}

/** The columns of a list; breaks without groups say their reason. */
export const columnsOf = (view: View, isGrouped: boolean): readonly LineColumn[] =>
  view === 'breaks' && !isGrouped ? [...columnsByView.breaks, reason] : columnsByView[view]

const sumText = ({ sums }: ShownLine, side: Side): string => {
  const sum = sums[side]
  return sum === null ? '' : amountText(sum.amount, sum.currency)
}

/** The day of the line’s first record. */
function dateOf(shown: ShownLine): string {
  const found = recordsOf(shown).find((record) => record.date !== null)?.date
  return found == null ? '' : dateText(found)
}

/** `2,000.00 EUR less`: how the target stands beside the source, in sizes; empty for records of one side. */
function differenceOf(shown: ShownLine): string {
  const head = headOf(shown)
  if (head?.difference == null) return ''
  const { source: own, target: other } = shown.sums
  const { standing } = sizeWordsOf({ difference: head.difference, source: own?.amount, target: other?.amount })
  const size = amountText(sizeOfAmount(head.difference), shown.currency)
  return `${size} ${standing}`
}

function NameCell({ line }: { readonly line: ShownLine }) {
  const count = Math.max(line.recordCounts.source, line.recordCounts.target)
  return (
    <span class="record-cell">
      <span class="of-file">{nameOf(line)}</span>
      {count > 1 && <span class="more-count">+ {grouped(count - 1)}</span>}
    </span>
  )
}

const ConfidenceBadge = ({ level }: { readonly level: string }) =>
  level === '' ? null : <span class={`confidence ${level}`}>{codeText(level)}</span>

/** A line in a narrow table has two lines of text: name with the amount, then text and date. */
export function CompactLine({ line }: { readonly line: ShownLine }) {
  const amount = sumText(line, 'source') || sumText(line, 'target')
  return (
    <>
      <td class="compact-line">
        <NameCell line={line} />
        <span class="amount">{differenceOf(line) || amount}</span>
      </td>
      <td class="compact-line">
        <span class="soft of-file what">{textOf(line)}</span>
        <span class="soft amount">{dateOf(line)}</span>
      </td>
    </>
  )
}
