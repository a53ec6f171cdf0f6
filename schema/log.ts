import { z } from 'zod'
import { count, hash } from './values.ts'

/** The tenant's log as its readers see it: C2SP tlog-tiles, proofs between its sizes, and the audit of all of it. */

/** Part of the ETag of every tile and entry bundle. Raise it when the bytes of one would change. */
export const logSchemaVersion = '1'

const place = z.string().meta({ example: 'x001/067.p/8' })

export const tileParams = z.object({
  level: z.string().meta({ example: '0' }),
  place,
})

export const entriesParams = z.object({ place })

export const signedNote = z.string().meta({ id: 'SignedNote' })

export const tileFile = z.string().meta({ id: 'TileFile', format: 'binary' })

const sizeText = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,15})$/, { error: 'Wanted a size: a decimal number without leading zeros' })
  .transform(Number)
  .meta({ type: 'integer', minimum: 0 })

export const consistencyQuery = z.strictObject({
  from: sizeText,
  to: sizeText,
})

export type ConsistencyQuery = z.infer<typeof consistencyQuery>

export const logConsistency = z.object({ from: count, to: count, hashes: z.array(hash) }).meta({ id: 'LogConsistency' })

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
  detail: z.string(),
})

export const logAudit = z
  .object({
    verified: z.boolean(),
    size: count,
    root: hash,
    checks: z.array(logCheck),
    receiptsWithoutRuns: z.array(z.object({ sequence: count, run: z.string() })),
    runsWithoutReceipts: z.array(z.string()),
    gaps: z.array(z.object({ from: count, to: count })),
    truncated: z.boolean(),
    diverged: z.boolean(),
  })
  .meta({ id: 'LogAudit' })

export type LogAudit = z.infer<typeof logAudit>
export type LogCheckName = (typeof logCheckNames)[number]
export type LogConsistency = z.infer<typeof logConsistency>
