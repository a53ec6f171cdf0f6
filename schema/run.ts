import { breakReasons } from '@tallystick/engine/result'
import { policyIds } from '@tallystick/engine/rules'
import { z } from 'zod'
import { adapterName, adapterText } from './adapter.ts'
import { cursorParameter, limitParameter, pageLimitDefault, pageLimitMax, storedPageOf } from './page.ts'
import { policyChangeMembers, policyMembers } from './policy.ts'
import { effectiveRule } from './rule.ts'
import { count, decimalText, hash, nameText } from './values.ts'

/** A run: the requests that make and replay one, and the run itself. */

export const runStates = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const
export type RunState = (typeof runStates)[number]

/** The request that makes a run. */
export const runRequest = z
  .strictObject({
    name: nameText.meta({ example: 'March bank against ledger' }),
    sourceAdapter: adapterText,
    targetAdapter: adapterText,
    allowEmpty: z.boolean().optional(),
    ...policyMembers,
  })
  .meta({ id: 'RunRequest' })

/** The members of a request for a run that say which dates the calendars of its policy count. The others may be faulty. */
export const datedRunRequest = z.object({ sourceAdapter: adapterText, targetAdapter: adapterText, ...policyMembers })

/** The request that replays a run. */
export const replayRequest = z.strictObject(policyChangeMembers).meta({ id: 'ReplayRequest' })

export const runParams = z.object({ id: z.string() })

export const runListQuery = z.strictObject({
  status: z.enum(runStates).optional(),
  adapter: adapterName.optional(),
  lost: z.literal('true').optional(),
  limit: limitParameter(pageLimitMax, pageLimitDefault),
  cursor: cursorParameter,
})

const time = z.iso.datetime()
const sideCount = z.object({ matched: count, open: count, netted: count })

/** A dataset as one side of a run, or of a proposal. */
export const pinnedSide = z
  .object({
    datasetId: z.string().nullable(),
    root: hash,
    recordCount: count,
    totals: z.record(z.string(), decimalText),
  })
  .meta({ id: 'RunSide' })

export const runSummary = z
  .object({
    matchCount: count,
    nettedCount: count,
    residualCount: count,
    suggestionCount: count,
    breakCount: count,
    source: sideCount,
    target: sideCount,
    confidence: z.object({ exact: count, high: count, medium: count, low: count }),
    amounts: z.record(
      z.string(),
      z.object({
        sourceMatched: decimalText,
        sourceOpen: decimalText,
        targetMatched: decimalText,
        targetOpen: decimalText,
      }),
    ),
    turned: z.record(z.string(), decimalText),
    breaks: z.partialRecord(z.enum(breakReasons), count),
    ambiguous: count,
    matchRate: decimalText.meta({ example: '0.6667' }),
    rules: z.array(
      z.object({
        id: z.string(),
        matches: count,
        netted: count,
        ambiguous: count,
        leftSource: count,
        leftTarget: count,
      }),
    ),
  })
  .meta({ id: 'RunSummary' })

const warning = z
  .object({
    code: z.enum(['no_dataset', 'balance_mismatch', 'absent_field', 'unexplained_open']),
    side: z.enum(['source', 'target']),
    detail: z.string(),
  })
  .meta({ id: 'RunWarning' })

export const failureRecord = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string(),
    requestId: z.string(),
  })
  .meta({ id: 'RunFailure' })

export const runRecord = z
  .object({
    id: z.string().meta({ example: 'run_01kabcdefghjkmnpqrstvwxyz0' }),
    name: z.string(),
    status: z.enum(runStates),
    sourceAdapter: z.string(),
    targetAdapter: z.string(),
    source: pinnedSide,
    target: pinnedSide,
    rules: z.array(effectiveRule),
    policy: z.object({ id: z.enum(policyIds), hash }),
    summary: runSummary.nullable(),
    resultRoot: hash.nullable(),
    checkpoint: z.string().nullable(),
    engineVersion: z.string(),
    replayOf: z.string().nullable(),
    sequence: count.nullable(),
    progress: z.object({ recordsRead: count, recordCount: count, rule: z.string().nullable() }),
    warnings: z.array(warning),
    failure: failureRecord.nullable(),
    requestId: z.string(),
    createdAt: time,
    startedAt: time.nullable(),
    completedAt: time.nullable(),
    createdBy: z.string().nullable(),
    links: z.object({
      self: z.string(),
      policy: z.string(),
      results: z.string(),
      evidence: z.string(),
      replay: z.string(),
    }),
  })
  .meta({ id: 'Run' })

export type RunRecord = z.infer<typeof runRecord>

/** A run as a list shows it. */
export const listedRun = runRecord.omit({ rules: true }).meta({ id: 'ListedRun' })

export type ListedRun = z.infer<typeof listedRun>
export type RunWarningRecord = z.infer<typeof warning>
export type RunFailure = z.infer<typeof failureRecord>

export const runPage = storedPageOf(listedRun).meta({ id: 'RunPage' })
