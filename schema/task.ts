import * as z from 'zod'
import { itemName } from './decision.ts'
import { described } from './described.ts'
import { pageOf } from './page.ts'

/** What of periods waits for somebody. */

export const taskKinds = ['approve_period', 'approve_decision', 'lapsed_decision', 'assigned_item'] as const

export const taskRecord = z
  .object({
    kind: described(
      z.enum(taskKinds),
      'approve_period, approve_decision: wait for the approval of the caller · lapsed_decision: one of the caller’s that has no effect any more · assigned_item: an undecided item of the caller',
    ),
    period: described(
      z.object({
        id: described(z.string(), 'The id of the period'),
        name: described(z.string(), 'Its name'),
        reconciliationId: described(z.string(), 'The id of its reconciliation'),
      }),
      'The period',
    ),
    decision: described(z.string().nullable(), 'The id of the decision; null for other tasks'),
    item: described(itemName.nullable(), 'The item; null for other tasks'),
  })
  .meta({ id: 'Task', description: 'Something that waits for the caller' })

export const taskPage = pageOf(taskRecord, 'The tasks of the page, by period').meta({
  id: 'TaskPage',
  description: 'A page of tasks; it may have few or none though more follow',
})

export type TaskRecord = z.infer<typeof taskRecord>
