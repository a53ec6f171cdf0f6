import type { DatasetRecord } from '@tallystick/client'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { amountTexts } from '../parts/amount-text.ts'
import { grouped, periodText, shortHash, timeText } from '../parts/plain-words.ts'
import { TableHead } from '../parts/table-head.tsx'
import { ListPlace } from './list-place.tsx'
import { ScopeNotice } from './scope-notice.tsx'
import { client, mayDo } from './session.ts'
import { UploadPanel } from './upload-panel.tsx'
import { useList } from './use-call.ts'

export function DatasetsPage() {
  const { route } = useLocation()
  const [isUpload, setUpload] = useState(false)
  const [uploadedCount, setUploadedCount] = useState(0)
  const onSealed = async ({ id }: { readonly id: string }, isLast: boolean): Promise<void> => {
    setUploadedCount(uploadedCount + 1)
    if (isLast && uploadedCount === 0) route(`/app/datasets/${id}`)
  }
  return (
    <>
      <div class="title-row">
        <h1>Datasets</h1>
        {mayDo('datasets:write') && (
          <button type="button" class={isUpload ? 'quiet' : undefined} onClick={() => setUpload(!isUpload)}>
            {isUpload ? 'Close' : 'Upload a file'}
          </button>
        )}
      </div>
      <ScopeNotice scopes={['datasets:read', 'datasets:write']} />
      {isUpload && <UploadPanel onSealed={onSealed} />}
      {mayDo('datasets:read') && <DatasetList uploadedCount={uploadedCount} />}
    </>
  )
}

function DatasetList({ uploadedCount }: { readonly uploadedCount: number }) {
  const list = useList(`datasets ${uploadedCount}`, (signal) => client().datasets.list({ limit: 50 }, { signal }))
  return (
    <ListPlace
      list={list}
      what="your datasets"
      emptyTitle="No datasets yet"
      empty="A dataset is one file as it was read: a bank statement, a ledger, a list of orders. It never changes. Upload one for each side of a run."
      show={(datasets) => (
        <div class="table-frame">
          <table class="stacked">
            <TableHead
              titles={['Name', 'Adapter', 'Records', 'Period', 'Totals', 'Root', 'State', 'Uploaded']}
              numbers={['Records', 'Totals']}
            />
            <tbody>
              {datasets.map((dataset) => (
                <DatasetRow key={dataset.id} dataset={dataset} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    />
  )
}

function DatasetRow({ dataset }: { readonly dataset: DatasetRecord }) {
  const { id, name, adapter, recordCount, period, totals, root, state, warnings, createdAt } = dataset
  return (
    <tr>
      <td data-label="Name">
        <a class="of-file" href={`/app/datasets/${id}`}>
          {name}
        </a>
      </td>
      <td data-label="Adapter">
        <code class="of-file">{adapter}</code>
      </td>
      <td data-label="Records" class="end count">
        {grouped(recordCount)}
      </td>
      <td data-label="Period" class="time">
        {periodText(period)}
      </td>
      <td data-label="Totals" class="end">
        {amountTexts(totals).map((text) => (
          <div key={text} class="amount">
            {text}
          </div>
        ))}
      </td>
      <td data-label="Root">
        <code title={root}>{shortHash(root)}</code>
      </td>
      <td data-label="State">
        {warnings.length === 0 ? (
          <span class="state good">{state}</span>
        ) : (
          <span class="state warn">
            {warnings.length} warning{warnings.length === 1 ? '' : 's'}
          </span>
        )}
      </td>
      <td data-label="Uploaded" class="time">
        {timeText(createdAt)}
      </td>
    </tr>
  )
}
