import { formatKept } from '@tallystick/engine/close'
import type { PeriodVerification } from '@tallystick/schema/signoff'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { executorOf } from '../runs/executor.ts'
import { actStore, type SignoffRow } from '../store/act-store.ts'
import { rootedLines } from '../store/close-line-store.ts'
import { receiptStore } from '../store/receipt-store.ts'
import { decisionFaults, signoffFaults } from './entry-faults.ts'
import { dbOf } from './read-reconciliations.ts'
import { type SettledAgain, settledAsStored } from './settle-stored.ts'
import { openingOf, settledRootsOf, signedRootsOf } from './signable-period.ts'
import { letGoOfRecords, openAsStored, periodStatements, type StoredPeriod } from './stored-period.ts'
import { entryOf } from './stored-signoffs.ts'

type Check = PeriodVerification['checks'][number]

/**
 * The state of a period, computed anew, beside its entries of the log. `/log/verify` judges the log itself. Throws
 * `period_not_run`. Costs a run or two, and a fold of the period and of the one before.
 */
export async function verifyPeriodOf(c: Context<AppEnv>, periodId: string): Promise<PeriodVerification> {
  const { tenantId } = c.var.identity
  const db = dbOf(c)
  const [rows, decided, runs, signoffs, entries] = await db.batch([
    ...periodStatements(db, tenantId, periodId),
    actStore(db).signoffs(tenantId, periodId),
    receiptStore(db).ofPeriod(tenantId, periodId),
  ])
  const period = await openAsStored(executorOf(c), [rows, decided, runs])
  if (period === undefined) throw new ProblemError('period_not_found')
  const { row } = period
  const stored = await signedRootsOf(executorOf(c), period)
  letGoOfRecords(period, c.var.memory)
  const { root: openingRoot, isStale } = await openingOf(executorOf(c), period)
  const settled = await settledAsStored(executorOf(c), period)
  const { root } = settled === undefined ? stored : await settledRootsOf(executorOf(c), period, settled)
  const checks: Check[] = [
    checkOf('run', 'Run again, the period gives the same.', await runFaults(period, settled)),
    checkOf('decisions', 'Each decision is in the log.', decisionFaults(decided, entries)),
    checkOf('signoffs', 'Each sign-off is its entry of the log.', signoffFaults(signoffs, entries)),
    checkOf(
      'state',
      stateDetails[row.state === 'open' ? 'open' : 'submitted'],
      stateFaults(row.state, { root, signoffs }),
    ),
    checkOf('opening', 'It is what the period before hands on.', isStale ? ['It was changed since the run'] : []),
  ]
  return {
    ...{ revision: row.revision, root, verified: checks.every(({ passed }) => passed), checks },
    opening: { root: openingRoot, isStale },
  }
}

/** Where a decision since the run had all lines read, those that the run has kept say nothing. */
async function runFaults(
  { run, isOfKept }: StoredPeriod,
  settled: SettledAgain | undefined,
): Promise<readonly string[]> {
  if (settled === undefined) return ['It was decided since the run']
  if (!isOfKept || (await rootedLines(formatKept(settled.read))).root === run?.period.kept?.root) return []
  return ['The lines that its run has kept are not those of its items']
}

const stateDetails = { open: 'The period is open: nothing is submitted.', submitted: 'It is what was submitted.' }

const checkOf = (name: Check['name'], holding: string, faults: readonly string[]): Check => ({
  ...{ name, passed: faults.length === 0 },
  detail:
    faults[0] === undefined ? holding : `${faults[0]}${faults.length > 1 ? `, and ${faults.length - 1} more` : ''}.`,
})

export function stateFaults(
  state: string,
  { root, signoffs }: { readonly root: string; readonly signoffs: readonly SignoffRow[] },
): readonly string[] {
  const last = signoffs.at(-1)
  const entry = last && entryOf(last)
  const wanted = entry === undefined ? 'open' : stateAfter[entry.act]
  if (state !== wanted) return [`It is ${state}, and its last sign-off leaves it ${wanted}`]
  if (state === 'open' || entry === undefined || entry.root === root) return []
  return [`Its root is ${root}, and ${entry.root} was submitted`]
}

const stateAfter = { submit: 'submitted', approve: 'closed', reject: 'open', reopen: 'open' } as const
