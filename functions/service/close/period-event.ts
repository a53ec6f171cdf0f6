import type { EventType } from '@tallystick/schema/webhook'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import type { PeriodRow } from '../store/period-store.ts'
import { type ToldEvent, toldEvent } from '../store/told-events.ts'

interface Happened {
  readonly type: EventType
  readonly data: { readonly [name: string]: string | number | null }
}

/** Something that happened to a period, as webhooks are told of it once the act is applied. */
export const periodEvent = (c: Context<AppEnv>, { id }: Pick<PeriodRow, 'id'>, { type, data }: Happened): ToldEvent =>
  toldEvent({
    ...{ type, now: c.var.isolate.now(), periodId: id },
    data: { periodId: id, ...data, link: `/api/v1/periods/${id}` },
  })
