import { useEffect, useState } from 'preact/hooks'
import { groupedAmount } from '../../platform/amount.ts'
import type { ReportRow } from '../../report/report-row.ts'
import type { ShownRecord } from '../../report/shown-record.ts'
import type { RunOverview, ShownLine, View } from '../engine-worker/engine-types.ts'
import { openEngine } from '../shell/engine.ts'
import './line-detail.css'

interface DetailRequest {
  readonly run: RunOverview
  readonly view: View
  /** The place of the line in its view. */
  readonly position: number
}

/** A line of a result: its records side by side, and what it says of them in words. */
export function LineDetail({ run, view, position }: DetailRequest) {
  const [line, setLine] = useState<ShownLine | 'missing' | undefined>()
  useEffect(() => {
    let isCurrent = true
    void openEngine()
      .then((engine) => engine.line(run.id, view, position))
      .then((found) => isCurrent && setLine(found ?? 'missing'))
    return () => {
      isCurrent = false
    }
  }, [run.id, view, position])
  if (line === 'missing') return <p>This result has no such line: the link is of another result.</p>
  if (line === undefined) return <p aria-busy="true">Loading …</p>
  return <LineContent line={line} />
}

/** Rows that are shown before the rest is asked for. */
const rowCountMax = 50

function LineContent({ line: { rows } }: { readonly line: ShownLine }) {
  const [isWhole, setWhole] = useState(false)
  const [head] = rows
  const shown = isWhole ? rows : rows.slice(0, rowCountMax)
  return (
    <div class="line-detail">
      {head !== undefined && <LineWords row={head} />}
      {shown.map((row, place) => (
        <RecordPair key={place} row={row} />
      ))}
      {rows.length > shown.length && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          Show {rows.length - shown.length} more
        </button>
      )}
    </div>
  )
}

function LineWords({ row: { line, id, explanation, difference, currency, days } }: { readonly row: ReportRow }) {
  const rule = line.kind === 'break' ? line.failed?.rule : line.rule
  return (
    <>
      {explanation !== null && <p class="explanation of-file">{sentence(explanation)}</p>}
      <dl class="line-facts">
        {rule !== undefined && <LineFact label={line.kind === 'break' ? 'Nearest rule' : 'Rule'} value={rule} />}
        {'confidence' in line && <LineFact label="Confidence" value={line.confidence} />}
        {difference !== null && (
          <LineFact
            label="Difference, target − source"
            value={`${groupedAmount(difference, currency ?? undefined)} ${currency ?? ''}`}
          />
        )}
        {days !== null && <LineFact label="Days apart" value={String(days)} />}
        <LineFact label="Id" value={id} />
      </dl>
    </>
  )
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`

const LineFact = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd class="of-file">{value}</dd>
  </div>
)

function RecordPair({ row: { role, explanation, source, target } }: { readonly row: ReportRow }) {
  return (
    <div class="record-pair">
      {role !== 'own' && <p class="small soft near">{explanation ?? 'came near'}</p>}
      <RecordCard side="Source" record={source} />
      <RecordCard side="Target" record={target} />
    </div>
  )
}

const fields = ['date', 'amount', 'reference', 'counterparty', 'description', 'id'] as const

function RecordCard({ side, record }: { readonly side: string; readonly record: ShownRecord | undefined }) {
  if (record === undefined)
    return (
      <div class="record-card none">
        <h3>{side}</h3>
        <p class="soft">no record</p>
      </div>
    )
  const values = { ...record, amount: record.amount && amountOf(record.amount, record.currency) }
  return (
    <div class="record-card">
      <h3>{side}</h3>
      <dl>
        {fields.map((field) => {
          const value = values[field]
          return (
            value !== null && (
              <div key={field}>
                <dt>{field}</dt>
                <dd class="of-file">{value}</dd>
              </div>
            )
          )
        })}
      </dl>
    </div>
  )
}

const amountOf = (amount: string, currency: string | null): string =>
  `${groupedAmount(amount, currency ?? undefined)} ${currency ?? ''}`
