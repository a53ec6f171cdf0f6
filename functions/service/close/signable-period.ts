import { linesOf } from '@tallystick/engine/base'
import { isSettled, openingLines, provePeriod, rootOfState, stateOf, submissionFaults } from '@tallystick/engine/close'
import { noReceipt, type SignoffFields } from '@tallystick/engine/log'
import { rootOfLines } from '@tallystick/engine/merkle'
import { sides } from '@tallystick/engine/record'
import { faultCountMax } from '@tallystick/schema/fault-messages'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import { actStore } from '../store/act-store.ts'
import type { Database } from '../store/database.ts'
import type { PeriodRunRow } from '../store/period-run-store.ts'
import { type PeriodRow, periodStore } from '../store/period-store.ts'
import { begunFiles, foldOf, handedOn, periodBefore, type StoredPeriod } from './stored-period.ts'

/** What of a sign-off follows from the period alone. */
export type SignedRoots = Pick<
  SignoffFields,
  'balances' | 'decisions' | 'instructions' | 'items' | 'opening' | 'proof' | 'receipt' | 'root'
>

/** The roots of a period as it is now. Throws `period_not_run`. Costs a fold. */
export async function signedRootsOf(period: StoredPeriod): Promise<SignedRoots> {
  const { files, read } = period
  const run = runOf(period)
  const state = stateOf(sha256, files, provePeriod(await foldOf(period), read))
  return {
    balances: state['balances.json'],
    decisions: state['decisions.ndjson'],
    instructions: state['instructions.ndjson'],
    items: state.items,
    opening: state['opening.ndjson'],
    proof: state.proof,
    receipt: receiptHashOf(run),
    root: rootOfState(sha256, state),
  }
}

/** Names the run of a period in its sign-off. */
const receiptHashOf = ({ resultRoot }: PeriodRunRow): string => resultRoot

export function runOf({ run }: StoredPeriod): PeriodRunRow {
  if (run === undefined) throw new ProblemError('period_not_run')
  return run
}

/**
 * Throws where the period cannot be submitted: `period_not_run` unless its run is of this edition, over all that the
 * period reads and decides; `undecided_items` and `unexplained_difference` with a pointer to each. Costs a run or two.
 */
export async function requireComplete(db: Database, period: StoredPeriod): Promise<void> {
  const { row, files, read } = period
  const run = runOf(period)
  const [added, datasets] = await db.batch([
    periodStore(db).datasets(row.tenantId, row.id),
    periodStore(db).datasetRows(row.tenantId, row.id),
  ])
  const rootById = new Map(datasets.map(({ id, root }) => [id, root]))
  const isOverAll = sides.every((side) => {
    const wanted = added.filter((each) => each.side === side).map(({ datasetId }) => rootById.get(datasetId))
    const parts = read.manifest.parts[side].filter(({ kind }) => kind === 'dataset').map(({ root }) => root)
    return wanted.join() === parts.join()
  })
  const isOfEdition = row.edition === 1 || run.revision > row.editionRevision
  if (!isOverAll || !isOfEdition || !isSettled(sha256, files))
    throw new ProblemError('period_not_run', {
      detail: 'Something was added, decided or reopened since the last run: run the period again.',
    })
  const folded = await foldOf(period)
  const faults = submissionFaults(read, folded, provePeriod(folded, read))
  if (faults.length === 0) return
  const isOfBalances = faults.every(({ code }) => code === 'unexplained' || code === 'balance_missing')
  throw new ProblemError(isOfBalances ? 'unexplained_difference' : 'undecided_items', {
    errors: faults.slice(0, faultCountMax),
  })
}

/**
 * The leaf hash of the approval on which the period stands; 64 zeros for a first period. Throws `opening_changed` unless
 * the period before is closed and hands on what the run began with. Costs a fold of the period before.
 */
export async function approvalBefore(db: Database, period: StoredPeriod): Promise<string> {
  const { row } = period
  const { before, isStale } = await openingOf(db, period)
  const isClosed = before === undefined || before.row.state === 'closed'
  if (isStale || !isClosed)
    throw new ProblemError('opening_changed', {
      detail: isClosed
        ? 'The period before hands on something else than the run began with: run the period again.'
        : 'The period before is not closed.',
    })
  if (before === undefined) return noReceipt
  const signed = await actStore(db).signoffs(row.tenantId, before.row.id)
  return signed.at(-1)?.leafHash ?? noReceipt
}

interface FoundOpening {
  /** Undefined for a first period. */
  readonly before: StoredPeriod | undefined
  /** Root of what would be handed on now, and whether the run began with something else. */
  readonly root: string
  readonly isStale: boolean
}

/** What the period before hands on now, or what was given as the opening. Costs a fold of the period before. */
export async function openingOf(db: Database, { row, files }: StoredPeriod): Promise<FoundOpening> {
  const before = await periodBefore(db, row)
  const root =
    before === undefined
      ? await givenRoot(db, row)
      : rootOfLines(sha256, openingLines(await handedOn(before, row.name)))
  return { before, root, isStale: root !== rootOfLines(sha256, linesOf(files['opening.ndjson'])) }
}

async function givenRoot(db: Database, row: PeriodRow): Promise<string> {
  const begun = await begunFiles(db, row)
  return rootOfLines(sha256, linesOf(begun['opening.ndjson']))
}
