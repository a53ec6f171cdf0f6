import { useEffect } from 'preact/hooks'
import type { FileSettings } from '../../engine-worker/engine-types.ts'
import { amountTexts } from '../../parts/amount-text.ts'
import { FieldTable } from '../../parts/field-table.tsx'
import { FileButton, useFileDrop } from '../../parts/file-choice.tsx'
import { FileFaults } from '../../parts/file-faults.tsx'
import { counted } from '../../parts/plain-words.ts'
import { openEngine } from '../../shell/engine.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { type OpeningFileState, readOpeningFile } from './opening-files.ts'

interface ChosenWords {
  /** Followed by the place, as is the purpose. */
  readonly title: string
  readonly purpose: string
  readonly hint: string
  /** What a record of the file is. */
  readonly noun: string
}

const openingWords: ChosenWords = {
  title: 'Open items',
  purpose: 'of open items',
  hint: 'A list of what is open from before, if you have one.',
  noun: 'open item',
}

interface OpeningFileProps {
  /** `on the statement alone` */
  readonly place: string
  readonly words?: ChosenWords
  /** How a file is read at first. */
  readonly settings: FileSettings
  readonly state: OpeningFileState
  readonly onState: (state: OpeningFileState) => void
}

/** A file of a side, such as its old open items: mapped, and cured where it is refused. */
export function OpeningFile({ place, words = openingWords, settings, state, onState }: OpeningFileProps) {
  const take = (file: File): void => onState({ kind: 'reading', chosen: { file, settings } })
  const { isOver, listeners } = useFileDrop(take)
  useEffect(() => {
    if (state.kind !== 'reading') return
    const ask = async (chosen: typeof state.chosen) => (await openEngine()).readAs({ place, ...chosen })
    return readOpeningFile({ chosen: state.chosen, ask, onState })
  }, [state])
  return (
    <fieldset class={isOver ? 'choices is-over' : 'choices'} aria-busy={state.kind === 'reading'} {...listeners}>
      <legend>
        {words.title} {place}
      </legend>
      <p class="actions">
        <FileButton hasFile={state.kind !== 'none'} purpose={`${words.purpose} ${place}`} onFile={take} />
        {state.kind === 'none' ? (
          <span class="small soft">{words.hint}</span>
        ) : (
          <button type="button" class="quiet" onClick={() => onState({ kind: 'none' })}>
            Remove<span class="hidden"> {state.chosen.file.name}</span>
          </button>
        )}
      </p>
      {state.kind !== 'none' && <ChosenFile place={place} noun={words.noun} state={state} onState={onState} />}
    </fieldset>
  )
}

interface ChosenFileProps extends Pick<OpeningFileProps, 'place' | 'onState'> {
  readonly noun: string
  readonly state: Exclude<OpeningFileState, { kind: 'none' }>
}

function ChosenFile({ place, noun, state, onState }: ChosenFileProps) {
  const { file, settings } = state.chosen
  const use = (changed: FileSettings): void => onState({ kind: 'reading', chosen: { file, settings: changed } })
  if (state.kind === 'reading')
    return (
      <p role="status">
        Reading <span class="of-file">{file.name}</span> …
      </p>
    )
  if (state.kind === 'refused')
    return 'error' in state.why ? (
      <FailureNotice error={state.why.error} />
    ) : (
      <FileFaults of={{ place, file, settings, onUse: use }} reading={state.why} />
    )
  const { summary, fields } = state.preview
  return (
    <>
      <p role="status">
        <span class="of-file">{file.name}</span>: {counted(summary.recordCount, noun)},{' '}
        <span class="amount">{amountTexts(summary.totals).join(' · ')}</span>
      </p>
      <FieldTable
        caption={`Fields of ${file.name}`}
        fields={fields}
        onChoose={(field, column) => use({ ...settings, mapping: { ...settings.mapping, [field]: column } })}
      />
    </>
  )
}
