import type { InboxFileRecord } from '@tallystick/client'
import type { Side } from '@tallystick/engine/record'
import { codeText, timeText } from '../../parts/plain-words.ts'
import { TableHead } from '../../parts/table-head.tsx'
import { ListPlace } from '../list-place.tsx'
import { client } from '../session.ts'
import { useList } from '../use-call.ts'
import type { ListedMonth, Reconciliation } from './close-calls.ts'
import { fileWords, sideWordsOf } from './side-words.ts'

export interface ArrivedFilesProps {
  readonly reconciliation: Reconciliation
  readonly periods: readonly ListedMonth[]
}

/** What became of each file that arrived. */
export function ArrivedFiles({ reconciliation, periods }: ArrivedFilesProps) {
  const { id } = reconciliation
  const list = useList(`inbox files ${id}`, (signal) => client().inbox.files(id, {}, { signal }))
  const names = new Map(periods.map((period) => [period.id, period.name]))
  return (
    <ListPlace
      list={list}
      what="what arrived"
      emptyTitle="No file has arrived"
      empty="Files that are sent by a link are listed here, with what became of them."
      show={(files) => (
        <div class="table-frame">
          <table class="stacked">
            <TableHead titles={['Arrived', 'File', 'What became of it']} />
            <tbody>
              {files.map((file) => (
                <tr key={file.id}>
                  <td data-label="Arrived" class="time">
                    {timeText(file.receivedAt)}
                  </td>
                  <td data-label="File" class="of-file">
                    {file.name} <span class="small soft under">{filesBySide(reconciliation, file.side)}</span>
                  </td>
                  <td data-label="What became of it" class="of-file">
                    <FileEnd file={file} names={names} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    />
  )
}

interface FileEndProps {
  readonly file: InboxFileRecord
  readonly names: ReadonlyMap<string, string>
}

function FileEnd({ file: { id, state, repeats, refusal, periodIds }, names }: FileEndProps) {
  if (state === 'reading') return <span class="state">being read</span>
  if (state === 'repeated')
    return (
      <>
        the same bytes as <a href={`/app/datasets/${repeats}`}>an earlier file</a>, not read again
      </>
    )
  if (state === 'refused')
    return (
      <>
        <span class="state bad">refused</span> {refusal?.detail}{' '}
        {refusal?.errors[0] && <span class="small soft under">{refusal.errors[0].detail}</span>}
      </>
    )
  return (
    <>
      <a href={`/app/datasets/${id}`}>read</a>
      {periodIds.length === 0
        ? ', in no open period'
        : periodIds.map((period, index) => (
            <>
              {index === 0 ? ' into ' : ', '}
              <a key={period} href={`/app/periods/${period}`}>
                {names.get(period) ?? period}
              </a>
            </>
          ))}
    </>
  )
}

export const filesBySide = (reconciliation: Reconciliation, side: Side): string =>
  codeText(fileWords[sideWordsOf(reconciliation)[side]])
