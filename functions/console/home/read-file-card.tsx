import type { Side } from '@tallystick/engine/record'
import type { SidePreview } from '../engine-worker/engine-types.ts'
import { changeSettings, sideStates } from '../local-run/local-files.ts'
import { amountText } from '../parts/amount-text.ts'
import { warningSentence } from '../parts/dataset-warning-sentence.ts'
import { FieldTable } from '../parts/field-table.tsx'
import { counted } from '../parts/plain-words.ts'
import { ReadSettings } from './read-settings.tsx'

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
        {preview.statementCount > 0 && (
          <div>
            <dt>Statements</dt>
            <dd>{counted(preview.statementCount, 'statement')}</dd>
          </div>
        )}
      </dl>
      {summary.warnings.map((warning) => (
        <p key={`${warning.code}`} class="notice small">
          {warningSentence(warning)}
        </p>
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

function periodText({ from, to }: SidePreview['summary']['period']): string {
  if (from === null && to === null) return 'no dates'
  return from === to ? `${from}` : `${from ?? '…'} to ${to ?? '…'}`
}
