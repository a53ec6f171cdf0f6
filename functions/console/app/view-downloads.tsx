import type { RunRecord, View } from '@tallystick/client'
import { DownloadButton } from './download-button.tsx'
import { client, mayDo } from './session.ts'

const views: readonly { readonly view: View; readonly label: string }[] = [
  { view: 'matches', label: 'Matches' },
  { view: 'suggestions', label: 'Suggestions' },
  { view: 'breaks', label: 'Breaks' },
  { view: 'excluded', label: 'Exclusions' },
  { view: 'netted', label: 'Netted records' },
]

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function ViewDownloads({ run: { id } }: { readonly run: RunRecord }) {
  return (
    <ul class="download-list">
      {views.map(({ view, label }) => (
        <li key={view}>
          <span>{label}</span>
          <span class="actions">
            <DownloadButton
              label="CSV"
              name={`${id}-${view}.csv`}
              read={() => client().runs.resultFile(id, { view, accept: 'text/csv' })}
            />
            <DownloadButton
              label="XLSX"
              name={`${id}-${view}.xlsx`}
              read={() => client().runs.resultFile(id, { view, accept: workbookType })}
            />
            <DownloadButton label="NDJSON" name={`${id}-${view}.ndjson`} read={() => linesOf(id, view)} />
          </span>
        </li>
      ))}
      {mayDo('evidence:read') && mayDo('datasets:read') && (
        <li>
          <span>Evidence pack, for an auditor</span>
          <DownloadButton label="ZIP" name={`${id}.zip`} read={() => client().runs.evidencePack(id)} />
        </li>
      )}
    </ul>
  )
}

/** The lines of a view. The service streams them for a run of any size. */
async function linesOf(id: string, view: View): Promise<Blob> {
  const lines: string[] = []
  for await (const item of client().runs.streamResults(id, { view })) lines.push(`${JSON.stringify(item)}\n`)
  return new Blob(lines, { type: 'application/x-ndjson' })
}
