import type { CanonicalRecord, DatasetInAnyState } from '@tallystick/client'
import { useLocation } from 'preact-iso'
import { amountTexts } from '../parts/amount-text.ts'
import { warningSentence } from '../parts/dataset-warning-sentence.ts'
import { byteText, grouped, periodText, timeText } from '../parts/plain-words.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { DownloadButton } from './download-button.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { placeOf } from './failure-text.ts'
import { MoreButton } from './more-button.tsx'
import { RecordTable } from './record-table.tsx'
import { ScopeNotice } from './scope-notice.tsx'
import { client, mayDo } from './session.ts'
import { StatementTable } from './statement-table.tsx'
import { useAction, useCall, useList } from './use-call.ts'

type Sealed = Extract<DatasetInAnyState, { readonly state: 'sealed' }>
type Unsealed = Exclude<DatasetInAnyState, { readonly state: 'sealed' }>

export function DatasetPage({ id }: { readonly id: string }) {
  const { value, error, reload } = useCall(`dataset ${id}`, (signal) => client().datasets.get(id, { signal }))
  return (
    <>
      <p class="back">
        <a href="/app/datasets">Datasets</a>
      </p>
      {value?.state === 'sealed' && <SealedDataset dataset={value} />}
      {value !== undefined && value.state !== 'sealed' && <OpenUpload upload={value} onReload={reload} />}
      {value === undefined && <h1>Dataset</h1>}
      {value === undefined && error === undefined && <p aria-busy="true">Asking for the dataset …</p>}
      <FailureNotice error={error} onRetry={reload} />
    </>
  )
}

function SealedDataset({ dataset }: { readonly dataset: Sealed }) {
  const { id, name, warnings, statements } = dataset
  return (
    <>
      <div class="title-row">
        <h1 class="of-file">{name}</h1>
        <div class="actions">
          <a class="button" href={`/app/runs?source=${encodeURIComponent(`dataset:${id}`)}`}>
            Use in a run
          </a>
          <DownloadButton label="Records as CSV" name={`${id}.csv`} read={() => client().datasets.recordsCsv(id)} />
          <DeleteDataset id={id} name={name} />
        </div>
      </div>
      <ScopeNotice scopes={['datasets:delete']} />
      <DatasetFigures dataset={dataset} />
      {warnings.map((warning) => (
        <p key={`${warning.code} ${warning.file ?? ''}`} class="notice app-notice">
          {warningSentence(warning)}
        </p>
      ))}
      {statements.length > 0 && <StatementTable statements={statements} />}
      <h2>Records</h2>
      <Records id={id} />
    </>
  )
}

function DatasetFigures({ dataset }: { readonly dataset: Sealed }) {
  const { adapter, format, recordCount, byteCount, period, totals, root, received, createdAt } = dataset
  const figures: readonly (readonly [string, string | readonly string[]])[] = [
    ['Adapter', adapter],
    ['Format', format],
    ['Records', grouped(recordCount)],
    ['Period', periodText(period)],
    ['Totals', amountTexts(totals)],
    ['Stored', byteText(byteCount)],
    ['Uploaded', timeText(createdAt)],
    ['Root', root],
    ...(received === null ? [] : [['File, SHA-256', received.sha256] as const]),
  ]
  return (
    <dl class="app-figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class={name === 'Root' || name.startsWith('File') ? 'hash-whole mono' : 'of-file'}>
            {[value].flat().map((text) => (
              <div key={text}>{text}</div>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Records({ id }: { readonly id: string }) {
  const list = useList<CanonicalRecord>(`records ${id}`, (signal) =>
    client().datasets.records(id, { limit: 50 }, { signal }),
  )
  return (
    <>
      <RecordTable records={list.items} isLoading={list.isLoading} />
      <FailureNotice error={list.error} onRetry={list.reload} />
      <MoreButton list={list} />
    </>
  )
}

function DeleteDataset({ id, name }: { readonly id: string; readonly name: string }) {
  const { route } = useLocation()
  const { isBusy, error, run } = useAction()
  if (!mayDo('datasets:delete')) return null
  return (
    <>
      <ConfirmButton
        label="Delete"
        question={`Delete the records of “${name}”? Runs that read it keep their results and its root, but can no longer be replayed or opened here. The deletion is an entry of your log.`}
        confirm="Delete it"
        isDangerous
        isBusy={isBusy}
        onConfirm={() =>
          run(async () => {
            await client().datasets.delete(id)
            route('/app/datasets')
          })
        }
      />
      <FailureNotice error={error} />
    </>
  )
}

function OpenUpload({ upload, onReload }: { readonly upload: Unsealed; readonly onReload: () => void }) {
  const { state, name, byteCount, receivedByteCount, readByteCount, refusal } = upload
  const words = { receiving: 'Its parts are arriving', reading: 'The service reads it', refused: 'It was refused' }[
    state
  ]
  const done = state === 'receiving' ? receivedByteCount : readByteCount
  return (
    <section class="narrow">
      <h1 class="of-file">{name}</h1>
      <p role="status">{words}.</p>
      {refusal === null ? (
        <>
          <progress value={done} max={byteCount} aria-label={words} />
          <p class="count">
            {byteText(done)} of {byteText(byteCount)}
          </p>
          <button type="button" class="quiet" onClick={onReload}>
            Look again
          </button>
        </>
      ) : (
        <div class="notice app-notice fault">
          <p class="of-file">{refusal.detail}</p>
          <ul class="fault-list">
            {refusal.errors.map((fault) => (
              <li key={`${placeOf(fault)} ${fault.detail}`}>
                <code class="of-file">{placeOf(fault)}</code> <span class="of-file">{fault.detail}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
