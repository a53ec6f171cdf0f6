import { z } from '@hono/zod-openapi'
import { breakReasons, policyIds } from '@tallystick/engine'
import { adapterName, adapterText } from './adapter.ts'
import { cursorParameter, limitParameter, pageLimitDefault, pageLimitMax, storedPageOf } from './page.ts'
import { policyChangeMembers, policyMembers } from './policy.ts'
import { effectiveRule } from './rule.ts'
import { count, hash, nameText } from './values.ts'

/** A run: the requests that make and replay one, and the run itself. */

export const runStates = ['queued', 'running', 'completed', 'failed'] as const
export type RunState = (typeof runStates)[number]

/** The request that makes a run. */
export const runRequest = z
  .strictObject({
    name: nameText.openapi({ example: 'March bank against ledger' }),
    sourceAdapter: adapterText,
    targetAdapter: adapterText,
    ...policyMembers,
  })
  .openapi('RunRequest')

/** The members of a request for a run that say which dates the calendars of its policy count. The others may be faulty. */
export const datedRunRequest = z.object({ sourceAdapter: adapterText, targetAdapter: adapterText, ...policyMembers })

/** The request that replays a run. */
export const replayRequest = z.strictObject(policyChangeMembers).openapi('ReplayRequest', {
  description:
    'What if: each member takes the place of that of the run. Without any, or without a body, the run is executed under its own policy',
})

export const runParams = z.object({ id: z.string() })

export const runListQuery = z.strictObject({
  status: z.enum(runStates).optional(),
  adapter: adapterName.optional().openapi({ description: 'The adapter of either side' }),
  lost: z.literal('true').optional().openapi({
    description: 'The runs whose receipt stands and whose row is gone, alone; not with `status` or `adapter`',
  }),
  limit: limitParameter(pageLimitMax, pageLimitDefault),
  cursor: cursorParameter,
})

const decimal = z.string().openapi({ example: '120.5' })
const time = z.iso.datetime()
const netted = count.optional().openapi({ description: 'Of netting rules; engine 1 has none' })
const sideCount = z.object({ matched: count, open: count, netted })

const pinnedSide = z
  .object({
    datasetId: z
      .string()
      .nullable()
      .openapi({ description: 'Null when no dataset was found; the adapter itself when the records are built in' }),
    root: hash,
    recordCount: count,
    totals: z.record(z.string(), decimal).openapi({ description: 'Control total of each currency' }),
  })
  .openapi('RunSide')

/** A pinned side as far as it has to be read to show what is wrong with it. */
export const storedSide = z.object({
  datasetId: z.string().nullable(),
  root: z.string(),
  recordCount: count,
  totals: z.record(z.string(), z.string()),
})

export const runSummary = z
  .object({
    matchCount: count,
    nettedCount: netted,
    residualCount: count.optional().openapi({ description: 'Items that matches left open; engine 1 has none' }),
    suggestionCount: count,
    breakCount: count,
    source: sideCount,
    target: sideCount,
    confidence: z.object({ exact: count, high: count, medium: count, low: count }),
    amounts: z.record(
      z.string(),
      z.object({ sourceMatched: decimal, sourceOpen: decimal, targetMatched: decimal, targetOpen: decimal }),
    ),
    turned: z.record(z.string(), decimal).optional().openapi({
      description: 'What turning the signs of targets changed in what is matched; runs of engine 1 do not have it',
    }),
    breaks: z.partialRecord(z.enum(breakReasons), count),
    ambiguous: count,
    matchRate: decimal.openapi({ example: '0.6667' }),
    rules: z.array(
      z.object({ id: z.string(), matches: count, netted, ambiguous: count, leftSource: count, leftTarget: count }),
    ),
  })
  .openapi('RunSummary')

const warning = z
  .object({
    code: z.enum(['no_dataset', 'absent_field', 'unexplained_open']).openapi({
      description:
        'no_dataset: the adapter stands for no dataset, and the side is empty · absent_field: a rule reads a field that no record of the side has, as when it is spelt otherwise in the data · unexplained_open: more open records than candidates are looked for',
    }),
    side: z.enum(['source', 'target']),
    detail: z.string(),
  })
  .openapi('RunWarning')

const failure = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string(),
    requestId: z.string(),
  })
  .openapi('RunFailure', { description: 'An RFC 9457 problem; `type` is relative to the service' })

export const runRecord = z
  .object({
    id: z.string().openapi({ example: 'run_01kabcdefghjkmnpqrstvwxyz0' }),
    name: z.string(),
    status: z.enum(runStates),
    sourceAdapter: z.string(),
    targetAdapter: z.string(),
    source: pinnedSide,
    target: pinnedSide,
    rules: z.array(effectiveRule).openapi({ description: 'The effective rules: every default and implied criterion' }),
    policy: z.object({ id: z.enum(policyIds), hash }).openapi({
      description: 'The hash is the SHA-256 of the whole policy: of the bytes that `links.policy` answers with',
    }),
    summary: runSummary.nullable(),
    resultRoot: hash.nullable(),
    checkpoint: z.string().nullable().openapi({
      description: 'C2SP tlog-checkpoint: the signed note of the tenant’s log as this run closed it; null until then',
    }),
    engineVersion: z.string(),
    replayOf: z.string().nullable(),
    sequence: count.nullable(),
    progress: z.object({ recordsRead: count, recordCount: count, rule: z.string().nullable() }),
    warnings: z.array(warning).openapi({ description: 'Those of its execution, 22 at most, once it is completed' }),
    failure: failure.nullable(),
    requestId: z.string(),
    createdAt: time,
    startedAt: time.nullable(),
    completedAt: time.nullable(),
    createdBy: z.string().nullable(),
    links: z.object({
      self: z.string(),
      policy: z.string().openapi({ description: 'The whole policy: the rules and what they refer to' }),
      results: z.string(),
      evidence: z.string(),
      replay: z.string(),
    }),
  })
  .openapi('Run')

export type RunRecord = z.infer<typeof runRecord>

/** A run as a list shows it. */
export const listedRun = runRecord
  .omit({ rules: true })
  .openapi('ListedRun', { description: 'A run without its rules' })

export type ListedRun = z.infer<typeof listedRun>
export type RunWarningRecord = z.infer<typeof warning>
export type RunFailure = z.infer<typeof failure>

export const runPage = storedPageOf(listedRun).openapi('RunPage')
