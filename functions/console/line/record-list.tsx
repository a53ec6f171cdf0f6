import { useState } from 'preact/hooks'
import type { RunOverview, Side } from '../engine-worker/engine-types.ts'
import type { DetailedRecord, LineDetail, LinePlace, RecordField } from '../engine-worker/line-detail-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { dateText } from '../parts/locale-text.ts'
import { counted, fieldName, grouped } from '../parts/plain-words.ts'
import { openEngine } from '../shell/engine.ts'
import { shownValue } from './compare-records.ts'
import { PlainText } from './long-text.tsx'
import { recordPlace } from './record-place.ts'

interface ListRequest {
  readonly run: RunOverview
  readonly place: LinePlace
  readonly detail: LineDetail
  readonly side: Side
}

const moreCount = 50

export function RecordList({ run, place, detail, side }: ListRequest) {
  const [records, setRecords] = useState(detail.records[side])
  const count = detail.shown.recordCounts[side]
  if (count === 0) return null
  const more = async (): Promise<void> => {
    const engine = await openEngine()
    const found = await engine.lineRecords(run.id, place, { side, from: records.length, count: moreCount })
    setRecords([...records, ...found])
  }
  return (
    <section class="record-list">
      <h3>{count === 1 ? titles[side] : `${titles[side]}: ${counted(count, 'record')}`}</h3>
      {records.map((record) => (
        <RecordCard key={record.id} run={run} record={record} isOpen={records.length <= openCountMax} />
      ))}
      {records.length < count && (
        <button type="button" class="quiet small-button" onClick={() => void more()}>
          Show {grouped(Math.min(moreCount, count - records.length))} more of {grouped(count)}
        </button>
      )}
    </section>
  )
}

const titles = { source: 'Source', target: 'Target' } as const
/** The most records that are shown unfolded. */
const openCountMax = 2

interface CardRequest {
  readonly run: RunOverview
  readonly record: DetailedRecord
  readonly isOpen: boolean
}

function RecordCard({ run, record, isOpen }: CardRequest) {
  return (
    <details class="record-card" open={isOpen}>
      <summary>
        <RecordWords record={record} />
        <span class="record-place of-file">{recordPlace(run, record)}</span>
      </summary>
      <dl>
        {record.fields.map(({ field, value }) => (
          <div key={field}>
            <dt class="of-file">{fieldName(field)}</dt>
            <dd>
              <PlainText text={shownValue(field, value, currencyOf(record.fields))} />
            </dd>
          </div>
        ))}
        <div>
          <dt>Id</dt>
          <dd>
            <PlainText text={record.id} />
          </dd>
        </div>
      </dl>
    </details>
  )
}

/** A record in one line: its date, its amount, and its reference or another name. */
export function RecordWords({ record: { id, fields } }: { readonly record: DetailedRecord }) {
  const [date, amount] = [fieldValue(fields, 'date'), amountOf(fields)]
  const name =
    fieldValue(fields, 'counterparty') ?? fieldValue(fields, 'reference') ?? fieldValue(fields, 'description') ?? id
  return (
    <span class="record-words">
      {date !== undefined && <span class="count">{dateText(date)}</span>}
      {amount !== undefined && <strong class="amount">{amount}</strong>}
      <span class="of-file">{name.length > nameLengthMax ? `${name.slice(0, nameLengthMax)}…` : name}</span>
    </span>
  )
}

const nameLengthMax = 80

const fieldValue = (fields: readonly RecordField[], wanted: string): string | undefined =>
  fields.find(({ field }) => field === wanted)?.value

function amountOf(fields: readonly RecordField[]): string | undefined {
  const amount = fieldValue(fields, 'amount') ?? fieldValue(fields, 'net') ?? fieldValue(fields, 'gross')
  return amount === undefined ? undefined : amountText(amount, currencyOf(fields))
}

export const currencyOf = (fields: readonly RecordField[]): string | null => fieldValue(fields, 'currency') ?? null
