import type { ListedRun } from '@tallystick/client'
import { grouped, rateText, timeText } from '../parts/plain-words.ts'
import { TableHead } from '../parts/table-head.tsx'
import { StateMark } from './state-mark.tsx'

export function RunTable({ runs }: { readonly runs: readonly ListedRun[] }) {
  return (
    <div class="table-frame">
      <table class="stacked">
        <TableHead
          titles={['Name', 'Sides', 'State', 'Matched', 'Breaks', 'Open records', 'Made']}
          numbers={['Matched', 'Breaks', 'Open records']}
        />
        <tbody>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RunRow({ run }: { readonly run: ListedRun }) {
  const { id, name, sourceAdapter, targetAdapter, summary, createdAt, replayOf } = run
  return (
    <tr>
      <td data-label="Name">
        <a class="of-file" href={`/app/runs/${id}`}>
          {name}
        </a>
        {replayOf !== null && <span class="small soft"> replay</span>}
      </td>
      <td data-label="Sides" class="of-file">
        <code>{sourceAdapter}</code> <span class="soft">against</span> <code>{targetAdapter}</code>
      </td>
      <td data-label="State">
        <StateMark run={run} />
      </td>
      <td data-label="Matched" class="end count">
        {summary === null ? '–' : rateText(summary.matchRate)}
      </td>
      <td data-label="Breaks" class="end count">
        {summary === null ? '–' : grouped(summary.breakCount)}
      </td>
      <td data-label="Open records" class="end count">
        {summary === null ? '–' : grouped(summary.source.open + summary.target.open)}
      </td>
      <td data-label="Made" class="time">
        {timeText(createdAt)}
      </td>
    </tr>
  )
}
