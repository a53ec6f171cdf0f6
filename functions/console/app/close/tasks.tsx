import type { TaskRecord } from '@tallystick/client'
import { counted } from '../../parts/plain-words.ts'
import { client } from '../session.ts'

/** A page of tasks goes through a few periods, and may be empty though more follow. */
const pageCountMax = 10

export async function readTasks(signal: AbortSignal): Promise<readonly TaskRecord[]> {
  const tasks: TaskRecord[] = []
  const pages = client().tasks.list({ limit: 200 }, { signal }).pages()
  for (let count = 0; count < pageCountMax; count += 1) {
    const page = await pages.next()
    if (page.done === true) break
    tasks.push(...page.value.items)
  }
  return tasks
}

/** What waits for whoever is signed in, by period; nothing where nothing does. */
export function Tasks({ tasks: all }: { readonly tasks: readonly TaskRecord[] }) {
  if (all.length === 0) return null
  const byPeriod = Map.groupBy(all, ({ period }) => period.id)
  return (
    <section class="card waiting" aria-label="What waits for you">
      <h2>Waits for you</h2>
      <ul>
        {[...byPeriod].map(([id, tasks]) => (
          <li key={id}>
            <a class="of-file" href={`/app/periods/${id}?step=${stepOf(tasks)}`}>
              {tasks[0]?.period.name}
            </a>{' '}
            {tasksText(tasks)}
          </li>
        ))}
      </ul>
    </section>
  )
}

const stepOf = (tasks: readonly TaskRecord[]): string =>
  tasks.some(({ kind }) => kind === 'approve_period') ? 'signoff' : 'items'

const nouns: { readonly [kind in TaskRecord['kind']]: string } = {
  approve_period: 'period to approve',
  approve_decision: 'adjustment to approve',
  lapsed_decision: 'decision of yours that has lapsed',
  assigned_item: 'item that is assigned to you',
}

const plurals: { readonly [kind in TaskRecord['kind']]: string } = {
  approve_period: 'periods to approve',
  approve_decision: 'adjustments to approve',
  lapsed_decision: 'decisions of yours that have lapsed',
  assigned_item: 'items that are assigned to you',
}

const tasksText = (tasks: readonly TaskRecord[]): string =>
  [...Map.groupBy(tasks, ({ kind }) => kind)]
    .map(([kind, own]) => counted(own.length, nouns[kind], plurals[kind]))
    .join(' · ')
