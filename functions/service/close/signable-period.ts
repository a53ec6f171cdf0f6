import { linesOf } from '@tallystick/engine/base'
import {
  provePeriod,
  rootOfState,
  type StateFiles,
  type SubmissionFault,
  stateOf,
  submissionFaults,
} from '@tallystick/engine/close'
import { noReceipt, type SignoffFields } from '@tallystick/engine/log'
import { rootOfLines } from '@tallystick/engine/merkle'
import { sides } from '@tallystick/engine/record'
import { faultCountMax } from '@tallystick/schema/fault-messages'
import { recordsAltered } from '../http/altered.ts'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import type { Executor } from '../runs/executor.ts'
import { actStore } from '../store/act-store.ts'
import type { Database } from '../store/database.ts'
import type { LineAccess } from '../store/line-access.ts'
import { periodStore } from '../store/period-store.ts'
import { receiptStore } from '../store/receipt-store.ts'
import { earlierAfter, rootOfEarlier } from './earlier-lines.ts'
import { decisionFaults } from './entry-faults.ts'
import type { PeriodRun } from './period-run-files.ts'
import type { PeriodAccess } from './period-size.ts'
import { type SettledAgain, settledAsStored } from './settle-stored.ts'
import { begunAfter, foldOf, letGoOfRecords, periodBefore, type StoredPeriod } from './stored-period.ts'

/** What of a sign-off follows from the period alone. */
export type SignedRoots = Pick<
  SignoffFields,
  'balances' | 'decisions' | 'instructions' | 'items' | 'opening' | 'proof' | 'receipt' | 'root'
>

/** The roots of a period as it is now. Throws `period_not_run`. Costs a fold. */
export async function signedRootsOf(access: LineAccess, period: StoredPeriod): Promise<SignedRoots> {
  return (await provenOf(access, period, { read: period.read, folded: await foldOf(period) })).roots
}

/** The roots of a period that was run again. */
export const settledRootsOf = async (
  access: LineAccess,
  period: StoredPeriod,
  settled: SettledAgain,
): Promise<SignedRoots> => (await provenOf(access, period, settled)).roots

interface Proven {
  readonly roots: SignedRoots
  /** Why the period cannot be submitted. */
  readonly faults: readonly SubmissionFault[]
}

async function provenOf(
  { db }: LineAccess,
  period: Pick<StoredPeriod, 'run' | 'files'>,
  { read, folded }: SettledAgain,
): Promise<Proven> {
  const receipt = await receiptHashOf(db, runOf(period))
  const proven = provePeriod(folded, read)
  const state = stateOf(sha256, signedFilesOf({ ...period, read }), proven)
  const roots = {
    balances: state['balances.json'],
    decisions: state['decisions.ndjson'],
    instructions: state['instructions.ndjson'],
    items: state.items,
    opening: state['opening.ndjson'],
    proof: state.proof,
    receipt,
    root: rootOfState(sha256, state),
  }
  return { roots, faults: submissionFaults(read, folded, proven) }
}

/** Leaf hash of the run's receipt, which names the run in the sign-off. */
async function receiptHashOf(db: Database, { tenantId, id }: PeriodRun): Promise<string> {
  const [receipt] = await receiptStore(db).ofRun(tenantId, id)
  if (receipt === undefined) throw recordsAltered('The receipt of the period’s run is gone.')
  return receipt.leafHash
}

/** The files by which a period is signed. Throws `period_not_run`. */
export const signedFilesOf = (period: Pick<StoredPeriod, 'run' | 'files' | 'read'>): StateFiles => ({
  ...period.files,
  'earlier.ndjson': { root: runOf(period).period.earlier },
  'source.ndjson': { root: period.read.roots.source },
  'target.ndjson': { root: period.read.roots.target },
  'result.ndjson': { root: runOf(period).resultRoot ?? '' },
})

export function runOf({ run }: Pick<StoredPeriod, 'run'>): PeriodRun {
  if (run === undefined) throw new ProblemError('period_not_run')
  return run
}

/**
 * What is signed of a period that can be submitted, which lets go of its records: it is run again, and what is signed is of
 * that run, which has gone through all lines. Throws where it cannot be submitted:
 * `opening_changed`; `period_not_run` unless its run is of this edition, over all that the period reads and decides;
 * `undecided_items` and `unexplained_difference` with a pointer to each; `records_altered` unless its decisions are those
 * of the log, which had `logSize` entries when the period was read. Costs a run or two, and a fold of the period before.
 */
export async function completeRoots(
  access: Executor,
  period: StoredPeriod,
  logSize: number,
): Promise<SignedRoots & Pick<SignoffFields, 'follows'>> {
  const { row, rows } = period
  const run = runOf(period)
  letGoOfRecords(period, access.memory)
  const follows = await approvalBefore(access, period)
  const entries = await receiptStore(access.db).ofPeriod(row.tenantId, row.id)
  // Later ones are of decisions that the period was read without.
  const [altered] = decisionFaults(
    rows,
    entries.filter(({ sequence }) => sequence < logSize),
  )
  if (altered !== undefined) throw recordsAltered(`${altered}.`)
  const isOverAll = await readsAll(access, period)
  const isOfEdition = row.edition === 1 || run.period.revision >= row.editionRevision
  if (!isOverAll || !isOfEdition) throw notRun()
  const settled = await settledAsStored(access, period)
  if (settled === undefined) throw notRun()
  const { roots, faults } = await provenOf(access, period, settled)
  if (faults.length === 0) return { ...roots, follows }
  const isOfBalances = faults.every(({ code }) => code === 'unexplained' || code === 'balance_missing')
  throw new ProblemError(isOfBalances ? 'unexplained_difference' : 'undecided_items', {
    errors: faults.slice(0, faultCountMax),
  })
}

const notRun = () =>
  new ProblemError('period_not_run', {
    detail: 'Something was added, decided or reopened since the last run: run the period again.',
  })

/** Whether the run is over every dataset of the period. One trip to D1. */
export async function readsAll({ db }: LineAccess, { row, read }: StoredPeriod): Promise<boolean> {
  const [added, datasets] = await db.batch([
    periodStore(db).datasets(row.tenantId, row.id),
    periodStore(db).datasetRows(row.tenantId, row.id),
  ])
  const rootById = new Map(datasets.map(({ id, root }) => [id, root]))
  return sides.every((side) => {
    const wanted = added.filter((each) => each.side === side).map(({ datasetId }) => rootById.get(datasetId))
    const parts = read.manifest.parts[side].filter(({ kind }) => kind === 'dataset').map(({ root }) => root)
    return wanted.join() === parts.join()
  })
}

/**
 * The leaf hash of the approval on which the period stands; 64 zeros for a first period. Throws `opening_changed` unless
 * the period before is closed and hands on what the run began with. Costs a fold of the period before.
 */
export async function approvalBefore(access: PeriodAccess, period: StoredPeriod): Promise<string> {
  const { row } = period
  const { before, isStale } = await openingOf(access, period)
  const isClosed = before === undefined || before.row.state === 'closed'
  if (isStale || !isClosed)
    throw new ProblemError('opening_changed', {
      detail: isClosed
        ? 'The period before hands on something else than the run began with: run the period again.'
        : 'The period before is not closed.',
    })
  if (before === undefined) return noReceipt
  const signed = await actStore(access.db).signoffs(row.tenantId, before.row.id)
  return signed.at(-1)?.leafHash ?? noReceipt
}

interface FoundOpening {
  /** Undefined for a first period. */
  readonly before: StoredPeriod | undefined
  /** Root of what would be handed on now, and whether the run began with something else. */
  readonly root: string
  readonly isStale: boolean
}

/**
 * What the period before hands on now, or what was given as the opening, and the records that earlier periods count, with
 * which those of this one are compared. Costs a fold of the period before, and a reading of earlier lines.
 */
export async function openingOf(access: PeriodAccess, period: StoredPeriod): Promise<FoundOpening> {
  const { row } = period
  const { opening, earlier } = runOf(period).period
  const before = await periodBefore(access, row)
  const begun = await begunAfter(access, row, before)
  const root = rootOfLines(sha256, linesOf(begun['opening.ndjson']))
  const isSame = root === opening && (await rootOfEarlier(access, earlierAfter(before, row))) === earlier
  return { before, root, isStale: !isSame }
}
