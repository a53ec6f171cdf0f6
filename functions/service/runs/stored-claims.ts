import { isObject, type JsonValue, parseLine } from '@tallystick/engine/base'
import type { Side } from '@tallystick/engine/record'
import type { ChainInput, DatasetClaims, SealedRun } from '@tallystick/engine/verify'
import { isDemoKind } from '@tallystick/schema/adapter'
import { jsonIn, type PinnedSide, textsIn } from '@tallystick/schema/json-columns'
import type { DatasetRow } from '../store/dataset-store.ts'
import type { RunRow } from '../store/run-store.ts'

/** The claims of stored rows. Malformed text does not throw: it becomes a value that fails its check. */

export const sealedRunOf = (run: RunRow): SealedRun => ({
  id: run.id,
  status: run.status,
  failure: run.failure,
  engineVersion: run.engineVersion,
  policy: { hash: run.policyHash },
  // A policy in parts has its rules in the parts, too. Text that is not canonical stays text, which is no list of
  // rules.
  ...(run.policyParts !== 0 && { rules: parseLine(run.rules) ?? run.rules }),
  source: run.source,
  target: run.target,
  resultRoot: run.resultRoot,
  summary: run.summary === null ? null : (jsonIn(run.summary) ?? run.summary),
  checkpoint: run.checkpoint,
  replayOf: run.replayOf,
  sequence: run.sequence,
  createdAt: timeOf(run.createdAt),
  completedAt: run.completedAt === null ? null : timeOf(run.completedAt),
})

/** The claims of a dataset's row; impossible values for a missing row. A built-in dataset has no row. */
export function claimsOf(side: Side, { datasetId }: PinnedSide, row: DatasetRow | undefined): DatasetsOfChain {
  if (datasetId === null || isDemoKind(datasetId)) return {}
  return { [side]: row === undefined ? impossibleClaims : claimsIn(row) }
}

type DatasetsOfChain = NonNullable<ChainInput['datasets']>

function claimsIn(row: DatasetRow): DatasetClaims {
  const totals = jsonIn(row.totals)
  return {
    root: row.root,
    recordCount: row.recordCount,
    byteCount: row.byteCount,
    totals: isTextRecord(totals) ? totals : unreadableTotals(row.totals),
    period: { from: row.periodFrom, to: row.periodTo },
    received: row.received === null ? null : (jsonIn(row.received) ?? row.received),
  }
}

const impossibleClaims: DatasetClaims = {
  root: '',
  recordCount: -1,
  byteCount: -1,
  totals: {},
  period: { from: null, to: null },
}

/** The hashes in a column. Other text becomes a list of that text, which is no hash. */
export const hashesIn = (text: string): readonly string[] => textsIn(text) ?? [text]

/** The time as RFC 3339, or the number as text if it is beyond all dates. */
const timeOf = (milliseconds: number): string =>
  Math.abs(milliseconds) <= timeMax ? new Date(milliseconds).toISOString() : String(milliseconds)

/** The furthest time from 1970 in ECMAScript. */
const timeMax = 8.64e15

/** Stands for unreadable totals: no currency has an empty name. */
const unreadableTotals = (text: string) => ({ '': text })

const isTextRecord = (value: JsonValue | undefined): value is { readonly [name: string]: string } =>
  isObject(value) && Object.values(value).every((member) => typeof member === 'string')
