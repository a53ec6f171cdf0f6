import type { Env } from '../env.ts'
import { type Isolate, perIsolate } from './isolate.ts'
import type { DoneTask, WorkScope } from './work-scope.ts'

/** Counts events in the isolate, for `/metrics`, and as data points of Workers Analytics Engine where it is bound. */

export type Labels = Readonly<Record<string, string>>

/** A counter of this isolate, or the count of one bucket of a histogram. */
export interface Counter {
  readonly name: string
  readonly labels: Labels
  value: number
}

const latencyBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const

const counters = perIsolate(() => new Map<string, Counter>())

export const countersOf = (isolate: Isolate): readonly Counter[] => [...counters(isolate).values()]

interface RequestEvent {
  readonly tenant: string | null
  readonly method: string
  readonly route: string | null
  readonly status: number
  readonly code: string | null
  readonly milliseconds: number
  readonly scope: WorkScope
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Requests without a route share one label, and so do unknown methods: callers choose both. */
export function noteRequest(isolate: Isolate, env: Env, event: RequestEvent): void {
  const { milliseconds, scope } = event
  const route = event.route ?? 'none'
  const method = methods.has(event.method) ? event.method : 'other'
  const status = String(event.status)
  add(isolate, 'requests_total', { labels: { method, route, status } })
  add(isolate, 'd1_queries_total', { value: scope.queryCount })
  add(isolate, 'd1_rows_read_total', { value: scope.rowsRead })
  add(isolate, 'd1_rows_written_total', { value: scope.rowsWritten })
  observe(isolate, route, milliseconds / 1000)
  point(env, 'request', {
    blobs: [route, method, status, event.code ?? '', event.tenant ?? ''],
    doubles: [milliseconds, scope.queryCount, scope.rowsRead, scope.rowsWritten],
  })
}

interface RunEvent {
  readonly tenant: string
  readonly outcome: string
  readonly code: string
  readonly recordCount: number
  readonly milliseconds: number
}

export function noteRun(isolate: Isolate, env: Env, run: RunEvent): void {
  add(isolate, 'runs_total', { labels: { outcome: run.outcome, code: run.code } })
  add(isolate, 'run_records_total', { value: run.recordCount })
  point(env, 'run', {
    blobs: [run.outcome, run.code, '', '', run.tenant],
    doubles: [run.milliseconds, run.recordCount],
  })
}

interface UploadEvent {
  readonly tenant: string
  readonly recordCount: number
  readonly byteCount: number
}

export function noteUpload(isolate: Isolate, env: Env, { tenant, recordCount, byteCount }: UploadEvent): void {
  add(isolate, 'uploads_total')
  add(isolate, 'upload_records_total', { value: recordCount })
  add(isolate, 'upload_bytes_total', { value: byteCount })
  point(env, 'upload', { blobs: ['', '', '', '', tenant], doubles: [0, recordCount, byteCount] })
}

interface Recount {
  readonly tenant: string
  readonly difference: number
}

/** Counts a tenant whose stored bytes were miscounted by `difference`. */
export function noteRecount(isolate: Isolate, env: Env, { tenant, difference }: Recount): void {
  add(isolate, 'storage_recounts_total')
  point(env, 'recount', { blobs: ['', '', '', '', tenant], doubles: [difference] })
}

export function noteTask(isolate: Isolate, env: Env, { task, outcome, milliseconds }: DoneTask): void {
  add(isolate, 'scheduled_tasks_total', { labels: { task, outcome } })
  point(env, 'task', { blobs: [task, outcome], doubles: [milliseconds] })
}

export const noteFailedPublication = (isolate: Isolate): void => add(isolate, 'log_publications_failed_total')

export function noteState(env: Env, figures: number[]): void {
  point(env, 'state', { blobs: ['service'], doubles: figures })
}

function add(isolate: Isolate, name: string, { labels = {}, value = 1 }: Partial<Omit<Counter, 'name'>> = {}): void {
  const key = `${name} ${Object.values(labels).join(' ')}`
  const known = counters(isolate).get(key)
  if (known === undefined) counters(isolate).set(key, { name: `tallystick_${name}`, labels, value })
  else known.value += value
}

/** Each bucket counts all requests that took at most its bound. */
function observe(isolate: Isolate, route: string, seconds: number): void {
  const name = 'request_duration_seconds'
  for (const bound of latencyBounds)
    add(isolate, `${name}_bucket`, { labels: { route, le: String(bound) }, value: seconds <= bound ? 1 : 0 })
  add(isolate, `${name}_bucket`, { labels: { route, le: '+Inf' } })
  add(isolate, `${name}_sum`, { labels: { route }, value: seconds })
  add(isolate, `${name}_count`, { labels: { route } })
}

/** Analytics Engine samples by index: with the kind and first blob in it, a busy route does not crowd out others. */
function point({ METRICS }: Env, kind: string, { blobs, doubles }: { blobs: readonly string[]; doubles: number[] }) {
  try {
    METRICS?.writeDataPoint({ indexes: [`${kind} ${blobs[0]}`.slice(0, 96)], blobs: [kind, ...blobs], doubles })
  } catch {
    // A METRICS binding that is no dataset must not make a request fail.
  }
}
