import * as z from 'zod'
import { described } from './described.ts'
import { pageOf } from './page.ts'
import { runPage } from './run.ts'
import { count, hash } from './values.ts'

/** Lost runs, whose receipt is in the log and whose row is gone, and the answer of the recovery of a log. */

export const lostRun = z
  .object({
    id: described(z.string(), 'As the receipt names the run'),
    sequence: described(count, 'Place of the receipt in the log, from 0'),
    receiptHash: described(z.string(), 'The leaf hash stored with the receipt'),
    completedAt: described(z.string().nullable(), 'Null when the receipt cannot be read either'),
  })
  .meta({ id: 'LostRun', description: 'A run whose receipt stands in the log, and whose row is gone' })

export type LostRun = z.infer<typeof lostRun>

/** The answer of `GET /runs`: runs, or lost runs. */
export const runList = z.union([
  runPage,
  pageOf(lostRun, 'The runs of the page, newest first').meta({
    id: 'LostRunPage',
    description: 'A page of runs of which only the receipt is left',
  }),
])

export const tenantParams = z.object({ id: described(z.string(), 'The id of a tenant') })

export const logRecovery = z
  .object({
    tenantId: described(z.string(), 'The tenant whose log it is'),
    origin: described(z.string(), 'The name of the log in its checkpoints'),
    size: described(count, 'Receipts of the log'),
    root: described(hash, 'Merkle root of the log'),
    sound: described(count, 'Receipts that the database had as they were signed'),
    restored: described(count, 'Receipts that were read back from R2'),
    complete: described(z.boolean(), 'False when R2 may have more of them: repeat the request'),
    lostRuns: described(
      z.array(lostRun),
      'The newest runs, at most 1,000, of which only the receipt is left; the tenant’s GET /runs?lost=true has all',
    ),
  })
  .meta({ id: 'LogRecovery', description: 'What recovering a log came to' })

export type LogRecovery = z.infer<typeof logRecovery>
