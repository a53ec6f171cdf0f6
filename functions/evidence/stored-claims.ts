import type { ChainInput, DatasetClaims, JsonValue, SealedRun } from '@tallystick/engine'
import { isDemoKind } from '../../schema/adapter.ts'
import type { CompletedRun } from '../runs/completed-run.ts'
import type { PinnedSide, Side } from '../runs/resolve-adapter.ts'
import type { DatasetRow } from '../store/dataset-store.ts'

/**
 * What stored rows say, read so that nothing in them can stop the chain from being verified: a text that is not what
 * it should be becomes a value that no check accepts.
 */

/** The members of a run's row that its evidence proves. */
export const sealedRunOf = (run: CompletedRun): SealedRun => ({
  id: run.id,
  status: run.status,
  failure: run.failure,
  engineVersion: run.engineVersion,
  policy: { hash: run.policyHash },
  source: sideOf(run.source),
  target: sideOf(run.target),
  resultRoot: run.resultRoot,
  summary: parsed(run.summary) ?? run.summary,
  checkpoint: run.checkpoint,
  replayOf: run.replayOf,
  sequence: run.sequence,
  createdAt: timeOf(run.createdAt),
  completedAt: timeOf(run.completedAt),
})

/** The pinned side in a column of a run. The dataset is found even in what is no JSON, so that only this side is lost. */
export function sideOf(text: string): PinnedSide {
  const { datasetId = /"datasetId":"([^"]*)"/.exec(text)?.[1], root, recordCount, totals } = Object(parsed(text))
  return {
    datasetId: typeof datasetId === 'string' ? datasetId : null,
    root: typeof root === 'string' ? root : '',
    recordCount: Number.isSafeInteger(recordCount) ? recordCount : -1,
    totals: isTextRecord(totals) ? totals : unreadable(text),
  }
}

/** What the row of a side's dataset says of its records; a row that is gone says what cannot be. */
export function claimsOf(side: Side, { datasetId }: PinnedSide, row: DatasetRow | undefined): DatasetsOfChain {
  if (datasetId === null || isDemoKind(datasetId)) return {}
  return { [side]: row === undefined ? noClaims : claimsIn(row) }
}

type DatasetsOfChain = NonNullable<ChainInput['datasets']>

function claimsIn(row: DatasetRow): DatasetClaims {
  const totals = parsed(row.totals)
  return {
    root: row.root,
    recordCount: row.recordCount,
    byteCount: row.byteCount,
    totals: isTextRecord(totals) ? totals : unreadable(row.totals),
    period: { from: row.periodFrom, to: row.periodTo },
  }
}

const noClaims: DatasetClaims = {
  root: '',
  recordCount: -1,
  byteCount: -1,
  totals: {},
  period: { from: null, to: null },
}

/** The hashes in a column of proofs or of the frontier; the text itself, which is none, when it is no list of them. */
export function hashesIn(text: string): readonly string[] {
  const hashes = parsed(text)
  return Array.isArray(hashes) && hashes.every((hash) => typeof hash === 'string') ? hashes : [text]
}

/** RFC 3339, or the number itself when it is no time. */
const timeOf = (milliseconds: number): string =>
  Math.abs(milliseconds) <= dateMax ? new Date(milliseconds).toISOString() : String(milliseconds)

const dateMax = 8.64e15

const unreadable = (text: string) => ({ '': text })

function isTextRecord(value: unknown): value is { readonly [name: string]: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((member) => typeof member === 'string')
  )
}

/** Undefined when the text is no JSON. */
function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
