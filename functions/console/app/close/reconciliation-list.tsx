import type { ListedReconciliation, NewestPeriod, TaskRecord } from '@tallystick/client'
import { amountTexts } from '../../parts/amount-text.ts'
import { dateText } from '../../parts/locale-text.ts'
import { codeText, counted, rateText } from '../../parts/plain-words.ts'
import { TableHead } from '../../parts/table-head.tsx'
import { ListPlace } from '../list-place.tsx'
import { client } from '../session.ts'
import { useList } from '../use-call.ts'
import { LiveCells } from './live-cells.tsx'
import { openSums } from './newest-figures.ts'
import { PeriodMark } from './period-mark.tsx'
import { sidesOf, sideWordsOf } from './side-words.ts'

/** Every reconciliation with what its newest period comes to. `tasks` is what waits for whoever is signed in. */
export function ReconciliationList({ tasks }: { readonly tasks: readonly TaskRecord[] }) {
  const list = useList('reconciliations', (signal) => client().reconciliations.list({ limit: 20 }, { signal }))
  return (
    <ListPlace
      list={list}
      what="your reconciliations"
      emptyTitle="No reconciliations yet"
      empty="A reconciliation is what you close month after month: a bank account and the ledger account that should agree with it. It keeps its rules, its open items and who signed each period."
      show={(reconciliations) => (
        <div class="table-frame">
          <table class="stacked">
            <TableHead titles={[...titles]} numbers={['Matched', 'Left open by the run', 'Unexplained']} />
            <tbody>
              {reconciliations.map((each) => (
                <ReconciliationRow
                  key={each.id}
                  reconciliation={each}
                  taskCount={tasks.filter(({ period }) => period.reconciliationId === each.id).length}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    />
  )
}

const titles = [
  'Name',
  'Newest period',
  'Matched',
  'Left open by the run',
  'Unexplained',
  'Oldest',
  'Begun by',
] as const

interface ReconciliationRowProps {
  readonly reconciliation: ListedReconciliation
  readonly taskCount: number
}

function ReconciliationRow({ reconciliation, taskCount }: ReconciliationRowProps) {
  const { id, name, source, target, calendar, newest } = reconciliation
  return (
    <tr>
      <td data-label="Name">
        <a class="of-file" href={`/app/reconciliations/${id}`}>
          {name}
        </a>
        <span class="small soft under of-file">
          {codeText(calendar)} · {source.adapter} against {target.adapter}
        </span>
        {taskCount > 0 && <span class="state warn">{taskCount === 1 ? '1 waits' : `${taskCount} wait`} for you</span>}
      </td>
      {newest === null ? (
        <td data-label="Newest period" class="soft" colSpan={titles.length - 1}>
          none yet
        </td>
      ) : (
        <NewestCells newest={newest} terms={reconciliation} />
      )}
    </tr>
  )
}

interface NewestCellsProps {
  readonly newest: NewestPeriod
  readonly terms: ListedReconciliation
}

function NewestCells({ newest, terms }: NewestCellsProps) {
  const { id, name, figures, begunBy } = newest
  return (
    <>
      <td data-label="Newest period">
        <a class="of-file" href={`/app/periods/${id}`}>
          {name}
        </a>{' '}
        <PeriodMark period={newest} />
        <span class="small soft under">{dueText(newest)}</span>
      </td>
      <td data-label="Matched" class="end count">
        {figures === null ? '–' : rateText(figures.matchRate)}
      </td>
      <td data-label="Left open by the run" class="end">
        {figures === null ? '–' : <OpenSums figures={figures} terms={terms} />}
      </td>
      <LiveCells newest={newest} />
      <td data-label="Begun by" class="of-file">
        {begunBy.name}
      </td>
    </>
  )
}

/** How many records the run left open, and their sums: decisions since then do not count. */
function OpenSums({
  figures,
  terms,
}: {
  readonly figures: NonNullable<NewestPeriod['figures']>
  readonly terms: ListedReconciliation
}) {
  const left = sidesOf(terms).flatMap((side) => {
    const sums = openSums(figures, side)
    return sums === undefined ? [] : [{ side, sums }]
  })
  if (left.length === 0) return <span class="soft">none</span>
  return left.map(({ side, sums }) => (
    <div key={side}>
      <span class="amount">{amountTexts(sums).join(' · ')}</span>{' '}
      <span class="small soft">
        {counted(figures.openCount[side], 'item')}, {sideWordsOf(terms)[side]}
      </span>
    </div>
  ))
}

const daysSince = (day: string): number => Math.floor((Date.now() - Date.parse(day)) / 86_400_000)

/** `due 5 Apr 2026`, or without due dates `ended 31 Mar 2026, 12 days ago`; a closed period has nothing due. */
function dueText({ last, state, dueOn, isLate }: NewestPeriod): string {
  if (state === 'closed') return `to ${dateText(last)}`
  if (dueOn !== null) return isLate ? `${counted(Math.max(1, daysSince(dueOn)), 'day')} late` : `due ${dateText(dueOn)}`
  const dayCount = daysSince(last)
  return dayCount > 0 ? `ended ${dateText(last)}, ${counted(dayCount, 'day')} ago` : `ends ${dateText(last)}`
}
