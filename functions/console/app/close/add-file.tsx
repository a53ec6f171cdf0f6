import type { DatasetRecord } from '@tallystick/client'
import type { Side } from '@tallystick/engine/record'
import { useLayoutEffect, useState } from 'preact/hooks'
import { counted } from '../../parts/plain-words.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { client, mayDo } from '../session.ts'
import { UploadPanel, type UploadPanelProps } from '../upload-panel.tsx'
import { beginUpload } from '../upload-signal.ts'
import { useAction } from '../use-call.ts'
import type { StepProps } from './step-props.ts'

export interface UploadingSide {
  readonly side: Side
  /** Whether a file of this side is being uploaded. */
  readonly isUpload: boolean
  readonly onUpload: (side: Side | undefined) => void
}

interface AddFileProps extends UploadingSide, StepProps {
  readonly others: readonly DatasetRecord[]
}

/** Adds a file that the service has, or one of this machine, which is read as the side's files are. */
export function AddFile({ side, period, reconciliation, others, isUpload, onUpload, onChanged }: AddFileProps) {
  const add = async (datasetId: string): Promise<void> => {
    await client().periods.addDataset(period.id, { datasetId, side })
    onChanged()
  }
  return (
    <>
      <div class="actions">
        {others.length > 0 && <KnownFiles others={others} onAdd={add} />}
        {mayDo('datasets:write') && (
          <button type="button" class="quiet" onClick={() => onUpload(isUpload ? undefined : side)}>
            {isUpload ? 'Cancel' : 'Upload a file'}
          </button>
        )}
      </div>
      {isUpload && (
        <SideUpload
          of={reconciliation[side]}
          onSealed={async ({ id }, isLast) => {
            await add(id)
            if (isLast) onUpload(undefined)
          }}
        />
      )}
    </>
  )
}

interface SideUploadProps extends Pick<UploadPanelProps, 'onSealed'> {
  readonly of: StepProps['reconciliation']['source']
}

/** While it is shown, files are read as those of the side; what is usual for them reaches no upload elsewhere. */
function SideUpload({ of: { adapter, mapping, currency }, onSealed }: SideUploadProps) {
  useLayoutEffect(() => {
    beginUpload(adapter, { ...(mapping && { mapping }), ...(currency && { currency }) })
    return () => beginUpload()
  }, [])
  return <UploadPanel isOfOneAdapter onSealed={onSealed} />
}

interface KnownFilesProps {
  readonly others: readonly DatasetRecord[]
  readonly onAdd: (datasetId: string) => Promise<void>
}

/** The files of the side's adapter that the service has read, and the period not. */
function KnownFiles({ others, onAdd }: KnownFilesProps) {
  const [datasetId, setDatasetId] = useState('')
  const { isBusy, error, run } = useAction()
  const chosen = others.some(({ id }) => id === datasetId) ? datasetId : (others[0]?.id ?? '')
  return (
    <form
      class="actions add-file"
      onSubmit={(event) => {
        event.preventDefault()
        void run(() => onAdd(chosen))
      }}
    >
      <label class="field inline">
        Add
        <select value={chosen} onChange={({ currentTarget }) => setDatasetId(currentTarget.value)}>
          {others.map(({ id, name, recordCount }) => (
            <option key={id} value={id}>
              {name} ({counted(recordCount, 'record')})
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="quiet" disabled={isBusy}>
        {isBusy ? 'Adding …' : 'Add the file'}
      </button>
      <FailureNotice error={error} />
    </form>
  )
}
