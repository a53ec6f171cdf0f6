import type { Side } from '@tallystick/engine/record'
import { chooseFile, removeFile, sideStates } from '../local-run/local-files.ts'
import { FileButton, useFileDrop } from '../parts/file-choice.tsx'
import { byteText, counted } from '../parts/plain-words.ts'
import { ReadFaults } from './read-faults.tsx'
import { ReadFile } from './read-file-card.tsx'

const titles: { readonly [side in Side]: string } = { source: 'Source', target: 'Target' }
const examples: { readonly [side in Side]: string } = {
  source: 'the bank statement, the payouts, the orders',
  target: 'the ledger, the bank, the charges',
}

export function FilePlace({ side }: { readonly side: Side }) {
  const { file, reading, progress, failure } = sideStates[side].value
  const take = (chosen: File): void => void chooseFile(side, chosen)
  const { isOver, listeners } = useFileDrop(take)
  return (
    <section
      class={`card file-place ${isOver ? 'is-over' : ''} ${file === undefined ? 'is-empty' : ''}`}
      aria-label={`${titles[side]} file`}
      {...listeners}
    >
      <FileHead side={side} onTake={take} />
      {progress && (
        <p class="reading">
          <progress value={progress.ratio} max={1} aria-label={progress.step} />
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
  readonly onTake: (file: File) => void
}

function FileHead({ side, onTake }: FileHeadProps) {
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
        <FileButton hasFile={file !== undefined} purpose={`as ${side}`} onFile={onTake} />
        {file !== undefined && (
          <button type="button" class="quiet" onClick={() => removeFile(side)}>
            Remove<span class="hidden"> {file.name}</span>
          </button>
        )}
      </div>
    </div>
  )
}
