import { ProblemError } from '../http/problem.ts'
import type { Database } from '../store/database.ts'
import { type ReceiptRow, receiptStore } from '../store/receipt-store.ts'

/** The problem for a run that the database does not have: it is lost when its receipt stands. One query. */
export async function missingRun(db: Database, tenantId: string, runId: string): Promise<ProblemError> {
  const [receipt] = await receiptStore(db).ofRun(tenantId, runId)
  return missingRunOf(receipt)
}

/** The same, when the receipt of the run has been read already. */
export const missingRunOf = (receipt: ReceiptRow | undefined): ProblemError =>
  new ProblemError(receipt === undefined ? 'run_not_found' : 'records_lost')
