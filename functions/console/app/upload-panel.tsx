import type { DatasetInAnyState } from '@tallystick/client'
import { useId, useState } from 'preact/hooks'
import { FilesInput, useFilesDrop } from '../parts/file-choice.tsx'
import { byteText, counted, percentText } from '../parts/plain-words.ts'
import { AdapterField } from './adapter-field.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { FileFields } from './file-fields.tsx'
import { UploadPreview } from './upload-preview.tsx'
import { cancelUpload, chooseAdapter, nameUpload, sendUpload, takeFiles, takeNext, upload } from './upload-signal.ts'
import { useAction } from './use-call.ts'
import './upload-panel.css'

export interface UploadPanelProps {
  /** Whether it is settled where the files come from. */
  readonly isOfOneAdapter?: boolean
  /** Called once the service has read a file; `isLast` where no other waits to be looked at. */
  readonly onSealed: (dataset: DatasetInAnyState, isLast: boolean) => Promise<void>
}

export function UploadPanel({ isOfOneAdapter = false, onSealed }: UploadPanelProps) {
  const { run, error } = useAction()
  const [isRefused, setRefused] = useState<readonly string[]>([])
  const { file, waiting, adapter, name, preview, reading, sending } = upload.value
  const isReady = preview?.reading.ok === true && adapter.trim() !== '' && sending === undefined
  const send = async (): Promise<void> => {
    setRefused([])
    const dataset = await sendUpload()
    if (dataset.state === 'sealed') {
      const isLast = upload.value.waiting.length === 0
      try {
        await onSealed(dataset, isLast)
      } finally {
        await takeNext()
      }
    } else if (dataset.state === 'refused')
      setRefused(dataset.refusal?.errors.map(({ line, detail }) => `line ${line ?? '?'}: ${detail}`) ?? [])
  }
  const leave = async (): Promise<void> => {
    setRefused([])
    await (reading === undefined ? takeNext() : cancelUpload())
  }
  return (
    <section class="card form upload" aria-label="Upload a file">
      <FileDrop onFiles={(chosen) => run(() => takeFiles(chosen))} />
      {waiting.length > 0 && (
        <p class="small soft of-file" role="status">
          {counted(waiting.length, 'file')} to come: {waiting.map((each) => each.name).join(', ')}
        </p>
      )}
      {file !== undefined && (
        <>
          <div class="form-grid">
            {!isOfOneAdapter && (
              <AdapterField label="Adapter" value={adapter} onChange={(text) => void run(() => chooseAdapter(text))} />
            )}
            <label class="field">
              Name
              <input value={name} maxLength={200} onInput={({ currentTarget }) => nameUpload(currentTarget.value)} />
            </label>
          </div>
          {reading !== undefined && <progress value={reading.ratio} max={1} aria-label={reading.step} />}
          {preview !== undefined && <UploadPreview preview={preview} />}
          <FileFields key={file.name} attempt={(work) => void run(work)} />
          <FailureNotice error={error} />
          {isRefused.length > 0 && <Refusal texts={isRefused} />}
          <SendControls
            isReady={isReady}
            needsAdapter={adapter.trim() === ''}
            onSend={() => void run(send)}
            onLeave={() => void run(leave)}
          />
        </>
      )}
      {file === undefined && <FailureNotice error={error} />}
    </section>
  )
}

function Refusal({ texts }: { readonly texts: readonly string[] }) {
  return (
    <div class="notice app-notice fault" role="alert">
      <p class="notice-title">The service could not read the file. Nothing was stored.</p>
      <ul class="fault-list">
        {texts.map((text) => (
          <li key={text} class="of-file">
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

function FileDrop({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { file } = upload.value
  const { isOver, listeners } = useFilesDrop(onFiles)
  const id = useId()
  return (
    <label for={id} class={isOver ? 'file-drop is-over' : 'file-drop'} {...listeners}>
      <span class="of-file">
        {file === undefined ? 'Drop files here, or choose them' : `${file.name} · ${byteText(file.size)}`}
      </span>
      <FilesInput id={id} onFiles={onFiles} isMultiple />
      <span class="small soft">
        {file === undefined
          ? 'CSV, camt, MT940, BAI2, OFX, QIF, XLSX, JSON lines, or a zip of one format. It is read on your machine first.'
          : 'Choose another'}
      </span>
    </label>
  )
}

interface SendControlsProps {
  readonly isReady: boolean
  readonly needsAdapter: boolean
  readonly onSend: () => void
  readonly onLeave: () => void
}

function SendControls({ isReady, needsAdapter, onSend, onLeave }: SendControlsProps) {
  const { sending, reading } = upload.value
  if (sending !== undefined) {
    const { step, doneBytes, totalBytes } = sending
    const ratio = totalBytes === 0 ? 0 : doneBytes / totalBytes
    const words = step === 'sending' ? 'Sending' : 'The service reads the file:'
    return (
      <div class="actions" role="status">
        <span class="count">
          {words} {byteText(doneBytes)} of {byteText(totalBytes)} ({percentText(ratio)})
        </span>
        <progress value={ratio} max={1} aria-label={words} />
        <button type="button" class="quiet" onClick={() => void cancelUpload()}>
          Cancel
        </button>
      </div>
    )
  }
  return (
    <p class="actions">
      <button type="button" disabled={!isReady} onClick={onSend}>
        Upload
      </button>
      <button type="button" class="quiet" onClick={onLeave}>
        {reading === undefined ? 'Remove' : 'Cancel'}
      </button>
      {needsAdapter && <span class="small soft">Name an adapter first: where these records come from.</span>}
    </p>
  )
}
