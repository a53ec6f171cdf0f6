import type { Side } from '@tallystick/engine'
import { useId, useState } from 'preact/hooks'
import { chooseFile, removeFile, sideStates } from '../local-run/local-files.ts'
import { byteText, counted } from '../parts/plain-words.ts'
import { ReadFaults } from './read-faults.tsx'
import { ReadFile } from './read-file-card.tsx'

const titles: { readonly [side in Side]: string } = { source: 'Source', target: 'Target' }
const examples: { readonly [side in Side]: string } = {
  source: 'the bank statement, the payouts, the orders',
  target: 'the ledger, the bank, the charges',
}

/** Where one of the two files is dropped, and what it was read as. */
export function FilePlace({ side }: { readonly side: Side }) {
  const [isOver, setOver] = useState(false)
  const { file, reading, progress, failure } = sideStates[side].value
  const take = (chosen: File | undefined): void => {
    if (chosen !== undefined) void chooseFile(side, chosen)
  }
  return (
    <section
      class={`card file-place ${isOver ? 'is-over' : ''} ${file === undefined ? 'is-empty' : ''}`}
      aria-label={`${titles[side]} file`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer?.files[0])
      }}
    >
      <FileHead side={side} onTake={take} />
      {progress && (
        <p class="reading">
          <progress value={progress.share} max={1} aria-label={progress.step} />
          <span class="small soft">Reading …</span>
        </p>
      )}
      {failure !== undefined && (
        <p class="notice fault" role="alert">
          {failure}
        </p>
      )}
      {reading?.ok === true && <ReadFile side={side} preview={reading.preview} />}
      {reading?.ok === false && <ReadFaults side={side} reading={reading} />}
    </section>
  )
}

interface FileHeadProps {
  readonly side: Side
  readonly onTake: (file: File | undefined) => void
}

function FileHead({ side, onTake }: FileHeadProps) {
  const inputId = useId()
  const { file, reading } = sideStates[side].value
  const facts = file && [
    byteText(file.size),
    ...(reading?.ok === true ? [reading.preview.format, counted(reading.preview.summary.recordCount, 'record')] : []),
  ]
  return (
    <div class="file-head">
      <div>
        <h2>{titles[side]}</h2>
        {file === undefined ? (
          <p class="soft">Drop a file here: {examples[side]}.</p>
        ) : (
          <p>
            <span class="file-name of-file">{file.name}</span>
            <span class="file-size soft small">{facts?.join(' · ')}</span>
          </p>
        )}
      </div>
      <div class="file-actions">
        <label class={`button ${file === undefined ? '' : 'quiet'}`} for={inputId}>
          {file === undefined ? 'Choose a file' : 'Another file'}
          <span class="hidden"> as {side}</span>
        </label>
        <input
          id={inputId}
          class="hidden file-input"
          type="file"
          onChange={({ currentTarget }) => {
            onTake(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
        {file !== undefined && (
          <button type="button" class="quiet" onClick={() => removeFile(side)}>
            Remove<span class="hidden"> {file.name}</span>
          </button>
        )}
      </div>
    </div>
  )
}
