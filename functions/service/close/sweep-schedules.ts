import { type Side, sides } from '@tallystick/engine/record'
import type { ProblemCode } from '@tallystick/schema/problem-table'
import type { DeliveryName } from '../env.ts'
import { nextTimeAfter, timeBefore } from '../platform/daily-time.ts'
import type { Executor } from '../runs/executor.ts'
import { putNewOnQueue } from '../store/delivery-queue.ts'
import { isLookedAt, type OpenPeriod, type ScheduleRow, scheduleStore } from '../store/schedule-store.ts'
import { namesIn, tellIf, toldEvent } from '../store/told-events.ts'
import { type DueSchedule, runForSchedule } from './run-for-schedule.ts'

/** Of one call. */
const scheduleCountMax = 20

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** No look begins later in a call: each may make a run. */
const callMilliseconds = 30_000

/** Longer than a look takes. After a look that died, the next one begins then. */
const lookMilliseconds = 10 * minute

/**
 * Looks at the schedules that are due: begins the next run of each, and tells which side stays away. A look may be repeated:
 * the idempotency key of a run has its tick and its period. `attempt` gets each look, so that one that fails holds up no
 * other.
 */
export async function sweepSchedules(
  executor: Executor,
  attempt: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { db, isolate } = executor
  const begunAt = isolate.now()
  for (const { schedule, ...tenant } of await scheduleStore(db).due(begunAt, scheduleCountMax)) {
    if (isolate.now() - begunAt > callMilliseconds) return
    const lookAt = isolate.now() + lookMilliseconds
    const taken = await scheduleStore(db).change(schedule, { lookAt })
    if (taken.length === 0) continue
    const due = { ...tenant, schedule: { ...schedule, lookAt } }
    await attempt(async () => {
      try {
        await putNewOnQueue(executor.env, await lookAtSchedule(executor, due))
      } catch (error) {
        await scheduleStore(db).change(due.schedule, { problem: 'internal_error' satisfies ProblemCode })
        throw error
      }
    })
  }
}

async function lookAtSchedule(executor: Executor, due: DueSchedule): Promise<readonly DeliveryName[]> {
  const { db, isolate } = executor
  const { schedule } = due
  const periods = await scheduleStore(db).openPeriods(schedule)
  const begun = await beginNextRun(executor, due, periods)
  const now = isolate.now()
  const noted = noteWaiting(schedule, periods.at(-1), now)
  const { tenantId } = schedule
  const [told] = await db.batch([
    tellIf(db, tenantId, { events: noted.events, now, condition: isLookedAt(schedule) }),
    scheduleStore(db).change(schedule, {
      ...begun.columns,
      ...noted.columns,
      ...nextLook(schedule, { begun, noted, now }),
    }),
  ])
  return namesIn(told)
}

/** Problems that are over in a minute. */
const passing: readonly string[] = ['idempotency_key_in_use', 'temporarily_overloaded'] satisfies ProblemCode[]

interface Begun {
  /** Whether the tick is not over: another period may be run for it. */
  readonly goesOn: boolean
  readonly columns: Partial<ScheduleRow>
}

/**
 * Begins the run of the first period that is due and was not run for this tick. A later period depends on it, and is not
 * run where it was refused or failed.
 */
async function beginNextRun(executor: Executor, due: DueSchedule, periods: readonly OpenPeriod[]): Promise<Begun> {
  let columns: Begun['columns'] = { problem: null }
  for (const { id, unreadSource, unreadTarget } of periods) {
    const unread = [unreadSource, unreadTarget].filter((first) => first !== null).length
    if (unread < (due.schedule.occasion === 'time' ? 1 : 2)) continue
    const answer = await runForSchedule(executor, due, id)
    const body = Object(await answer.json())
    if (!answer.ok) return { goesOn: passing.includes(body.code), columns: { problem: String(body.code) } }
    // A look that died may have made the run and not said so.
    if (body.id !== due.schedule.lastRunId)
      columns = { lastAt: executor.isolate.now(), lastRunId: String(body.id), problem: null }
    if (!answer.headers.has('Idempotent-Replayed')) return { goesOn: true, columns }
    if (body.status === 'failed') return { goesOn: false, columns }
  }
  return { goesOn: false, columns }
}

interface Noted {
  readonly events: Parameters<typeof tellIf>[2]['events']
  readonly columns: Pick<ScheduleRow, 'waitingFor' | 'notedAt'>
  /** When a side that waits is told again; null for none. */
  readonly againAt: number | null
}

/** Which sides of the last open period stay away. It is told once a tick of a time, else once a day of waiting. */
function noteWaiting(schedule: ScheduleRow, period: OpenPeriod | undefined, now: number): Noted {
  const { tick, notedAt } = schedule
  const isDaily = schedule.occasion === 'time'
  if (isDaily && notedAt >= tick)
    return { events: [], columns: { waitingFor: schedule.waitingFor, notedAt }, againAt: null }
  const away = period === undefined ? [] : isDaily ? awayAt(schedule, period) : awaited(period)
  const dueAt = isDaily ? tick : Math.max(notedAt, period?.unreadSource ?? period?.unreadTarget ?? 0) + day
  const isTold = now >= dueAt
  const told = isTold ? away : []
  return {
    events: told.map((side) =>
      toldEvent({
        ...{ type: 'schedule.waited', now, periodId: period?.id },
        data: {
          periodId: period?.id ?? null,
          side,
          link: `/api/v1/reconciliations/${schedule.reconciliationId}/schedule`,
        },
      }),
    ),
    columns: { waitingFor: JSON.stringify(away), notedAt: isDaily || told.length > 0 ? now : notedAt },
    againAt: away.length === 0 ? null : isTold ? now + day : dueAt,
  }
}

/** Sides that got no dataset since the time of the day before, and have none to be read. */
function awayAt({ tick, time, zone }: ScheduleRow, period: OpenPeriod): readonly Side[] {
  const since = time === null || zone === null ? tick : timeBefore(tick, { time, zone })
  return sides.filter((side) => unreadOf(period, side) === null && (newestOf(period, side) ?? 0) <= since)
}

/** The side for which the other one waits. */
const awaited = (period: OpenPeriod): readonly Side[] => {
  const away = sides.filter((side) => unreadOf(period, side) === null)
  return away.length === 1 ? away : []
}

const unreadOf = (period: OpenPeriod, side: Side) => (side === 'source' ? period.unreadSource : period.unreadTarget)
const newestOf = (period: OpenPeriod, side: Side) => (side === 'source' ? period.newestSource : period.newestTarget)

interface Looked {
  readonly begun: Begun
  readonly noted: Noted
  readonly now: number
}

function nextLook({ time, zone }: ScheduleRow, { begun, noted, now }: Looked): Partial<ScheduleRow> {
  if (begun.goesOn) return { lookAt: now + minute }
  // What refused a run may be over by then: a quota that was raised, a period before that was run.
  const again = begun.columns.problem === null ? noted.againAt : now + hour
  if (time === null || zone === null) return { lookAt: again }
  const tick = nextTimeAfter(now, { time, zone })
  return { tick, lookAt: tick }
}
