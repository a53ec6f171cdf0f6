import type { ShownRecord } from '@tallystick/audit/report/shown-record'
import type { ComponentChildren } from 'preact'
import type { ShownLine, Side, SortKey, View } from '../engine-worker/engine-types.ts'
import { amountText } from '../parts/amount-text.ts'
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

const lineAmountText = ({ amount: lineAmount, currency }: ShownLine): string =>
  lineAmount === null ? '' : amountText(lineAmount, currency)

const firstRecord = (shown: ShownLine): ShownRecord | undefined => headOf(shown)?.source ?? headOf(shown)?.target

const reason: LineColumn = {
  id: 'reason',
  title: 'Reason',
  sort: 'reason',
  width: 'minmax(9.5rem, 1fr)',
  cell: (line) => <span class="reason-cell">{reasonOf(line)}</span>,
}
const rule: LineColumn = {
  id: 'rule',
  title: 'Rule',
  sort: 'rule',
  width: 'minmax(7rem, 1.1fr)',
  cell: (line) => <span class="of-file">{ruleOf(line)}</span>,
}
const confidence: LineColumn = {
  id: 'confidence',
  title: 'Confidence',
  sort: 'confidence',
  width: '7rem',
  cell: (line) => <ConfidenceBadge level={confidenceOf(line)} />,
}
const amount: LineColumn = {
  id: 'amount',
  title: 'Amount',
  sort: 'amount',
  width: 'minmax(8.5rem, 0.9fr)',
  isNumber: true,
  cell: lineAmountText,
}
const age: LineColumn = {
  id: 'age',
  title: 'Age',
  sort: 'age',
  width: '5.5rem',
  isNumber: true,
  cell: ({ ageDays }) => (ageDays === null ? '' : `${grouped(ageDays)} d`),
}
const date: LineColumn = {
  id: 'date',
  title: 'Date',
  sort: 'date',
  width: '6.75rem',
  isNumber: true,
  cell: (line) => firstRecord(line)?.date ?? '',
}
const recordColumn = (side: Side, title: string): LineColumn => ({
  id: side,
  title,
  width: 'minmax(8rem, 2fr)',
  cell: (line) => <RecordCell record={headOf(line)?.[side]} count={line.recordCounts[side]} />,
})
const difference: LineColumn = {
  id: 'difference',
  title: 'Difference',
  width: '8rem',
  isNumber: true,
  cell: (line) => {
    const head = headOf(line)
    return head?.difference == null ? '' : amountText(head.difference, head.currency)
  },
}

const [source, target] = [recordColumn('source', 'Source'), recordColumn('target', 'Target')]
const matched = [rule, confidence, amount, date, source, target, difference]

export const columnsByView: { readonly [view in View]: readonly LineColumn[] } = {
  breaks: [reason, amount, age, source, target, { ...rule, title: 'Nearest rule' }],
  matches: matched,
  suggestions: matched,
  excluded: [rule, amount, date, source, target],
  netted: matched,
}

function RecordCell({ record, count }: { readonly record: ShownRecord | undefined; readonly count: number }) {
  if (record === undefined) return <span class="soft">none</span>
  const [name, ...more] = textsOf(record)
  return (
    <span class="record-cell">
      <span class="of-file">{name}</span>
      {more.length > 0 && <span class="soft of-file">{more.join(' · ')}</span>}
      {count > 1 && <span class="more-count">+ {grouped(count - 1)}</span>}
    </span>
  )
}

/** The reference or else the id, and the other texts that identify a record. */
function textsOf({ id, reference, counterparty, description }: ShownRecord): readonly string[] {
  const texts = [reference, counterparty, description].filter((text) => text !== null && text !== '')
  return (reference === null ? [id, ...texts] : texts).flatMap((text) => (text === null ? [] : [cut(text)]))
}

const ConfidenceBadge = ({ level }: { readonly level: string }) =>
  level === '' ? null : <span class={`confidence ${level}`}>{codeText(level)}</span>

/** A line in a narrow table has two lines of text: reason or rule with the amount, then record and date. */
export function CompactLine({ line, view }: { readonly line: ShownLine; readonly view: View }) {
  const side = headOf(line)?.source === undefined ? 'target' : 'source'
  const when = view === 'breaks' && line.ageDays !== null ? `${grouped(line.ageDays)} d` : firstRecord(line)?.date
  return (
    <>
      <td class="compact-line">
        <span class="of-file what">{view === 'breaks' ? reasonOf(line) : ruleOf(line)}</span>
        <span class="amount">{lineAmountText(line)}</span>
      </td>
      <td class="compact-line">
        <RecordCell record={headOf(line)?.[side]} count={line.recordCounts[side]} />
        <span class="soft amount">{when}</span>
      </td>
    </>
  )
}
