import { z } from '@hono/zod-openapi'
import { pageOf } from './page.ts'
import { runPage } from './run.ts'
import { count, hash } from './values.ts'

/** Runs that were sealed and that the database does not have any more, and what recovering a log answers with. */

export const lostRun = z
  .object({
    id: z.string().openapi({ description: 'As the receipt names the run' }),
    sequence: count,
    receiptHash: z.string().openapi({ description: 'The leaf hash stored with the receipt' }),
    completedAt: z.string().nullable().openapi({ description: 'Null when the receipt cannot be read either' }),
  })
  .openapi('LostRun', { description: 'A run whose receipt stands in the log, and whose row is gone' })

export type LostRun = z.infer<typeof lostRun>

/** What `GET /runs` answers with: runs, or those of which only the receipt is left. */
export const runList = z.union([runPage, pageOf(lostRun).openapi('LostRunPage')])

export const tenantParams = z.object({ id: z.string() })

export const logRecovery = z
  .object({
    tenantId: z.string(),
    origin: z.string().openapi({ description: 'The name of the log in its checkpoints' }),
    size: count,
    root: hash,
    sound: count.openapi({ description: 'Receipts that the database had as they were signed' }),
    restored: count.openapi({ description: 'Receipts that were read back from R2' }),
    complete: z.boolean().openapi({ description: 'False when R2 may have more of them: repeat the request' }),
    lostRuns: z.array(lostRun).openapi({
      description:
        'The newest runs, at most 1,000, of which only the receipt is left; the tenant’s GET /runs?lost=true has all',
    }),
  })
  .openapi('LogRecovery')

export type LogRecovery = z.infer<typeof logRecovery>
