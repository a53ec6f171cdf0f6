import { noCurrency } from '@tallystick/engine/base'
import type { Side } from '@tallystick/engine/record'
import type { FileSettings, SidePreview } from '../engine-worker/engine-types.ts'
import { changeSettings, curedFile, sideStates } from '../local-run/local-files.ts'
import { amountText } from '../parts/amount-text.ts'
import { CureChoice } from '../parts/cure-choice.tsx'
import { warningSentence } from '../parts/dataset-warning-sentence.ts'
import { FieldTable } from '../parts/field-table.tsx'
import { warningCures } from '../parts/file-cures.ts'
import { counted, periodText } from '../parts/plain-words.ts'
import { ReadSettings } from './read-settings.tsx'
import { StatementLines } from './statement-lines.tsx'

export function ReadFile({ side, preview }: { readonly side: Side; readonly preview: SidePreview }) {
  const { summary, fields, name } = preview
  const { settings } = sideStates[side].value
  const totals = Object.entries(summary.totals)
  return (
    <>
      <dl class="file-facts">
        <div>
          <dt>Period</dt>
          <dd>{periodText(summary.period)}</dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd class="amount">
            {totals.length === 0 && 'none'}
            {totals.map(([currency, total]) => (
              <span key={currency} class="total">
                {amountText(total, currency)}
              </span>
            ))}
          </dd>
        </div>
      </dl>
      <StatementLines statements={preview.statements} count={preview.statementCount} />
      {summary.warnings.map((warning) => (
        <FileWarning key={warning.code} side={side} warning={warning} preview={preview} />
      ))}
      <FieldTable
        caption={`Fields of ${name}`}
        fields={fields}
        onChoose={
          fields.some(({ columns }) => columns.length > 0)
            ? (field, column) =>
                void changeSettings(side, { ...settings, mapping: { ...settings.mapping, [field]: column } })
            : undefined
        }
      />
      <ReadSettings side={side} />
    </>
  )
}

interface FileWarningProps {
  readonly side: Side
  readonly warning: SidePreview['summary']['warnings'][number]
  readonly preview: SidePreview
}

function FileWarning({ side, warning, preview: { fields } }: FileWarningProps) {
  const { file, settings } = sideStates[side].value
  if (warning.code === 'skipped_entries' && settings.mapping?.skip !== undefined)
    return (
      <p class="left-out small soft">
        {counted(warning.count, 'line')} left out, the first of them line {warning.firstLine}.
        <button
          type="button"
          class="quiet small-button"
          onClick={() => void changeSettings(side, withoutSkip(settings))}
        >
          Take back
        </button>
      </p>
    )
  const cures = warningCures({ warning, settings, fields, otherCurrency: onlyCurrency(otherSide(side)) })
  return (
    <div class="notice small">
      <p>{warningSentence(warning)}</p>
      {cures.length > 0 && file !== undefined && <CureChoice of={curedFile(side, file)} cures={cures} lines={[]} />}
    </div>
  )
}

function withoutSkip(settings: FileSettings): FileSettings {
  const { skip, ...mapping } = settings.mapping ?? {}
  return { ...settings, mapping: Object.keys(mapping).length > 0 ? mapping : undefined }
}

const otherSide = (side: Side): Side => (side === 'source' ? 'target' : 'source')

/** The currency of a side that has one alone. */
function onlyCurrency(side: Side): string | undefined {
  const { reading } = sideStates[side].value
  const [currency, ...others] = reading?.ok === true ? Object.keys(reading.preview.summary.totals) : []
  return others.length > 0 || currency === noCurrency ? undefined : currency
}
