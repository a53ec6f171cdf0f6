import type { ActorKind, AuditAction } from '@tallystick/schema/member'
import type { Context } from 'hono'
import { createId } from '../platform/ids.ts'
import { type AuditEvent, auditStore } from '../store/audit-store.ts'
import { databaseOf, queries } from '../store/database.ts'
import type { AppEnv } from './app-env.ts'

export interface Act {
  readonly action: AuditAction
  /** The id of what the act was done to. */
  readonly subject?: string | null
  readonly details?: Readonly<Record<string, string>>
}

interface By {
  readonly tenantId: string
  readonly kind: ActorKind
  readonly id?: string
  readonly name?: string
}

/** The event of an act of the member or key that sends the request. */
export function eventOf(c: Context<AppEnv>, act: Act): AuditEvent {
  const { tenantId, actor } = c.var.identity
  return eventBy(c, { tenantId, kind: actor.kind, id: actor.id, name: actor.name }, act)
}

/** The event of an act of somebody else: the operator, or a visitor. */
export function eventBy(c: Context<AppEnv>, { tenantId, kind, id, name }: By, act: Act): AuditEvent {
  const time = c.var.isolate.now()
  return {
    tenantId,
    id: createId('evt', time),
    time,
    action: act.action,
    actorKind: kind,
    actorId: id ?? null,
    actorName: name ?? null,
    subject: act.subject ?? null,
    details: act.details ?? {},
    requestId: c.var.requestId,
  }
}

/** Stores an event by itself, before the answer goes out. */
export async function storeEvent(c: Context<AppEnv>, event: AuditEvent): Promise<void> {
  await auditStore(queries(databaseOf(c.env, event.tenantId))).insert(event)
}

/** Notes that the whole of something leaves the service. Without the note nothing leaves. */
export const noteExport = (c: Context<AppEnv>, action: AuditAction, subject: string): Promise<void> =>
  storeEvent(c, eventOf(c, { action, subject, details: { mediaType: c.var.mediaType } }))
