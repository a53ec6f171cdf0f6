import * as z from 'zod'
import { described } from './described.ts'
import { wanted } from './fault-messages.ts'
import { pageOf } from './page.ts'
import { dayText, reconciliationRecord } from './reconciliation.ts'
import { signer, signoffRecord } from './signoff.ts'
import { count, decimalText, hash, side } from './values.ts'

/** A period of a reconciliation, and what it reads. */

export const periodStates = ['open', 'submitted', 'closed'] as const
export type PeriodState = (typeof periodStates)[number]

export const storedPeriodState = z.enum(periodStates)

/** Part of ids such as `fee~2026-03`. */
const periodName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, { error: wanted('a name such as 2026-03, of at most 40 characters') })
  .meta({ example: '2026-03' })

/** Far enough from the last day of the calendar that every day has a next one. */
const periodDay = dayText.refine((text) => text < '3000', { error: wanted('a day before the year 3000') })

export const periodRequest = z
  .strictObject({
    name: described(periodName.optional(), 'Its name; by the calendar when left out'),
    first: described(periodDay.optional(), 'Its first day; the day after the period before when left out'),
    last: described(periodDay.optional(), 'Its last day; by the calendar when left out'),
  })
  .meta({ id: 'PeriodRequest', description: 'The next period of a reconciliation' })

export const periodDatasetRequest = z
  .strictObject({
    datasetId: described(z.string().max(64), 'The id of a dataset of the adapter of that side'),
    side: described(side, 'The side that reads it'),
  })
  .meta({ id: 'PeriodDatasetRequest', description: 'What a period reads besides' })

const periodDataset = z
  .object({
    datasetId: described(z.string(), 'The id of the dataset'),
    side: described(side, 'The side that reads it'),
    root: described(hash, 'Merkle root of its records'),
    recordCount: described(count, 'Its records'),
    isHandedOn: described(
      z.boolean(),
      'Whether it was added to an earlier period and reaches into this one; its records without a date belong to the earlier one',
    ),
    addedAt: described(z.string(), 'When it was added'),
    addedBy: described(z.string(), 'The id of the member or API key'),
  })
  .meta({ id: 'PeriodDataset', description: 'A dataset that a period reads' })

export const periodParams = z.object({ id: described(z.string(), 'The id of a period') })

export const periodRecord = z
  .object({
    id: described(z.string().meta({ example: 'prd_01kabcdefghjkmnpqrstvwxyz0' }), 'The id of the period'),
    reconciliationId: described(z.string(), 'The id of its reconciliation'),
    name: described(z.string(), 'Its name, unique in the reconciliation'),
    first: described(dayText, 'Its first day'),
    last: described(dayText, 'Its last day'),
    state: described(storedPeriodState, 'open · submitted: it waits for an approval · closed'),
    waitsFor: described(
      z.enum(['preparer', 'approver']).nullable(),
      'The role whose turn the state makes it: a preparer decides and submits an open period, an approver who has not worked on it approves or rejects a submitted one; null for a closed one. Single decisions that wait for an approver are in `GET /tasks`',
    ),
    revision: described(count, 'Raised by each change, from 1: also the ETag'),
    edition: described(count, 'Raised by each reopening, from 1'),
    runId: described(z.string().nullable(), 'The id of the run that its items come from; null before the first'),
    settingsVersion: described(count, 'The settings that hold for this edition'),
    policyVersion: described(count, 'The policy that holds for this edition'),
    createdAt: described(z.string(), 'When it was begun'),
    createdBy: described(z.string(), 'The id of the member or API key'),
    links: described(
      z.object({
        self: described(z.string(), 'The period'),
        reconciliation: described(z.string(), 'Its reconciliation'),
      }),
      'Root-relative paths',
    ),
  })
  .meta({ id: 'ListedPeriod', description: 'A period without its datasets' })

const duePeriod = periodRecord
  .extend({
    dueOn: described(
      z.iso.date().meta({ example: '2026-04-05' }).nullable(),
      'The day by which it is to be closed, by `dueDays` of the settings of its edition; null without them',
    ),
    isLate: described(
      z.boolean(),
      'Whether it is not closed and that day is over, in the zone of the schedule of the reconciliation, or else in UTC',
    ),
  })
  .meta({ id: 'DuePeriod', description: 'A period without its datasets, and when it is due' })

export const periodWithDatasets = duePeriod
  .extend({
    datasets: described(z.array(periodDataset), 'What it reads, in order of upload'),
    signoffs: described(z.array(signoffRecord), 'Each step from open to closed and back, in order'),
  })
  .meta({ id: 'Period', description: 'A stretch of days of a reconciliation' })

export const periodPage = pageOf(duePeriod, 'The periods of the page, the last one first').meta({
  id: 'PeriodPage',
  description: 'A page of periods',
})

const openAmounts = z.record(z.string(), decimalText)

const newestPeriod = duePeriod
  .extend({
    begunBy: described(signer, 'Who began it, by the name of today'),
    figures: described(
      z
        .object({
          matchRate: described(
            decimalText.meta({ example: '0.6667' }),
            'Matched records of both sides, as a part of all that are not excluded',
          ),
          open: described(
            z.object({
              source: described(openAmounts, 'Of the source, by currency'),
              target: described(openAmounts, 'Of the target, by currency'),
            }),
            'Sums of the records that the run left open; what was decided since is in the items and the proof',
          ),
          openCount: described(
            z.object({ source: described(count, 'Of the source'), target: described(count, 'Of the target') }),
            'How many records the run left open, whose sum may be 0',
          ),
        })
        .nullable(),
      'What its newest run came to; null before the first, and where the stored summary of the run `runId` was changed and cannot be read',
    ),
  })
  .meta({ id: 'NewestPeriod', description: 'The last period of a reconciliation, with the figures of its run' })

export const listedReconciliation = reconciliationRecord
  .extend({ newest: described(newestPeriod.nullable(), 'Its last period; null before the first') })
  .meta({ id: 'ListedReconciliation', description: 'A reconciliation with its last period' })

export const reconciliationPage = pageOf(listedReconciliation, 'The reconciliations of the page, newest first').meta({
  id: 'ReconciliationPage',
  description: 'A page of reconciliations',
})

export type NewestPeriod = z.infer<typeof newestPeriod>
export type ListedReconciliation = z.infer<typeof listedReconciliation>
export type PeriodRequest = z.output<typeof periodRequest>
export type ListedPeriod = z.infer<typeof periodRecord>
export type DuePeriod = z.infer<typeof duePeriod>
export type PeriodRecord = z.infer<typeof periodWithDatasets>
export type NewPeriod = z.input<typeof periodRequest>
export type NewPeriodDataset = z.input<typeof periodDatasetRequest>
