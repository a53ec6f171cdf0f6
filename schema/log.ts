import { z } from '@hono/zod-openapi'
import { count, hash } from './values.ts'

/** The tenant's log as its readers see it: C2SP tlog-tiles, proofs between its sizes, and the audit of all of it. */

/** Part of the ETag of every tile and entry bundle. Raise it when the bytes of one would change. */
export const logSchemaVersion = '1'

const place = z.string().openapi({
  description:
    'Index in groups of three digits, all but the last marked by an x and separated by slashes; `.p/` and a width follow for a partial one',
  example: 'x001/067.p/8',
})

export const tileParams = z.object({
  level: z
    .string()
    .openapi({ description: 'Level of the tile, from 0; `entries` for a bundle of entries', example: '0' }),
  place,
})

export const entriesParams = z.object({ place })

export const signedNote = z
  .string()
  .openapi('SignedNote', { description: 'C2SP tlog-checkpoint: origin, size and root of the log, signed' })

export const tileFile = z.string().openapi('TileFile', {
  format: 'binary',
  description: 'C2SP tlog-tiles: hashes of 32 bytes, or entries with their lengths',
})

const sizeText = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,15})$/, { error: 'Wanted a size: a decimal number without leading zeros' })
  .transform(Number)
  .openapi({ type: 'integer', minimum: 0 })

export const consistencyQuery = z.strictObject({
  from: sizeText.openapi({ description: 'The earlier size, such as that of a checkpoint that was kept' }),
  to: sizeText.openapi({ description: 'The later size, at most that of the log' }),
})

export type ConsistencyQuery = z.infer<typeof consistencyQuery>

export const logConsistency = z.object({ from: count, to: count, hashes: z.array(hash) }).openapi('LogConsistency', {
  description: 'RFC 6962 §2.1.2; to be verified against two signed roots, as in RFC 9162 §2.1.4.2',
})

/** What the audit of a log looks at, in this order. */
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
  name: z.enum(logCheckNames),
  passed: z.boolean(),
  faultCount: count,
  detail: z.string().openapi({ description: 'What holds, or the first fault' }),
})

export const logAudit = z
  .object({
    verified: z.boolean().openapi({ description: 'Every check passed, and nothing is missing' }),
    size: count,
    root: hash.openapi({ description: 'Recomputed from the receipts' }),
    checks: z.array(logCheck).openapi({ description: 'All of them, in this order' }),
    receiptsWithoutRuns: z.array(z.object({ sequence: count, run: z.string() })),
    runsWithoutReceipts: z.array(z.string()),
    gaps: z
      .array(z.object({ from: count, to: count }))
      .openapi({ description: 'Sequences without a receipt, the first and the last of each gap' }),
    truncated: z.boolean().openapi({ description: 'Whether a list was cut off after 1,000 members' }),
    diverged: z.boolean().openapi({ description: 'Whether another history was signed than the one that is stored' }),
  })
  .openapi('LogAudit')

export type LogAudit = z.infer<typeof logAudit>
export type LogCheckName = (typeof logCheckNames)[number]
export type LogConsistency = z.infer<typeof logConsistency>
