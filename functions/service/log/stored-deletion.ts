import { type Deletion, isDeletion } from '@tallystick/engine/log'
import { ProblemError } from '../http/problem.ts'
import { type ReceiptRow, storedNameOf } from '../store/receipt-store.ts'
import { LogDivergedError } from './log-diverged.ts'
import { type LogAccess, logSignerOf, tenantHashOf } from './log-signer.ts'
import { openStoredEntry } from './stored-receipt.ts'

/** The deletions among stored rows that are in the tenant's signed log. Forged rows are left out. */
export async function soundDeletions(
  access: Pick<LogAccess, 'isolate' | 'env'>,
  tenantId: string,
  rows: readonly ReceiptRow[],
): Promise<readonly Deletion[]> {
  if (rows.length === 0) return []
  const signer = await logSignerOf(access, tenantId)
  const deletions: Deletion[] = []
  for (const row of rows) {
    const entry = await openStoredEntry(access, signer, row).catch((error: unknown) => {
      if (error instanceof LogDivergedError) return undefined
      throw error
    })
    const isSound = entry?.tenant === tenantHashOf(tenantId) && storedNameOf(entry) === row.runId
    if (isSound && isDeletion(entry)) deletions.push(entry)
  }
  return deletions
}

export const recordsDeleted = ({ what, id, completedAt, sequence }: Deletion): ProblemError =>
  new ProblemError('records_deleted', {
    detail: `The ${what} ${id} was deleted at ${completedAt}, as entry ${sequence} of the log says.`,
  })
