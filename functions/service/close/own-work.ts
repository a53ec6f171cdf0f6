import { isChanging } from '@tallystick/engine/close'
import type { SignoffRow } from '../store/act-store.ts'
import type { Database } from '../store/database.ts'
import { personsOf } from '../store/maker-store.ts'
import { openingStore, reconciliationStore } from '../store/reconciliation-store.ts'
import type { StoredPeriod } from './stored-period.ts'
import { entryOf } from './stored-signoffs.ts'

interface Approver {
  readonly actor: string
  /** The steps of the period. */
  readonly signoffs: readonly SignoffRow[]
}

/**
 * Whether the person behind the approver has submitted the period in this edition, or has changed it: a submission that
 * was rejected counts, since its reasons stay. What earlier editions had was approved with them. A trip to D1, and two
 * more for a first period.
 */
export async function isOwnWork(db: Database, period: StoredPeriod, { actor, signoffs }: Approver): Promise<boolean> {
  const submitters = signoffs
    .map(entryOf)
    .flatMap(({ act, edition, submittedBy }) =>
      act === 'submit' && edition === period.row.edition ? [submittedBy.id] : [],
    )
  const others = [...submitters, ...decidersOf(period), ...typersOf(period), ...(await openersOf(db, period))]
  return isSamePerson(db, period.row.tenantId, { actor, others })
}

/** Whether the person behind the actor is behind one of the others. One query. */
export async function isSamePerson(
  db: Database,
  tenantId: string,
  { actor, others }: { readonly actor: string; readonly others: readonly string[] },
): Promise<boolean> {
  const persons = await personsOf(db, tenantId, [actor, ...others])
  return others.some((other) => persons.get(other) === persons.get(actor))
}

const decidersOf = ({ row, rows, read }: StoredPeriod): readonly string[] =>
  read.decisions
    .filter(({ kind }, index) => isChanging(kind) && (rows[index]?.revision ?? 0) > row.editionRevision)
    .map(({ actor }) => actor)

const typersOf = ({ row, read }: StoredPeriod): readonly string[] =>
  read.balances.typed.filter(({ time }) => Date.parse(time) >= row.editionBegunAt).map(({ actor }) => actor)

/** Who gave the opening of a first period, which is approved with it. */
async function openersOf(db: Database, { row }: StoredPeriod): Promise<readonly string[]> {
  const { tenantId, reconciliationId } = row
  if (row.number > 1) return []
  const [found] = await reconciliationStore(db).find(tenantId, reconciliationId)
  const version = found?.openingVersion ?? null
  if (version === null) return []
  const [given] = await openingStore(db).find(tenantId, reconciliationId, version)
  return given !== undefined && (row.edition === 1 || given.createdAt >= row.editionBegunAt) ? [given.createdBy] : []
}
