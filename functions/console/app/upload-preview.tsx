import type { SidePreview } from '../engine-worker/engine-types.ts'
import type { FilePreview } from '../engine-worker/preview-questions.ts'
import { amountTexts } from '../parts/amount-text.ts'
import { warningSentence } from '../parts/dataset-warning-sentence.ts'
import { FieldTable } from '../parts/field-table.tsx'
import { FileFaults } from '../parts/file-faults.tsx'
import { grouped, periodText } from '../parts/plain-words.ts'
import { StatementTable } from './statement-table.tsx'
import { mapField, readAgain, upload } from './upload-signal.ts'

export function UploadPreview({ preview: { reading, statements } }: { readonly preview: FilePreview }) {
  const { file, settings } = upload.value
  if (!reading.ok)
    return file === undefined ? null : (
      <FileFaults
        of={{ place: 'upload', file, settings, onUse: (chosen) => void readAgain(chosen) }}
        reading={reading}
      />
    )
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
