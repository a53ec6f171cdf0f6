import { useId, useState } from 'preact/hooks'
import { byteText } from '../parts/plain-words.ts'
import { cancelEvidence, chooseEvidence, evidence } from './evidence-state.ts'

/** Where a file of evidence is dropped, and how far its verification is. */
export function EvidencePlace() {
  const [isOver, setOver] = useState(false)
  const state = evidence.value
  const take = (file: File | undefined): void => {
    if (file !== undefined) void chooseEvidence(file)
  }
  return (
    <section
      class={`card evidence-place ${isOver ? 'is-over' : ''} ${state === undefined ? 'is-empty' : ''}`}
      aria-label="File to verify"
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
      <div class="evidence-head">
        {state === undefined ? (
          <p>
            <strong>Drop the file here</strong> <span class="soft">a pack (.zip), or a proof (.json or .txt)</span>
          </p>
        ) : (
          <p>
            <strong class="of-file">{state.file.name}</strong>{' '}
            <span class="soft small">{byteText(state.file.size)}</span>
          </p>
        )}
        <FileButton isFirst={state === undefined} onTake={take} />
      </div>
      <Working />
    </section>
  )
}

interface FileButtonProps {
  readonly isFirst: boolean
  readonly onTake: (file: File | undefined) => void
}

function FileButton({ isFirst, onTake }: FileButtonProps) {
  const inputId = useId()
  return (
    <div class="evidence-file no-print">
      <label class={`button ${isFirst ? '' : 'quiet'}`} for={inputId}>
        {isFirst ? 'Choose a file' : 'Another file'}
        <span class="hidden"> to verify</span>
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
    </div>
  )
}

function Working() {
  const progress = evidence.value?.progress
  if (progress === undefined) return null
  return (
    <div class="verify-progress">
      <label>
        <span class="small of-file">{progress.step} …</span>
        <progress value={progress.share} max={1} />
      </label>
      <button type="button" class="quiet" onClick={() => void cancelEvidence()}>
        Cancel
      </button>
    </div>
  )
}
