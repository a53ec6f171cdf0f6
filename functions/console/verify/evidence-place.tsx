import { FilesButton, useFilesDrop } from '../parts/file-choice.tsx'
import { byteText } from '../parts/plain-words.ts'
import { cancelEvidence, chooseEvidence, evidence } from './evidence-state.ts'

export function EvidencePlace() {
  const state = evidence.value
  const take = (files: readonly File[]): void => void chooseEvidence(files)
  const { isOver, listeners } = useFilesDrop(take)
  return (
    <section
      class={`card evidence-place ${isOver ? 'is-over' : ''} ${state === undefined ? 'is-empty' : ''}`}
      aria-label="File to verify"
      {...listeners}
    >
      <div class="evidence-head">
        {state === undefined ? (
          <p>
            <strong>Drop the file here</strong>{' '}
            <span class="soft">a pack (.zip), a proof (.json or .txt), or the files of a period</span>
          </p>
        ) : (
          <p>
            <strong class="of-file">{state.file.name}</strong>{' '}
            <span class="soft small">{byteText(state.file.size)}</span>
          </p>
        )}
        <div class="evidence-file no-print">
          <FilesButton hasFile={state !== undefined} purpose="to verify" onFiles={take} isMultiple />
        </div>
      </div>
      <Working />
    </section>
  )
}

function Working() {
  const progress = evidence.value?.progress
  if (progress === undefined) return null
  return (
    <div class="verify-progress">
      <label>
        <span class="small of-file">{progress.step} …</span>
        <progress value={progress.ratio} max={1} />
      </label>
      <button type="button" class="quiet" onClick={() => void cancelEvidence()}>
        Cancel
      </button>
    </div>
  )
}
