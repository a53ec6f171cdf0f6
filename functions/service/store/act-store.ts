import type { DecisionsEntry, SignoffEntry } from '@tallystick/engine/log'
import { decisions, periods, signoffs, stagedActs } from '@tallystick/schema/close-tables'
import { auditEvents } from '@tallystick/schema/people-tables'
import { idempotencyKeys } from '@tallystick/schema/tables'
import { and, asc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { AuditEvent } from './audit-store.ts'
import type { Database } from './database.ts'
import type { NewDecision } from './decision-store.ts'
import type { ToldEvent } from './told-events.ts'

export type SignoffRow = typeof signoffs.$inferSelect
export type StagedRow = typeof stagedActs.$inferSelect

/** What an entry of the log about a period stands for: the payload of a staged act. */
export interface StagedAct {
  readonly decisions: readonly NewDecision[]
  readonly signoff?: Pick<SignoffRow, 'runId' | 'decisionCount' | 'balances' | 'reason'>
  /** What becomes of the period. */
  readonly change: PeriodChange
  readonly event: AuditEvent
  /** What webhooks are told of it. */
  readonly events: readonly ToldEvent[]
  /** The answer to the request, for repetitions of it; `revision` is set when the act is applied. */
  readonly status: number
  readonly answer: { readonly revision: number }
}

export interface PeriodChange {
  readonly state: string
  readonly edition: number
  readonly settingsVersion: number
  readonly policyVersion: number
  /** Null where the edition stays. */
  readonly editionBegunAt: number | null
}

type Act = Pick<StagedRow, 'tenantId' | 'id' | 'periodId'>

const stagedStatements = (db: Database) => ({
  /** In place of an earlier staging of the same act. */
  stage: (row: StagedRow) =>
    db
      .insert(stagedActs)
      .values(row)
      .onConflictDoUpdate({
        target: [stagedActs.tenantId, stagedActs.id],
        set: { payload: row.payload, createdAt: row.createdAt },
      }),

  /** At most one row. */
  staged: (tenantId: string, id: string) =>
    db
      .select({ id: stagedActs.id, createdAt: stagedActs.createdAt })
      .from(stagedActs)
      .where(and(eq(stagedActs.tenantId, tenantId), eq(stagedActs.id, id))),

  /** Tenants with acts that were staged before, by chance, so that each has its turn. Few are staged at any time. */
  tenantsStagedBefore: (before: number, limit: number) =>
    db
      .select({ tenantId: stagedActs.tenantId })
      .from(stagedActs)
      .where(and(gte(stagedActs.tenantId, ''), lt(stagedActs.createdAt, before)))
      .groupBy(stagedActs.tenantId)
      .orderBy(sql`random()`)
      .limit(limit),

  /** Acts of a tenant that were staged before, the oldest first. */
  stagedBefore: (tenantId: string, before: number, limit: number) =>
    db
      .select({ id: stagedActs.id })
      .from(stagedActs)
      .where(and(eq(stagedActs.tenantId, tenantId), lt(stagedActs.createdAt, before)))
      .orderBy(asc(stagedActs.createdAt))
      .limit(limit),

  unstage: (tenantId: string, id: string) =>
    db.delete(stagedActs).where(and(eq(stagedActs.tenantId, tenantId), eq(stagedActs.id, id))),
})

/**
 * Statements about acts on periods that are entries of the log. An act is staged before its entry is signed; the batch that
 * stores the entry applies it, whoever does that.
 */
export const actStore = (db: Database) => ({
  ...stagedStatements(db),

  /** The sign-offs of a period in their order. */
  signoffs: (tenantId: string, periodId: string) =>
    db
      .select()
      .from(signoffs)
      .where(and(eq(signoffs.tenantId, tenantId), eq(signoffs.periodId, periodId)))
      .orderBy(asc(signoffs.sequence)),

  /**
   * Applies a staged act. Changes nothing where it is not staged, as after the restore of an older database. The first
   * statement returns the revision that it made.
   */
  apply: (
    tenantId: string,
    entry: DecisionsEntry | SignoffEntry,
    { line, leafHash }: { line: string; leafHash: string },
  ) => {
    const act: Act = { tenantId, id: entry.id, periodId: entry.period }
    return [
      change(db, act),
      ...(entry.kind === 'tallystick/signoff@1'
        ? [insertSignoff(db, act, { line, leafHash, sequence: entry.sequence })]
        : [insertDecisions(db, act)]),
      insertEvent(db, act),
      finishClaim(db, act),
      db.delete(stagedActs).where(isStaged(act)),
    ] as const
  },
})

const isStaged = ({ tenantId, id }: Act): SQL | undefined =>
  and(eq(stagedActs.tenantId, tenantId), eq(stagedActs.id, id))

/** A member of the payload; NULL for an act that is not staged. */
const staged = ({ tenantId, id }: Act, path: string): SQL<never> =>
  sql`(SELECT a.payload ->> ${path} FROM staged_acts a WHERE a.tenant_id = ${tenantId} AND a.id = ${id})`

const change = (db: Database, act: Act) => {
  const begunAt = staged(act, '$.change.editionBegunAt')
  return db
    .update(periods)
    .set({
      state: staged(act, '$.change.state'),
      revision: sql`${periods.revision} + 1`,
      edition: staged(act, '$.change.edition'),
      settingsVersion: staged(act, '$.change.settingsVersion'),
      policyVersion: staged(act, '$.change.policyVersion'),
      editionRevision: sql`CASE WHEN ${begunAt} IS NULL THEN ${periods.editionRevision} ELSE ${periods.revision} + 1 END`,
      editionBegunAt: sql`coalesce(${begunAt}, ${periods.editionBegunAt})`,
    })
    .where(
      and(
        eq(periods.tenantId, act.tenantId),
        eq(periods.id, act.periodId),
        sql`EXISTS (SELECT 1 FROM staged_acts a WHERE a.tenant_id = ${act.tenantId} AND a.id = ${act.id})`,
      ),
    )
    .returning({ revision: periods.revision })
}

const fromStaged = ({ tenantId, id }: Act): SQL =>
  sql`FROM staged_acts a JOIN periods p ON p.tenant_id = ${tenantId} AND p.id = a.period_id
    WHERE a.tenant_id = ${tenantId} AND a.id = ${id}`

const insertDecisions = (db: Database, act: Act) =>
  db.insert(decisions).select(sql`
    SELECT ${act.tenantId}, ${act.periodId}, each.value ->> 'number', each.value ->> 'id', ${act.id}, p.revision,
      each.value ->> 'line', each.value ->> 'note'
    FROM staged_acts a
    JOIN periods p ON p.tenant_id = ${act.tenantId} AND p.id = a.period_id
    JOIN json_each(a.payload, '$.decisions') each
    WHERE a.tenant_id = ${act.tenantId} AND a.id = ${act.id}`)

const insertSignoff = (
  db: Database,
  act: Act,
  { sequence, leafHash, line }: Pick<SignoffRow, 'sequence' | 'leafHash' | 'line'>,
) =>
  db.insert(signoffs).select(sql`
    SELECT ${act.tenantId}, ${act.periodId}, ${sequence}, ${act.id}, ${leafHash}, ${line}, p.revision,
      a.payload ->> '$.signoff.runId', a.payload ->> '$.signoff.decisionCount', a.payload ->> '$.signoff.balances',
      a.payload ->> '$.signoff.reason'
    ${fromStaged(act)}`)

const insertEvent = (db: Database, act: Act) => {
  const member = (name: keyof AuditEvent): SQL => sql`a.payload ->> ${`$.event.${name}`}`
  return db.insert(auditEvents).select(sql`
    SELECT ${act.tenantId}, ${member('id')}, ${member('time')}, ${member('action')}, ${member('actorKind')},
      ${member('actorId')}, ${member('actorName')}, ${member('subject')}, ${member('details')}, ${member('requestId')}
    ${fromStaged(act)}`)
}

/** Stores the answer for repetitions of the request, if it had a key. */
const finishClaim = (db: Database, act: Act) =>
  db
    .update(idempotencyKeys)
    .set({
      status: staged(act, '$.status'),
      body: sql`(SELECT json_set(a.payload -> '$.answer', '$.revision', p.revision) ${fromStaged(act)})`,
    })
    .where(
      and(
        eq(idempotencyKeys.tenantId, act.tenantId),
        eq(idempotencyKeys.resource, act.id),
        isNull(idempotencyKeys.status),
      ),
    )
