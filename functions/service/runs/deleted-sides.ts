import type { Deletion } from '@tallystick/engine/log'
import type { BySide } from '@tallystick/engine/record'
import type { PinnedSide } from '@tallystick/schema/json-columns'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import type { LogAccess } from '../log/log-signer.ts'
import { recordsDeleted, soundDeletions } from '../log/stored-deletion.ts'
import type { ReceiptRow } from '../store/receipt-store.ts'
import type { RunRow } from '../store/run-store.ts'

/**
 * The deletions of the run's datasets among `rows`, by side. A deletion with another root belongs to another dataset.
 */
export async function deletedSidesOf(
  access: Pick<LogAccess, 'isolate' | 'env'>,
  run: RunRow,
  rows: readonly ReceiptRow[],
): Promise<Partial<BySide<Deletion>>> {
  const deletions = await soundDeletions(access, run.tenantId, rows)
  const find = ({ datasetId, root }: PinnedSide) =>
    deletions.find((each) => each.what === 'dataset' && each.id === datasetId && each.root === root)
  const [source, target] = [find(run.source), find(run.target)]
  return { ...(source && { source }), ...(target && { target }) }
}

export async function requireKeptRecords(c: Context<AppEnv>, run: RunRow, rows: readonly ReceiptRow[]): Promise<void> {
  const { source, target } = await deletedSidesOf({ isolate: c.var.isolate, env: c.env }, run, rows)
  const deletion = source ?? target
  if (deletion !== undefined) throw recordsDeleted(deletion)
}
