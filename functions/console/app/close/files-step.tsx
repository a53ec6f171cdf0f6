import type { DatasetRecord } from '@tallystick/client'
import type { Side } from '@tallystick/engine/record'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { codeText, grouped, periodText, timeText } from '../../parts/plain-words.ts'
import { TableHead } from '../../parts/table-head.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import { client, mayDo } from '../session.ts'
import { useAction, useCall } from '../use-call.ts'
import { AddFile, type UploadingSide } from './add-file.tsx'
import { OpeningForm } from './opening-form.tsx'
import { requireCompleted } from './require-completed.ts'
import { balanceWords, sidesOf, sideWordsOf } from './side-words.ts'
import type { StepProps } from './step-props.ts'

/** What the period reads, and its run. */
export function FilesStep(props: StepProps) {
  const { period, reconciliation, onChanged } = props
  const { reconciliationId } = period
  // One at a time: an upload is kept while the page is open.
  const [uploadSide, setUploadSide] = useState<Side>()
  const { value: first } = useCall(`first period ${reconciliationId}`, async (signal) => {
    const periods: string[] = []
    for await (const { id } of client().reconciliations.periods(reconciliationId, {}, { signal })) periods.push(id)
    return periods.at(-1)
  })
  const takesOpening = first === period.id && period.state === 'open' && mayDo('periods:write')
  const isMissing = reconciliation.openingRoot === null
  return (
    <>
      {takesOpening && (
        <details class="card unfolds" open={isMissing}>
          <summary>{isMissing ? 'The opening is missing' : 'Replace the opening'}</summary>
          <OpeningForm
            reconciliation={reconciliation}
            give={async (opening) => {
              await client().reconciliations.giveOpening(reconciliationId, opening)
              onChanged()
            }}
          />
        </details>
      )}
      {sidesOf(reconciliation).map((side) => (
        <SideFiles key={side} side={side} isUpload={side === uploadSide} onUpload={setUploadSide} {...props} />
      ))}
      <RunButton {...props} />
    </>
  )
}

function SideFiles({ side, isUpload, onUpload, ...props }: UploadingSide & StepProps) {
  const { period, reconciliation } = props
  const { adapter } = reconciliation[side]
  const {
    value = [],
    error,
    reload,
  } = useCall(`datasets ${adapter} ${period.revision}`, (signal) => datasetsOf(adapter, signal))
  const named = new Map(value.map((dataset) => [dataset.id, dataset]))
  const own = period.datasets.filter((each) => each.side === side)
  const others = value.filter(({ id }) => !period.datasets.some(({ datasetId }) => datasetId === id))
  return (
    <section class="app-part">
      <h2>
        {codeText(balanceWords[sideWordsOf(reconciliation)[side]])} <code class="of-file small soft">{adapter}</code>
      </h2>
      {own.length === 0 ? (
        <p class="soft">No file yet.</p>
      ) : (
        <div class="table-frame">
          <table class="stacked">
            <TableHead titles={['File', 'Records', 'Days', 'Added']} numbers={['Records']} />
            <tbody>
              {own.map((each) => (
                <FileRow key={each.datasetId} file={each} dataset={named.get(each.datasetId)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <FailureNotice error={error} onRetry={reload} />
      {period.state === 'open' && mayDo('periods:write') && (
        <AddFile side={side} others={others} isUpload={isUpload} onUpload={onUpload} {...props} />
      )}
    </section>
  )
}

/** The newest ones of an adapter. */
async function datasetsOf(adapter: string, signal: AbortSignal): Promise<readonly DatasetRecord[]> {
  const page = await client().datasets.list({ adapter, limit: 200 }, { signal }).pages().next()
  return page.done === false ? page.value.items : []
}

interface FileRowProps {
  readonly file: StepProps['period']['datasets'][number]
  readonly dataset: DatasetRecord | undefined
}

function FileRow({ file: { datasetId, recordCount, isHandedOn, addedAt }, dataset }: FileRowProps) {
  return (
    <tr>
      <td data-label="File">
        <a class="of-file" href={`/app/datasets/${datasetId}`}>
          {dataset?.name ?? datasetId}
        </a>
        {isHandedOn === true && <span class="small soft under">reaches in from an earlier period</span>}
      </td>
      <td data-label="Records" class="end count">
        {grouped(recordCount)}
      </td>
      <td data-label="Days" class="time">
        {dataset && periodText(dataset.period)}
      </td>
      <td data-label="Added" class="time">
        {timeText(addedAt ?? null)}
      </td>
    </tr>
  )
}

/** Runs the period, and goes on to its breaks. */
function RunButton({ period, onChanged }: StepProps) {
  const { route } = useLocation()
  const { isBusy, error, run } = useAction()
  const start = async (): Promise<void> => {
    requireCompleted(await client().periods.run(period.id))
    onChanged()
    route(`/app/periods/${period.id}?step=items`)
  }
  return (
    <section class="app-part">
      <FailureNotice error={error} />
      <p class="actions">
        {period.state === 'open' && mayDo('periods:write') && (
          <button type="button" disabled={isBusy} onClick={() => void run(start)}>
            {isBusy ? 'Running …' : period.runId === null ? 'Run the period' : 'Run it again'}
          </button>
        )}
        {period.runId !== null && <a href={`/app/runs/${period.runId}`}>The run, with its evidence</a>}
      </p>
    </section>
  )
}
