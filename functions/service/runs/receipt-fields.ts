import { timestampOf } from '@tallystick/audit/base/timestamp'
import type { ReceiptFields, ReceivedFile } from '@tallystick/engine/log'
import type { ReconcileResult } from '@tallystick/engine/reconcile'
import type { BySide } from '@tallystick/engine/record'
import { isDemoKind } from '@tallystick/schema/adapter'
import { jsonIn, type PinnedSide } from '@tallystick/schema/json-columns'
import { receivedFile } from '@tallystick/schema/received'
import { tenantHashOf } from '../log/log-signer.ts'
import { engineBuild } from '../platform/engine-build.ts'
import type { DatasetRow } from '../store/dataset-store.ts'
import type { RunRow } from '../store/run-store.ts'
import { failRunIfThrows, RunError } from './run-error.ts'

/** The fields of a run's receipt without the time when the run was completed. */
export type UndatedFields = Omit<ReceiptFields, 'completedAt'>

export type SealedOutcome = Pick<ReconcileResult, 'leafCount' | 'resultRoot' | 'summary' | 'warnings'>

/** Throws a `RunError` when the stored run or a dataset cannot be read. */
export function receiptFieldsOf(
  run: RunRow,
  outcome: SealedOutcome,
  datasets: BySide<DatasetRow | undefined>,
): UndatedFields {
  const { source, target } = run
  return {
    actor: run.createdBy,
    build: engineBuild,
    createdAt: failRunIfThrows('The stored time of the run is none.', () => timestampOf(run.createdAt)),
    engine: run.engineVersion,
    leaves: outcome.leafCount,
    policy: run.policyHash,
    received: { source: receivedOf(source, datasets.source), target: receivedOf(target, datasets.target) },
    replayOf: run.replayOf,
    result: outcome.resultRoot,
    run: run.id,
    source: source.root,
    target: target.root,
    tenant: tenantHashOf(run.tenantId),
    ...(run.period && { period: run.period.id }),
    ...(run.period?.instructions != null && { instructions: run.period.instructions }),
  }
}

/** The file from which a side was read; null for a side without one. */
function receivedOf({ datasetId }: PinnedSide, row: DatasetRow | undefined): ReceivedFile | null {
  if (datasetId === null || isDemoKind(datasetId)) return null
  if (row === undefined) throw new RunError('The row of a dataset is gone.')
  const read = receivedFile.safeParse(jsonIn(row.received ?? ''))
  if (!read.success) throw new RunError('What is stored of the file that a dataset was read from cannot be read.')
  return read.data
}

/**
 * Whether a receipt has these fields. The build is not compared: another version of the Worker may have sealed the run.
 */
export const saysTheSame = (receipt: object, fields: UndatedFields): boolean => {
  const { build: _, ...bound } = fields
  const members = new Map(Object.entries(receipt))
  return Object.entries(bound).every(([name, value]) => JSON.stringify(members.get(name)) === JSON.stringify(value))
}
