import type { Side } from '@tallystick/engine/record'
import { Suspense } from 'preact/compat'
import { openFiles } from '../local-run/file-layouts.ts'
import { chooseFile, partsByFile, removeFile, sideStates } from '../local-run/local-files.ts'
import { FilesButton, useFilesDrop } from '../parts/file-choice.tsx'
import { byteText, counted } from '../parts/plain-words.ts'
import { settingWords } from '../parts/setting-words.ts'
import { lazyPart } from '../shell/lazy-part.ts'
import { FileParts } from './file-parts.tsx'

const ReadFile = lazyPart(() => import('./read-file-card.tsx').then((module) => module.ReadFile))
const RefusedFile = lazyPart(() => import('./refused-file.tsx').then((module) => module.RefusedFile))

const titles: { readonly [side in Side]: string } = { source: 'Source', target: 'Target' }
const examples: { readonly [side in Side]: string } = {
  source: 'the bank statement, the payouts, the orders',
  target: 'the ledger, the bank, the charges',
}

export function FilePlace({ side }: { readonly side: Side }) {
  const { file, reading, progress, failure } = sideStates[side].value
  const take = (files: readonly File[]): void => {
    // A part that cannot be fetched is told where it is shown.
    void ReadFile.preload().catch(() => undefined)
    void openFiles(side, files)
  }
  const { isOver, listeners } = useFilesDrop(take)
  const parts = file && partsByFile.get(file)
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
      {parts !== undefined && <FileParts parts={parts} />}
      <LayoutNotice side={side} />
      <Suspense fallback={<p aria-busy="true">Reading …</p>}>
        {reading?.ok === true && <ReadFile side={side} preview={reading.preview} />}
        {reading?.ok === false && file !== undefined && <RefusedFile side={side} file={file} reading={reading} />}
      </Suspense>
    </section>
  )
}

/** Says that a file is read as an earlier one of its layout was. */
function LayoutNotice({ side }: { readonly side: Side }) {
  const { layout, file } = sideStates[side].value
  if (layout === undefined || file === undefined) return null
  return (
    <p class="notice small layout-notice">
      <span>
        Read as <span class="of-file">{layout.name}</span> was: {settingWords(layout.settings)}.
      </span>
      <button type="button" class="quiet small-button" onClick={() => void chooseFile(side, file)}>
        Read it afresh
      </button>
    </p>
  )
}

interface FileHeadProps {
  readonly side: Side
  readonly onTake: (files: readonly File[]) => void
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
          <p class="soft">Drop a file here, or several of one layout: {examples[side]}.</p>
        ) : (
          <p>
            <span class="file-name of-file">{file.name}</span>
            <span class="file-size soft small">{facts?.join(' · ')}</span>
          </p>
        )}
      </div>
      <div class="file-actions">
        <FilesButton hasFile={file !== undefined} purpose={`as ${side}`} onFiles={onTake} isMultiple />
        {file !== undefined && (
          <button type="button" class="quiet" onClick={() => removeFile(side)}>
            Remove<span class="hidden"> {file.name}</span>
          </button>
        )}
      </div>
    </div>
  )
}
