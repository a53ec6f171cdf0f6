import { type SQL, sql } from 'drizzle-orm'

/** An act that is staged for longer was left by an isolate that died. */
export const stagedMillisecondsMax = 60_000

/** Whether a period is open, and no step of it is being signed, with which a change would come too late. */
export const takesChanges = (tenantId: string, now: number, period: SQL = sql`periods`): SQL =>
  sql`${period}.state = 'open' AND NOT EXISTS (SELECT 1 FROM staged_acts a
    WHERE a.tenant_id = ${tenantId} AND a.period_id = ${period}.id AND a.created_at > ${now - stagedMillisecondsMax}
    AND a.payload -> '$.signoff' IS NOT NULL)`
