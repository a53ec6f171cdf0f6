import { proofRecordOf } from '@tallystick/audit/close/proof-record'
import { journalCsv } from '@tallystick/audit/report/journal-csv'
import type { FoldedPeriod } from '@tallystick/engine/close'
import type { ProofRecord } from '@tallystick/schema/balance'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { noteExport } from '../http/audit-event.ts'
import { ProblemError } from '../http/problem.ts'
import { executorOf } from '../runs/executor.ts'
import type { PeriodRun } from './period-run-files.ts'
import { foldOf, readPeriod, type StoredPeriod } from './stored-period.ts'

/** The proof of the balances of a period. Throws `period_not_run`. */
export async function proveBalancesOf(c: Context<AppEnv>, periodId: string): Promise<ProofRecord> {
  const { row, run, read, folded } = await foldedRun(c, periodId)
  return proofRecordOf({ read, folded }, { revision: row.revision, run: run.id })
}

/** The adjustments to be booked, as CSV. Throws `period_not_run`. */
export async function answerJournal(c: Context<AppEnv>, periodId: string): Promise<Response> {
  const { row, folded } = await foldedRun(c, periodId)
  await noteExport(c, 'journal.exported', periodId)
  return new Response(journalCsv(folded, { isFinal: row.state !== 'open' }), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="journal-${row.name}.csv"`,
    },
  })
}

type FoldedRun = StoredPeriod & { readonly run: PeriodRun; readonly folded: FoldedPeriod }

/** A period with its fold. Throws `period_not_found` and `period_not_run`. */
export async function foldedRun(c: Context<AppEnv>, periodId: string): Promise<FoldedRun> {
  const period = await readPeriod(executorOf(c), c.var.identity.tenantId, periodId)
  if (period === undefined) throw new ProblemError('period_not_found')
  const { run } = period
  if (run === undefined) throw new ProblemError('period_not_run')
  return { ...period, run, folded: await foldOf(period) }
}
