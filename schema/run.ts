import { z } from '@hono/zod-openapi'
import { breakReasons } from '@tallystick/engine'
import { adapterName, adapterText } from './adapter.ts'
import { cursorParameter, limitParameter, pageLimitDefault, pageLimitMax, pageOf } from './page.ts'
import { effectiveRule } from './rule.ts'
import { rulesInput } from './rule-set.ts'
import { count, hash, nameText } from './values.ts'

/** A run: the requests that make and replay one, and the run itself. */

export const runStates = ['queued', 'running', 'completed', 'failed'] as const
export type RunState = (typeof runStates)[number]

/** The request that makes a run; `rules` is the schema that reads its rules. */
export const runRequestWith = <Rules extends z.ZodType>(rules: Rules) =>
  z.strictObject({
    name: nameText.openapi({ example: 'March bank against ledger' }),
    sourceAdapter: adapterText,
    targetAdapter: adapterText,
    rules,
  })

export const runRequest = runRequestWith(rulesInput).openapi('RunRequest')

/** The request that replays a run; `rules` is the schema that reads its rules. */
export const replayRequestWith = <Rules extends z.ZodType>(rules: Rules) => z.strictObject({ rules: rules.optional() })

export const replayRequest = replayRequestWith(
  rulesInput.openapi({ description: 'What if: these rules in place of those of the run' }),
).openapi('ReplayRequest', { description: 'Without rules, or without a body, those that the run was made with' })

export const runParams = z.object({ id: z.string() })

export const runListQuery = z.strictObject({
  status: z.enum(runStates).optional(),
  adapter: adapterName.optional().openapi({ description: 'The adapter of either side' }),
  limit: limitParameter(pageLimitMax, pageLimitDefault),
  cursor: cursorParameter,
})

const decimal = z.string().openapi({ example: '120.5' })
const time = z.iso.datetime()
const sideCount = z.object({ matched: count, open: count })

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

export const runSummary = z
  .object({
    matchCount: count,
    suggestionCount: count,
    breakCount: count,
    source: sideCount,
    target: sideCount,
    confidence: z.object({ exact: count, high: count, medium: count, low: count }),
    amounts: z.record(
      z.string(),
      z.object({ sourceMatched: decimal, sourceOpen: decimal, targetMatched: decimal, targetOpen: decimal }),
    ),
    breaks: z.partialRecord(z.enum(breakReasons), count),
    ambiguous: count,
    matchRate: decimal.openapi({ example: '0.6667' }),
    rules: z.array(
      z.object({ id: z.string(), matches: count, ambiguous: count, leftSource: count, leftTarget: count }),
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
    policy: z.object({ id: z.enum(['default@1', 'custom']), hash }),
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
    links: z.object({ self: z.string(), results: z.string(), evidence: z.string(), replay: z.string() }),
  })
  .openapi('Run')

export type RunRecord = z.infer<typeof runRecord>
export type RunWarningRecord = z.infer<typeof warning>
export type RunFailure = z.infer<typeof failure>

export const runPage = pageOf(runRecord).openapi('RunPage')
