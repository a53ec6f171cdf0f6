import type { RunOverview } from '../engine-worker/engine-types.ts'
import type { DetailedRecord } from '../engine-worker/line-detail-types.ts'
import { fieldName } from '../parts/plain-words.ts'
import { type ComparedField, compareRecords } from './compare-records.ts'
import { LongText } from './long-text.tsx'
import { recordPlace } from './record-place.ts'

interface ComparisonRequest {
  readonly run: RunOverview
  readonly source: DetailedRecord
  readonly target: DetailedRecord
  /** The names of the failed criteria, as results have them. */
  readonly failed: ReadonlySet<string>
}

export function RecordComparison({ run, source, target, failed }: ComparisonRequest) {
  const compared = compareRecords(source, target)
  // What is equal comes last, and quietly.
  const rankOf = ({ field, standing }: ComparedField): number =>
    standing === 'same' ? 2 : isFailed(failed, field) ? 0 : 1
  const fields = compared.toSorted((left, right) => rankOf(left) - rankOf(right))
  return (
    <table class="record-comparison">
      <caption class="hidden">Both records, field by field</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <RecordHead run={run} record={source} />
          <RecordHead run={run} record={target} />
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <FieldRow key={field.field} field={field} isFailed={isFailed(failed, field.field)} />
        ))}
      </tbody>
    </table>
  )
}

const titles = { source: 'Source', target: 'Target' } as const

const RecordHead = ({ run, record }: { readonly run: RunOverview; readonly record: DetailedRecord }) => (
  <th scope="col">
    {titles[record.side]}
    <span class="record-place of-file">{recordPlace(run, record)}</span>
  </th>
)

/** A criterion over two fields has both in its name: `description/reference`. */
const isFailed = (failed: ReadonlySet<string>, field: string): boolean =>
  [...failed].some((name) => name.split('/').includes(field))

const standingWords: { readonly [standing in ComparedField['standing']]: string } = {
  same: 'same',
  differs: 'differs',
  'only-source': 'not in target',
  'only-target': 'not in source',
}

function FieldRow({ field, isFailed: hasFailed }: { readonly field: ComparedField; readonly isFailed: boolean }) {
  const { standing, note, isAmount, source, target } = field
  const cell = isAmount ? 'amount-cell' : ''
  return (
    <tr class={`${standing}${hasFailed ? ' failed' : ''}`}>
      <th scope="row">
        <span class="of-file">{fieldName(field.field)}</span>
        <span class="standing">
          {hasFailed && standing !== 'same' ? `${standingWords[standing]} – why it is open` : standingWords[standing]}
        </span>
      </th>
      <td class={cell} data-side="Source">
        <FieldValue parts={source} />
      </td>
      <td class={cell} data-side="Target">
        <FieldValue parts={target} />
        {note !== null && <span class="field-note">{note}</span>}
      </td>
    </tr>
  )
}

const FieldValue = ({ parts }: { readonly parts: ComparedField['source'] }) =>
  parts.length === 0 ? <span class="soft">none</span> : <LongText parts={parts} />
