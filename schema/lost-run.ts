import { z } from 'zod'
import { pageOf } from './page.ts'
import { runPage } from './run.ts'
import { count, hash } from './values.ts'

/** Runs that were sealed and that the database does not have any more, and what recovering a log answers with. */

export const lostRun = z
  .object({
    id: z.string(),
    sequence: count,
    receiptHash: z.string(),
    completedAt: z.string().nullable(),
  })
  .meta({ id: 'LostRun' })

export type LostRun = z.infer<typeof lostRun>

/** What `GET /runs` answers with: runs, or those of which only the receipt is left. */
export const runList = z.union([runPage, pageOf(lostRun).meta({ id: 'LostRunPage' })])

export const tenantParams = z.object({ id: z.string() })

export const logRecovery = z
  .object({
    tenantId: z.string(),
    origin: z.string(),
    size: count,
    root: hash,
    sound: count,
    restored: count,
    complete: z.boolean(),
    lostRuns: z.array(lostRun),
  })
  .meta({ id: 'LogRecovery' })

export type LogRecovery = z.infer<typeof logRecovery>
