import { isObject, type JsonValue, parseLine } from '@tallystick/engine/base'
import type { Side } from '@tallystick/engine/record'
import type { ChainInput, DatasetClaims, SealedRun } from '@tallystick/engine/verify'
import { isDemoKind } from '@tallystick/schema/adapter'
import { jsonIn, type PinnedSide, textsIn } from '@tallystick/schema/json-columns'
import type { DatasetRow } from '../store/dataset-store.ts'
import type { RunRow } from '../store/run-store.ts'

/**
 * Reads stored rows for the verification of a chain. No stored text makes these functions throw: a malformed text becomes
 * a value that fails the check of its link.
 */

/** The members of a run's row that its evidence proves. */
export const sealedRunOf = (run: RunRow): SealedRun => ({
  id: run.id,
  status: run.status,
  failure: run.failure,
  engineVersion: run.engineVersion,
  policy: { hash: run.policyHash },
  // The parts of a policy hold the rules as well. Text that is not canonical stays text, which is no list of rules.
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

/** The claims of a dataset's row. For a row that is gone they are values that no dataset has; a built-in dataset has no row. */
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

/** The list of hashes in a column; when the column is no such list, its text as the only element, which is no hash. */
export const hashesIn = (text: string): readonly string[] => textsIn(text) ?? [text]

/** The time as RFC 3339, or the number as text when it is out of the range of times. */
const timeOf = (milliseconds: number): string =>
  Math.abs(milliseconds) <= timeMax ? new Date(milliseconds).toISOString() : String(milliseconds)

/** ECMAScript: no time is further from 1970, in milliseconds. */
const timeMax = 8.64e15

/** In place of control totals: no currency has the empty name. */
const unreadableTotals = (text: string) => ({ '': text })

const isTextRecord = (value: JsonValue | undefined): value is { readonly [name: string]: string } =>
  isObject(value) && Object.values(value).every((member) => typeof member === 'string')
