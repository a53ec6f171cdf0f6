import * as z from 'zod'
import { described } from './described.ts'
import { wanted } from './fault-messages.ts'
import { count, hash } from './values.ts'

/** The tenant's log as its readers see it: C2SP tlog-tiles, consistency proofs, and the audit of the whole log. */

/** Part of the ETag of every tile and entry bundle. Raise it when their bytes change for the same log. */
export const logSchemaVersion = '1'

const place = described(
  z.string().meta({ example: 'x001/067.p/8' }),
  'Index in groups of three digits, all but the last marked by an x and separated by slashes; `.p/` and a width follow for a partial one',
)

export const tileParams = z.object({
  level: described(z.string().meta({ example: '0' }), 'Level of the tile, from 0; `entries` for a bundle of entries'),
  place,
})

export const entriesParams = z.object({ place })

export const signedNote = z
  .string()
  .meta({ id: 'SignedNote', description: 'C2SP tlog-checkpoint: origin, size and root of the log, signed' })

export const tileFile = z.string().meta({
  id: 'TileFile',
  description: 'C2SP tlog-tiles: hashes of 32 bytes, or entries with their lengths',
  format: 'binary',
})

const sizeText = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,15})$/, { error: wanted('a whole number from 0, without leading zeros') })
  .transform(Number)
  .meta({ type: 'integer', minimum: 0 })

export const consistencyQuery = z.strictObject({
  from: described(sizeText, 'The earlier size, such as that of a checkpoint that was kept'),
  to: described(sizeText, 'The later size, at most that of the log'),
})

export type ConsistencyQuery = z.infer<typeof consistencyQuery>

export const logConsistency = z
  .object({
    from: described(count, 'The earlier size'),
    to: described(count, 'The later size'),
    hashes: described(z.array(hash), 'The hashes of the proof'),
  })
  .meta({
    id: 'LogConsistency',
    description: 'RFC 6962 §2.1.2; to be verified against two signed roots, as in RFC 9162 §2.1.4.2',
  })

/** The checks of a log's audit, in this order. */
export const logCheckNames = [
  'receipts',
  'chain',
  'proofs',
  'checkpoints',
  'head',
  'runs',
  'signedOnce',
  'published',
  'tiles',
] as const

const logCheck = z.object({
  name: described(z.enum(logCheckNames), 'The check'),
  passed: described(z.boolean(), 'Whether it found nothing wrong'),
  faultCount: described(count, 'How many faults it found'),
  detail: described(z.string(), 'What holds, or the first fault'),
})

export const logAudit = z
  .object({
    verified: described(z.boolean(), 'Every check passed, and nothing is missing'),
    size: described(count, 'Receipts of the log'),
    root: described(hash, 'Recomputed from the receipts'),
    checks: described(z.array(logCheck), 'All of them, in this order'),
    receiptsWithoutRuns: described(
      z.array(
        z.object({
          sequence: described(count, 'Place of the receipt, from 0'),
          run: described(z.string(), 'The id of the run'),
        }),
      ),
      'Receipts whose run is gone',
    ),
    runsWithoutReceipts: described(z.array(z.string()), 'Ids of completed runs without a receipt'),
    gaps: described(
      z.array(
        z.object({
          from: described(count, 'The first sequence of the gap'),
          to: described(count, 'The last sequence of the gap'),
        }),
      ),
      'Sequences without a receipt, the first and the last of each gap',
    ),
    truncated: described(z.boolean(), 'Whether a list was cut off after 1,000 members'),
    diverged: described(z.boolean(), 'Whether another history was signed than the one that is stored'),
  })
  .meta({ id: 'LogAudit', description: 'How a log fared that was recomputed from what is stored' })

export type LogAudit = z.infer<typeof logAudit>
export type LogCheckName = (typeof logCheckNames)[number]
export type LogConsistency = z.infer<typeof logConsistency>
