import { nullableTimestampOf, timestampOf } from '@tallystick/audit/base/timestamp'
import type { BySide } from '@tallystick/engine/record'
import type { PinnedSide, RunPeriod } from '@tallystick/schema/json-columns'
import { check } from '@tallystick/schema/problem'
import { type ProblemCode, problems } from '@tallystick/schema/problem-table'
import {
  type ListedRun,
  listedRun,
  type RunFailure,
  type RunRecord,
  type RunState,
  type RunWarningRecord,
  runRecord,
  runStates,
} from '@tallystick/schema/run'
import { readStored, recordsAltered, unreadable } from '../http/altered.ts'
import type { ListedRunRow, RunRow } from '../store/run-store.ts'
import { policyIdOf } from './stored-policy.ts'

/** A run as the API shows it. Depends on the row alone, so that every executor answers with the same bytes. */
export const runRecordOf = (row: RunRow): RunRecord => ({ ...listedRunOf(row), rules: JSON.parse(row.rules) })

/** Throws `records_altered` for an impossible row, and for a failed run that has a receipt. */
export const storedRunOf = (row: RunRow): RunRecord => shown(runRecord, row, runRecordOf)

/** As `storedRunOf`, without rules. */
export const storedListedRunOf = (row: ListedRunRow): ListedRun => shown(listedRun, row, listedRunOf)

function shown<Row extends ListedRunRow, Shown>(
  schema: typeof runRecord | typeof listedRun,
  row: Row,
  show: (row: Row) => Shown,
): Shown {
  if (row.status === 'failed' && row.checkpoint !== null) throw failedAfterSeal()
  const what = `The row of the run ${row.id}`
  const record = readStored(what, () => show(row))
  const checked = check(schema, record)
  if (checked.ok) return record
  throw recordsAltered(
    `${what} cannot be read.`,
    checked.faults.map(({ pointer, detail }) => `${pointer}: ${detail}`),
  )
}

/** The problem for a failed run with a receipt: only completed runs have receipts. */
export const failedAfterSeal = () =>
  recordsAltered('The run is stored as failed, but its receipt in the log says that it was completed.')

function listedRunOf(row: ListedRunRow): ListedRun {
  const { source, target } = sidesOf(row)
  return {
    id: row.id,
    name: row.name,
    status: stateOf(row),
    sourceAdapter: row.sourceAdapter,
    targetAdapter: row.targetAdapter,
    source: shownSide(source),
    target: shownSide(target),
    policy: { id: policyIdOf(row.policyId), hash: row.policyHash },
    summary: parseNullable(row.summary),
    resultRoot: row.resultRoot,
    checkpoint: row.checkpoint,
    engineVersion: row.engineVersion,
    replayOf: row.replayOf,
    sequence: row.sequence,
    progress: progressOf(row, recordCountOf(row)),
    warnings: [...warningsOf(row)],
    failure: parseNullable(row.failure),
    requestId: row.requestId,
    createdAt: timestampOf(row.createdAt),
    startedAt: nullableTimestampOf(row.startedAt),
    completedAt: nullableTimestampOf(row.completedAt),
    createdBy: row.createdBy,
    ...(row.period && { period: periodOf(row.period) }),
    links: linksOf(row.id),
  }
}

const shownSide = ({ parts, ...side }: PinnedSide) => ({
  ...side,
  ...(parts && { parts: parts.map((part) => ({ ...part })) }),
})

const periodOf = ({ id, revision, opening, aside, instructions, instructionCount }: RunPeriod) => ({
  id,
  revision,
  openingRoot: opening,
  asideRoot: aside,
  instructions: instructions === null ? null : { count: instructionCount, root: instructions },
})

/** Where the run is; without a phase and a rule unless it is running. */
function progressOf(
  { status, progress, recordsRead: readBefore }: ListedRunRow,
  recordCount: number,
): RunRecord['progress'] {
  const ended = status === 'completed' ? recordCount : 0
  const none = { recordsRead: ended, recordCount, rule: null, phase: null, recordsDone: ended }
  if (status === 'completed') return none
  // The run ended, or runs, under an earlier version.
  if (progress === null) return { ...none, recordsRead: readBefore }
  const { phase, rule, done }: StoredProgress = JSON.parse(progress)
  // A rule may leave residuals, which come as further records to the next one.
  const counted = Math.min(
    recordCount,
    Object.values(done).reduce((sum, each) => sum + each, 0),
  )
  const recordsRead = phase === 'reading' ? counted : recordCount
  if (status !== 'running') return { ...none, recordsRead }
  return { recordsRead, recordCount, rule, phase, recordsDone: counted }
}

interface StoredProgress extends Pick<RunRecord['progress'], 'phase' | 'rule'> {
  readonly done: { readonly [instance: string]: number }
}

function linksOf(id: string): RunRecord['links'] {
  const self = runPath(id)
  return {
    self,
    policy: `${self}/policy`,
    results: `${self}/results`,
    evidence: `${self}/evidence`,
    replay: `${self}/replay`,
  }
}

/** The records of both sides together. */
export function recordCountOf(row: ListedRunRow): number {
  const { source, target } = sidesOf(row)
  return source.recordCount + target.recordCount
}

/** The pinned sides of a run. Throws `records_altered` for impossible columns. */
export function sidesOf({ id, source, target }: ListedRunRow): BySide<PinnedSide> {
  if (source.isAltered || target.isAltered) throw unreadable(`What the run ${id} is pinned to`)
  return { source, target }
}

export function warningsOf({ warnings }: Pick<RunRow, 'warnings'>): readonly RunWarningRecord[] {
  if (warnings === undefined) throw new Error('The warnings of a run are no JSON')
  return warnings
}

/** A run as the body of an answer, which is stored for retries. */
export const runBodyOf = (row: RunRow): string => JSON.stringify(runRecordOf(row))

export const runPath = (id: string): string => `/api/v1/runs/${id}`

/** Throws for a state that the table forbids. */
export function stateOf({ status }: Pick<RunRow, 'status'>): RunState {
  const state = runStates.find((each) => each === status)
  if (state === undefined) throw new Error(`A run has the status ${status}`)
  return state
}

export const hasEnded = ({ status }: Pick<RunRow, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

/** The problem's type is relative: a run may fail outside of a request, so that there is no origin. */
export function failureOf(row: RunRow, code: ProblemCode, detail: string): RunFailure {
  const { status, title } = problems[code]
  return { type: `/problems/${code}`, title, status, detail, instance: runPath(row.id), code, requestId: row.requestId }
}

const parseNullable = (text: string | null) => (text === null ? null : JSON.parse(text))
