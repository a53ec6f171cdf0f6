import type { Side } from '@tallystick/engine/record'
import { useEffect, useId, useState } from 'preact/hooks'
import { changeSettings, sideStates } from '../local-run/local-files.ts'
import { MappingField } from '../parts/mapping-field.tsx'
import { openEngine } from '../shell/engine.ts'

interface ReadSettingsProps {
  readonly side: Side
}

interface ReaderChoices {
  readonly kinds: readonly string[]
  readonly encodings: readonly string[]
}

export function ReadSettings({ side }: ReadSettingsProps) {
  const [choices, setChoices] = useState<ReaderChoices>({ kinds: [], encodings: [] })
  const { settings, reading } = sideStates[side].value
  const isWorkbook = (reading?.ok === true ? reading.preview.format : reading?.format)?.match(/xlsx|ods/) != null
  useEffect(() => {
    void openEngine()
      .then((engine) => engine.readerChoices())
      .then(setChoices)
  }, [])
  const change = (change: Partial<typeof settings>): void => void changeSettings(side, { ...settings, ...change })
  return (
    <details class="read-settings">
      <summary>How this file is read</summary>
      <div class="setting-row">
        <Choice
          label="Exported by"
          value={settings.kind ?? ''}
          options={choices.kinds}
          onChange={(kind) => change({ kind })}
        />
        <Choice
          label="Encoding"
          value={settings.encoding ?? ''}
          options={choices.encodings}
          onChange={(encoding) => change({ encoding })}
        />
        <CurrencyField value={settings.currency ?? ''} onChange={(currency) => change({ currency })} />
        {isWorkbook && (
          <label>
            Sheet
            <input
              value={settings.sheet ?? ''}
              placeholder="the first with data"
              onChange={({ currentTarget: { value } }) => change({ sheet: value.trim() || undefined })}
            />
          </label>
        )}
      </div>
      <details class="read-settings">
        <summary>Columns as JSON</summary>
        <MappingField mapping={settings.mapping} onUse={(mapping) => change({ mapping })} />
      </details>
    </details>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly string[]
  readonly onChange: (value: string | undefined) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label>
      {label}
      <select
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
      >
        <option value="">detected</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  )
}

interface CurrencyFieldProps {
  readonly value: string
  readonly onChange: (value: string | undefined) => void
}

function CurrencyField({ value, onChange }: CurrencyFieldProps) {
  const [fault, setFault] = useState<string>()
  const faultId = useId()
  const take = async (text: string): Promise<void> => {
    const code = text.trim().toUpperCase()
    const isKnown = code === '' || (await (await openEngine()).isCurrency(code))
    setFault(isKnown ? undefined : 'No ISO 4217 code, such as EUR')
    if (isKnown) onChange(code === '' ? undefined : code)
  }
  return (
    <label>
      Currency of records without one
      <input
        value={value}
        maxLength={3}
        placeholder="EUR"
        aria-describedby={fault && faultId}
        aria-invalid={fault !== undefined}
        onChange={({ currentTarget }) => void take(currentTarget.value)}
      />
      {fault && (
        <span id={faultId} class="field-fault">
          {fault}
        </span>
      )}
    </label>
  )
}
