import type { Env } from '../env.ts'
import { type Isolate, perIsolate } from './isolate.ts'
import type { DoneTask, WorkScope } from './work-scope.ts'

/**
 * Counts what happens. Each isolate has counters of its own, for `/metrics`; each event is a point of Workers Analytics
 * Engine too, where one is bound, and those are of all isolates. docs/operating.md says what a point holds.
 */

/** Labels and their values. */
export type Labels = Readonly<Record<string, string>>

/** A counter of this isolate, or the count of one bucket of a histogram. */
export interface Counter {
  readonly name: string
  readonly labels: Labels
  value: number
}

/** Upper bounds of the buckets of a latency, in seconds. */
const latencyBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const

const counters = perIsolate(() => new Map<string, Counter>())

/** The counters of this isolate, in the order of their first use. */
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

/** Counts a request. What matched no route, and a method that no route has, share one label: callers choose both. */
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
  /** The code of the failure; empty without one. */
  readonly code: string
  readonly recordCount: number
  readonly milliseconds: number
}

/** Counts a run that this isolate ended. */
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

/** Counts a dataset that was sealed. */
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

/** Counts a tenant whose stored bytes were found to be miscounted by `difference`. */
export function noteRecount(isolate: Isolate, env: Env, { tenant, difference }: Recount): void {
  add(isolate, 'storage_recounts_total')
  point(env, 'recount', { blobs: ['', '', '', '', tenant], doubles: [difference] })
}

/** Counts a task of the scheduled handler. */
export function noteTask(isolate: Isolate, env: Env, { task, outcome, milliseconds }: DoneTask): void {
  add(isolate, 'scheduled_tasks_total', { labels: { task, outcome } })
  point(env, 'task', { blobs: [task, outcome], doubles: [milliseconds] })
}

/** Counts a log whose public files could not be put when it was sealed. */
export const noteFailedPublication = (isolate: Isolate): void => add(isolate, 'log_publications_failed_total')

/** Puts a state of the whole service, as read from the database, among the points. */
export function noteState(env: Env, figures: number[]): void {
  point(env, 'state', { blobs: ['service'], doubles: figures })
}

/** Adds to a counter of the isolate, 1 unless `value` says otherwise. */
function add(isolate: Isolate, name: string, { labels = {}, value = 1 }: Partial<Omit<Counter, 'name'>> = {}): void {
  const key = `${name} ${Object.values(labels).join(' ')}`
  const known = counters(isolate).get(key)
  if (known === undefined) counters(isolate).set(key, { name: `tallystick_${name}`, labels, value })
  else known.value += value
}

/** Adds to the buckets of the route's latency. Each bucket counts all that took at most its bound. */
function observe(isolate: Isolate, route: string, seconds: number): void {
  const name = 'request_duration_seconds'
  for (const bound of latencyBounds)
    add(isolate, `${name}_bucket`, { labels: { route, le: String(bound) }, value: seconds <= bound ? 1 : 0 })
  add(isolate, `${name}_bucket`, { labels: { route, le: '+Inf' } })
  add(isolate, `${name}_sum`, { labels: { route }, value: seconds })
  add(isolate, `${name}_count`, { labels: { route } })
}

/** The sampling key is kind and first blob: a route that is called often does not crowd out the others. */
function point({ METRICS }: Env, kind: string, { blobs, doubles }: { blobs: readonly string[]; doubles: number[] }) {
  try {
    METRICS?.writeDataPoint({ indexes: [`${kind} ${blobs[0]}`.slice(0, 96)], blobs: [kind, ...blobs], doubles })
  } catch {
    // A binding that is no dataset: nothing that anybody asked for depends on it.
  }
}
