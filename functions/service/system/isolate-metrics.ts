import type { Env } from '../env.ts'
import { type Counter, countersOf } from '../platform/event-counts.ts'
import type { Isolate } from '../platform/isolate.ts'
import type { Family, Sample } from './prometheus.ts'

const helps = {
  tallystick_requests_total: 'Requests that this isolate has answered.',
  tallystick_request_duration_seconds: 'How long this isolate took to answer, streamed bodies to their end.',
  tallystick_d1_queries_total: 'Statements that requests of this isolate sent to the database.',
  tallystick_d1_rows_read_total: 'Rows that they read.',
  tallystick_d1_rows_written_total: 'Rows that they wrote.',
  tallystick_runs_total: 'Runs that this isolate has ended, by outcome and code of the failure.',
  tallystick_run_records_total: 'Records of both sides of those runs.',
  tallystick_uploads_total: 'Datasets that this isolate has sealed.',
  tallystick_upload_records_total: 'Their records.',
  tallystick_upload_bytes_total: 'Their bytes of lines.',
  tallystick_log_publications_failed_total: 'Seals whose log this isolate could not publish at once.',
  tallystick_storage_recounts_total: 'Tenants whose counts did not fit what they keep, and were counted anew.',
  tallystick_scheduled_tasks_total: 'Tasks of the scheduled handler, and how they ended.',
} as const

/** The counters of this isolate. Each isolate begins at zero, so that every sample names its isolate. */
export function describeIsolate(isolate: Isolate, env: Env): readonly Family[] {
  const own = { isolate: isolate.name(), version: env.CF_VERSION_METADATA?.id ?? '' }
  const counters = countersOf(isolate)
  return Object.entries(helps).map(([name, help]) => {
    const isHistogram = name.endsWith('_seconds')
    return {
      name,
      help,
      type: isHistogram ? 'histogram' : 'counter',
      samples: counters.filter((counter) => familyOf(counter) === name).map((counter) => sampleOf(counter, name, own)),
    }
  })
}

const familyOf = ({ name }: Counter): string => name.replace(/_(bucket|sum|count)$/, '')

const sampleOf = ({ name, labels, value }: Counter, family: string, own: Readonly<Record<string, string>>): Sample => [
  { ...labels, ...own },
  value,
  name.slice(family.length),
]
