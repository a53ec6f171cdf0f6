import type { Env } from '../env.ts'
import { noteState } from '../platform/event-counts.ts'
import type { Isolate } from '../platform/isolate.ts'
import { currentScope } from '../platform/work-scope.ts'
import { leaseMilliseconds } from '../runs/executor.ts'
import { everyDatabaseOf, queries } from '../store/database.ts'
import { setAsideReasons } from '../store/grown-logs.ts'
import { readServiceState } from '../store/service-state.ts'
import { type Family, gauge } from './prometheus.ts'

const hourMilliseconds = 3_600_000
const endedRuns = 'tallystick_runs_ended_last_hour'

/** The state of the service, the same in every isolate. One query a database, of a bounded number of rows. */
export async function describeState(env: Env, isolate: Isolate): Promise<readonly Family[]> {
  const now = isolate.now()
  const since = now - hourMilliseconds + leaseMilliseconds
  const states = await Promise.all(everyDatabaseOf(env).map((database) => readServiceState(queries(database), since)))
  const sum = (figureOf: (state: (typeof states)[number]) => number) =>
    states.reduce((total, state) => total + figureOf(state), 0)
  const unfinished = states.flatMap((state) => state.unfinished)
  const runsIn = (status: string) =>
    unfinished.filter((each) => each.status === status).reduce((total, each) => total + each.count, 0)
  const oldestAt = Math.min(now, ...unfinished.flatMap(({ oldestAt }) => oldestAt ?? []))
  const failures = new Map<string, number>()
  for (const { code, count } of states.flatMap((state) => state.failed))
    failures.set(code ?? '', (failures.get(code ?? '') ?? 0) + count)
  const signedAt = states.flatMap(({ logs }) => logs.indexSignedAt ?? [])
  const setAside = states.flatMap(({ logs }) => logs.setAside)
  return [
    gauge('runs_unfinished', 'Runs that are queued or running.', [
      [{ status: 'queued' }, runsIn('queued')],
      [{ status: 'running' }, runsIn('running')],
    ]),
    gauge('runs_oldest_unfinished_seconds', 'Age of the oldest run that is queued or running.', [
      [{}, (now - oldestAt) / 1000],
    ]),
    gauge('runs_suspect', 'Running runs that were started more than once: they may end their executors.', [
      [{}, sum(({ suspectCount }) => suspectCount)],
    ]),
    gauge('runs_ended_last_hour', 'Runs that were started in the last hour and have ended, by outcome and code.', [
      [{ outcome: 'completed', code: '' }, sum(({ completedCount }) => completedCount)],
      ...[...failures].map(([code, count]) => [{ outcome: 'failed', code }, count] as const),
    ]),
    gauge('datasets_last_hour', 'Datasets that were sealed in the last hour.', [
      [{}, sum((each) => each.datasets.count)],
    ]),
    gauge('dataset_records_last_hour', 'Their records.', [[{}, sum((each) => each.datasets.records ?? 0)]]),
    gauge('dataset_bytes_last_hour', 'Their bytes of lines.', [[{}, sum((each) => each.datasets.bytes ?? 0)]]),
    gauge('datasets_receiving', 'Uploads that are not sealed.', [[{}, sum((each) => each.receivingCount)]]),
    gauge('logs_unindexed', 'Logs of another size than the index of all logs has of them, by their rows.', [
      [{}, sum((each) => each.unindexedCount)],
    ]),
    gauge('logs_diverged', 'Logs that are not the logs that were signed.', [[{}, sum(({ logs }) => logs.diverged)]]),
    gauge('logs_unpublished', 'Logs whose tiles and checkpoint could not be published.', [
      [{}, sum(({ logs }) => logs.unpublished)],
    ]),
    gauge(
      'logs_set_aside',
      'Logs whose head could not be put into the index of all logs.',
      setAsideReasons.map((reason) => [
        { reason },
        setAside.reduce((total, each) => total + (each.reason === reason ? each.count : 0), 0),
      ]),
    ),
    gauge(
      'index_age_seconds',
      'Time since the newest checkpoint of the index of all logs was signed.',
      signedAt.length === 0 ? [] : [[{}, Math.max(0, now - Math.max(...signedAt)) / 1000]],
    ),
    gauge('database_bytes', 'Size of the database.', [[{}, currentScope()?.databaseBytes ?? 0]]),
    ...deliveryGauges(now, states),
  ]
}

interface DeliveryState {
  readonly deliveryDueAt: number | null
  readonly deadCount: number
}

const deliveryGauges = (now: number, states: readonly DeliveryState[]): readonly Family[] => [
  gauge('deliveries_overdue_seconds', 'Since when a delivery to a webhook has had to go on the queue.', [
    [{}, (now - Math.min(now, ...states.flatMap(({ deliveryDueAt }) => deliveryDueAt ?? []))) / 1000],
  ]),
  gauge('deliveries_dead_last_hour', 'Deliveries to webhooks that were given up in the last hour.', [
    [{}, states.reduce((total, { deadCount }) => total + deadCount, 0)],
  ]),
]

/** Writes one point of Analytics Engine, in the order of docs/operating.md. Each ended run has a point of its own. */
export async function noteServiceState(env: Env, isolate: Isolate): Promise<void> {
  if (env.METRICS === undefined) return
  const fixed = (await describeState(env, isolate)).filter(({ name }) => name !== endedRuns)
  noteState(
    env,
    fixed.flatMap(({ samples }) => (samples.length === 0 ? [0] : samples.map(([, value]) => value))),
  )
}
