import { type RunFailure, type RunRecord, type RunState, runStates } from '../../schema/run.ts'
import { type ProblemCode, problems } from '../http/problem-table.ts'
import { nullableTimestampOf, timestampOf } from '../platform/timestamp.ts'
import type { RunRow } from '../store/run-store.ts'
import { policyIdOf } from './stored-policy.ts'

/** A run as the API shows it: a function of its row alone, so that every executor answers with the same bytes. */
export function runRecordOf(row: RunRow): RunRecord {
  const { source, target } = sidesOf(row)
  const recordCount = recordCountOf(row)
  return {
    id: row.id,
    name: row.name,
    status: stateOf(row),
    sourceAdapter: row.sourceAdapter,
    targetAdapter: row.targetAdapter,
    source,
    target,
    rules: JSON.parse(row.rules),
    policy: { id: policyIdOf(row.policyId), hash: row.policyHash },
    summary: parseNullable(row.summary),
    resultRoot: row.resultRoot,
    checkpoint: row.checkpoint,
    engineVersion: row.engineVersion,
    replayOf: row.replayOf,
    sequence: row.sequence,
    progress: { recordsRead: row.status === 'completed' ? recordCount : 0, recordCount, rule: null },
    warnings: JSON.parse(row.warnings),
    failure: parseNullable(row.failure),
    requestId: row.requestId,
    createdAt: timestampOf(row.createdAt),
    startedAt: nullableTimestampOf(row.startedAt),
    completedAt: nullableTimestampOf(row.completedAt),
    links: linksOf(row.id),
  }
}

function linksOf(id: string): RunRecord['links'] {
  const self = runPath(id)
  return { self, results: `${self}/results`, evidence: `${self}/evidence`, replay: `${self}/replay` }
}

/** The records of both sides together. */
export function recordCountOf(row: RunRow): number {
  const { source, target } = sidesOf(row)
  return source.recordCount + target.recordCount
}

function sidesOf(row: RunRow): Pick<RunRecord, 'source' | 'target'> {
  return { source: JSON.parse(row.source), target: JSON.parse(row.target) }
}

/** The body that shows a run, stored for retries of the request that made it. */
export const runBodyOf = (row: RunRow): string => JSON.stringify(runRecordOf(row))

/** Root-relative path of a run. */
export const runPath = (id: string): string => `/api/v1/runs/${id}`

/** The state of a run; a check of the table allows no other text. */
export const stateOf = (row: RunRow): RunState => runStates.find((state) => state === row.status) ?? 'failed'

/** Whether a run has ended, one way or the other. */
export const hasEnded = (row: RunRow): boolean => row.status === 'completed' || row.status === 'failed'

/** Why a run failed, as a problem; its type is relative, since no request need have been there when it happened. */
export function failureOf(row: RunRow, code: ProblemCode, detail: string): RunFailure {
  const { status, title } = problems[code]
  return { type: `/problems/${code}`, title, status, detail, instance: runPath(row.id), code, requestId: row.requestId }
}

const parseNullable = (text: string | null) => (text === null ? null : JSON.parse(text))
