import type { RowFault, SidePreview } from '../engine-worker/engine-types.ts'
import type { FilePreview } from '../engine-worker/preview-questions.ts'
import { amountTexts } from '../parts/amount-text.ts'
import { warningSentence } from '../parts/dataset-warning-sentence.ts'
import { FieldTable } from '../parts/field-table.tsx'
import { counted, grouped, periodText } from '../parts/plain-words.ts'
import { placeOf } from './failure-text.ts'
import { StatementTable } from './statement-table.tsx'
import { mapField } from './upload-signal.ts'

export function UploadPreview({ preview: { reading, statements } }: { readonly preview: FilePreview }) {
  if (!reading.ok) return <Faults faults={reading.faults} format={reading.format} readCount={reading.readCount} />
  return (
    <div class="upload-preview">
      <Figures preview={reading.preview} />
      {reading.preview.summary.warnings.map((warning) => (
        <p key={warning.code} class="notice app-notice">
          {warningSentence(warning)}
        </p>
      ))}
      <FieldTable
        caption={`Fields of ${reading.preview.name}`}
        fields={reading.preview.fields}
        onChoose={
          reading.preview.fields.some(({ columns }) => columns.length > 0)
            ? (field, column) => void mapField(field, column)
            : undefined
        }
      />
      {statements.length > 0 && <StatementTable statements={statements} />}
    </div>
  )
}

function Figures({ preview: { format, encoding, summary } }: { readonly preview: SidePreview }) {
  const { recordCount, period, totals, root } = summary
  return (
    <dl class="app-figures">
      <div>
        <dt>Read as</dt>
        <dd>
          {format}
          {encoding !== null && <span class="soft"> in {encoding}</span>}
        </dd>
      </div>
      <div>
        <dt>Records</dt>
        <dd class="count">{grouped(recordCount)}</dd>
      </div>
      <div>
        <dt>Period</dt>
        <dd>{periodText(period)}</dd>
      </div>
      <div>
        <dt>Totals</dt>
        <dd>
          {amountTexts(totals).map((text) => (
            <div key={text} class="amount">
              {text}
            </div>
          ))}
        </dd>
      </div>
      <div>
        <dt>Root</dt>
        <dd>
          <code class="hash-whole">{root}</code>
        </dd>
      </div>
    </dl>
  )
}

interface FaultsProps {
  readonly faults: readonly RowFault[]
  readonly format: string
  readonly readCount: number
}

function Faults({ faults, format, readCount }: FaultsProps) {
  return (
    <div class="notice app-notice fault" role="alert">
      <p class="notice-title">The file cannot be read as {format}. Nothing was sent.</p>
      {readCount > 0 && <p>{counted(readCount, 'record')} could be read before that.</p>}
      <ul class="fault-list">
        {faults.map((fault) => (
          <li key={`${placeOf(fault)} ${fault.detail}`}>
            <code class="of-file">{placeOf(fault)}</code> <span class="of-file">{fault.detail}</span>
          </li>
        ))}
      </ul>
      <p>Mend the file, or say below how it is to be read.</p>
    </div>
  )
}
