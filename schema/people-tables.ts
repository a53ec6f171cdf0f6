import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** The tables of people. Secrets are kept as hashes under KEY_PEPPER: no row lets anybody in. */

const roleCheck = (column: unknown) => sql`${column} IN ('viewer', 'preparer', 'approver', 'administrator')`

export const members = sqliteTable(
  'members',
  {
    tenantId: text('tenant_id').notNull(),
    id: text().notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** In lower case. */
    address: text().notNull(),
    name: text().notNull(),
    role: text().notNull(),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    /** The row stays, since events and signatures name its id. */
    removedAt: integer('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('members_by_address').on(table.tenantId, table.address).where(sql`${table.removedAt} IS NULL`),
    uniqueIndex('members_by_subject')
      .on(table.issuer, table.subject, table.tenantId)
      .where(sql`${table.removedAt} IS NULL`),
    check('members_role', roleCheck(table.role)),
  ],
)

export const invitations = sqliteTable(
  'invitations',
  {
    tenantId: text('tenant_id').notNull(),
    id: text().notNull(),
    hash: text().notNull(),
    address: text().notNull(),
    role: text().notNull(),
    /** JSON: the addresses of issuers. */
    issuers: text().notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** Id of the member or API key that invited; null for the operator. */
    createdBy: text('created_by'),
    /** The member that accepted it; null for none. */
    memberId: text('member_id'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('invitations_by_hash').on(table.tenantId, table.hash),
    index('invitations_open').on(table.tenantId, table.address).where(sql`${table.memberId} IS NULL`),
    check('invitations_role', roleCheck(table.role)),
  ],
)

export const sessions = sqliteTable(
  'sessions',
  {
    tenantId: text('tenant_id').notNull(),
    hash: text().notNull(),
    memberId: text('member_id').notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.hash] }),
    index('sessions_by_member').on(table.tenantId, table.memberId),
    index('sessions_by_end').on(table.expiresAt),
  ],
)

/** Sign-ins that have begun and not come back. The hash is of a secret that only the browser has. */
export const signIns = sqliteTable(
  'sign_ins',
  {
    hash: text().primaryKey(),
    issuer: text().notNull(),
    wantedTenant: text('wanted_tenant'),
    /** The hash of the invitation that the sign-in accepts; null for none. */
    invitation: text(),
    returnTo: text('return_to').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('sign_ins_by_end').on(table.expiresAt)],
)

export const auditEvents = sqliteTable(
  'audit_events',
  {
    tenantId: text('tenant_id').notNull(),
    /** Sorts by time. */
    id: text().notNull(),
    time: integer().notNull(),
    action: text().notNull(),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    subject: text(),
    /** JSON. */
    details: text().notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
