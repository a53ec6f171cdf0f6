import * as z from 'zod'
import { described } from './described.ts'
import { wanted } from './fault-messages.ts'
import { side } from './values.ts'

/** When the service runs the open periods of a reconciliation by itself. */

export const occasions = ['never', 'both_sides', 'time'] as const

const when = described(
  z.enum(occasions),
  '`both_sides`: as soon as both sides of a period have a dataset that its run has not read; `time`: each day at a time in a zone; `never`: by request alone',
)

const timeText = z
  .string()
  .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, { error: wanted('a time of day, such as 06:30') })
  .meta({ example: '06:30' })

const zoneText = z
  .string()
  .max(64)
  .refine(isZone, { error: wanted('a zone of the IANA database, such as Europe/Berlin') })
  .meta({ type: 'string', maxLength: 64, example: 'Europe/Berlin' })

export const scheduleRequest = z
  .strictObject({
    when,
    time: described(timeText.optional(), 'The time of day; with `time` alone'),
    zone: described(zoneText.optional(), 'The zone of the time; with `time` alone'),
  })
  .superRefine((request, context) => {
    for (const member of ['time', 'zone'] as const)
      if ((request[member] !== undefined) !== (request.when === 'time'))
        context.addIssue({ code: 'custom', path: [member], message: `Wanted ${member} with "when": "time" alone` })
  })
  .meta({ id: 'ScheduleRequest', description: 'When the open periods of a reconciliation are run' })

export const scheduleRecord = z
  .object({
    when,
    time: described(z.string().nullable(), 'The time of day; null without one'),
    zone: described(z.string().nullable(), 'The zone of the time; null without one'),
    nextAt: described(z.string().nullable(), 'When the time comes next; null without one'),
    lastAt: described(z.string().nullable(), 'When the schedule last began a run; null before the first'),
    lastRunId: described(z.string().nullable(), 'The id of that run; null before the first'),
    waitingFor: described(
      z.array(side),
      'The sides that stayed away when the schedule was last looked at: of a time, those without a dataset since the time before; else the side that the other one waits for',
    ),
    problem: described(z.string().nullable(), 'The code of the problem for which it last began no run; null for none'),
    changedAt: described(z.string().nullable(), 'When the schedule was last set; null for never'),
    changedBy: described(z.string().nullable(), 'The id of the member or API key that set it; null for never'),
  })
  .meta({ id: 'Schedule', description: 'When the open periods of a reconciliation are run, and how that went' })

export type ScheduleRequest = z.output<typeof scheduleRequest>
export type NewSchedule = z.input<typeof scheduleRequest>
export type ScheduleRecord = z.infer<typeof scheduleRecord>

/** Stored columns. */
export const storedOccasion = z.enum(['both_sides', 'time'])
export const storedWaiting = z.array(side)

/** An offset such as +02:00 is no zone: it does not know when clocks change. */
function isZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined
  } catch {
    return false
  }
}
