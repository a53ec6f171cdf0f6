import { partKinds, runWarningCodes } from '@tallystick/engine/result'
import { policyIds } from '@tallystick/engine/rules'
import * as z from 'zod'
import { adapterName, sideAdapters } from './adapter.ts'
import { described } from './described.ts'
import { cursorParameter, limitParameter, pageLimitDefault, pageLimitMax, storedPageOf } from './page.ts'
import { policyChangeMembers, policyMembers } from './policy.ts'
import { problemMembers } from './problem.ts'
import { effectiveRule } from './rule.ts'
import { count, countsByConfidence, countsByReason, decimalText, hash, nameText } from './values.ts'

/** A run: the requests that make and replay one, and the run itself. */

export const runStates = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const
export type RunState = (typeof runStates)[number]

/** What a run in pieces does, in this order. */
export const runPhases = ['reading', 'matching', 'explaining', 'writing', 'sealing'] as const
export type RunPhase = (typeof runPhases)[number]

export const runRequest = z
  .strictObject({
    name: described(nameText.meta({ example: 'March bank against ledger' }), 'A name for people'),
    ...sideAdapters,
    allowEmpty: described(
      z.boolean().optional(),
      'Takes a side whose adapter names an instance without a dataset as empty, in place of `unknown_adapter`',
    ),
    ...policyMembers,
  })
  .meta({ id: 'RunRequest', description: 'What a run is made of' })

/**
 * The members of a request that decide which dates the calendars of its policy count. All other members may be faulty.
 */
export const datedRunRequest = z.object({ ...sideAdapters, ...policyMembers })

export const replayRequest = z.strictObject(policyChangeMembers).meta({
  id: 'ReplayRequest',
  description:
    'What if: each member takes the place of that of the run. Without any, or without a body, the run is executed under its own policy',
})

export const runParams = z.object({ id: described(z.string(), 'The id of a run') })

export const runListQuery = z.strictObject({
  status: described(z.enum(runStates).optional(), 'Only runs of this status'),
  adapter: described(adapterName.optional(), 'The adapter of either side: a kind and an instance, or a kind alone'),
  lost: described(
    z.literal('true').optional(),
    'The runs whose receipt stands and whose row is gone, alone; not with `status` or `adapter`',
  ),
  limit: limitParameter(pageLimitMax, pageLimitDefault),
  cursor: cursorParameter,
})

const time = z.iso.datetime()
const sideCount = z.object({
  matched: described(count, 'Records in a match'),
  open: described(count, 'Records in no match'),
  netted: described(count, 'Of netting rules'),
})

/** A dataset as one side of a run, or of a proposal. */
export const pinnedSide = z
  .object({
    datasetId: described(
      z.string().nullable(),
      'Null when no dataset was found; the adapter itself when the records are built in',
    ),
    root: described(hash, 'Merkle root of its records'),
    recordCount: described(count, 'Its records'),
    totals: described(z.record(z.string(), decimalText), 'Control total of each currency'),
    parts: described(
      z
        .array(
          z.object({
            kind: described(z.enum(partKinds), 'Where the records are from'),
            root: described(hash, 'Merkle root of all its lines'),
            count: described(count, 'Its records that take part'),
            lineCount: described(
              count,
              'All its records: those that do not take part are of a later period, were counted before, or were withdrawn',
            ),
            datasetId: described(z.string().nullable(), 'The id of the dataset; null for an opening'),
          }),
        )
        .optional(),
      'Of a period’s run: what the side was read from, in order',
    ),
  })
  .meta({ id: 'RunSide', description: 'A dataset that a run is pinned to, or that a proposal was made of' })

export const runSummary = z
  .object({
    matchCount: described(count, 'Matches'),
    nettedCount: described(count, 'Of netting rules'),
    residualCount: described(count, 'Items that matches left open'),
    suggestionCount: described(count, 'Suggestions, which settle nothing'),
    breakCount: described(count, 'Breaks'),
    source: described(sideCount, 'Records of the source'),
    target: described(sideCount, 'Records of the target'),
    confidence: described(countsByConfidence, 'Matches by confidence'),
    amounts: described(
      z.record(
        z.string(),
        z.object({
          sourceMatched: described(decimalText, 'Sum of the matched records of the source'),
          sourceOpen: described(decimalText, 'Sum of the open records of the source'),
          targetMatched: described(decimalText, 'Sum of the matched records of the target'),
          targetOpen: described(decimalText, 'Sum of the open records of the target'),
        }),
      ),
      'Sums by currency',
    ),
    turned: described(
      z.record(z.string(), decimalText),
      'What turning the signs of targets changed in what is matched',
    ),
    breaks: described(countsByReason, 'Breaks by reason'),
    ambiguous: described(count, 'Ties that a rule met'),
    matchRate: described(
      decimalText.meta({ example: '0.6667' }),
      'Matched records of both sides, as a part of all that are not excluded',
    ),
    rules: described(
      z.array(
        z.object({
          id: described(z.string(), 'The id of the rule'),
          matches: described(count, 'Matches, suggestions or exclusions that it made'),
          netted: described(count, 'Of netting rules'),
          ambiguous: described(count, 'Ties that it met'),
          leftSource: described(count, 'Records of the source left after it'),
          leftTarget: described(count, 'Records of the target left after it'),
        }),
      ),
      'What each rule did, in their order',
    ),
  })
  .meta({ id: 'RunSummary', description: 'What a run came to' })

const warning = z
  .object({
    code: described(
      z.enum(['no_dataset', 'balance_mismatch', ...runWarningCodes]),
      'no_dataset: the adapter stands for no dataset, and the side is empty · balance_mismatch: a statement of the side’s dataset does not add up · absent_field: a rule reads a field that no record of the side has, as when it is spelt otherwise in the data · unexplained_open: more open records than candidates are looked for · same_records: both sides are the same records · currency_on_one_side: no record of the side has a currency, while those of the other do · periods_apart: the days of the sides have none in common · sides_mirrored: hardly anything is matched, and the amounts of the sides meet under opposite signs',
    ),
    side: described(
      z.enum(['source', 'target']).optional(),
      'The side that it is about; left out where it is about both',
    ),
    detail: described(z.string(), 'What it is, in words'),
  })
  .meta({ id: 'RunWarning', description: 'Something about a run that its caller should know' })

export const failureRecord = z
  .object(problemMembers)
  .meta({ id: 'RunFailure', description: 'An RFC 9457 problem; `type` is relative to the service' })

const runPeriod = z
  .object({
    id: described(z.string(), 'The id of the period'),
    revision: described(count, 'The revision of the period that the run read'),
    openingRoot: described(hash, 'Merkle root of the opening: its header and items'),
    asideRoot: described(hash, 'Merkle root of the lines that name the records left out'),
    instructions: described(
      z
        .object({
          count: described(count, 'Records to be matched, and pairs to be kept apart'),
          root: described(hash, 'Merkle root of the instructions'),
        })
        .nullable(),
      'What decisions asked of the run; null where they asked nothing',
    ),
  })
  .meta({ id: 'RunPeriod', description: 'What a run of a period read beside its datasets' })

export const runRecord = z
  .object({
    id: described(z.string().meta({ example: 'run_01kabcdefghjkmnpqrstvwxyz0' }), 'The id of the run'),
    name: described(z.string(), 'The name that the caller gave'),
    status: described(
      z.enum(runStates),
      'queued and running have not ended; completed, failed and cancelled are final',
    ),
    sourceAdapter: described(z.string(), 'The adapter of the source, as it was asked for'),
    targetAdapter: described(z.string(), 'The adapter of the target, as it was asked for'),
    source: described(pinnedSide, 'The dataset of the source that the run is pinned to'),
    target: described(pinnedSide, 'The dataset of the target that the run is pinned to'),
    rules: described(z.array(effectiveRule), 'The effective rules: every default and implied criterion'),
    policy: described(
      z.object({
        id: described(z.enum(policyIds), 'The built-in policy, or custom'),
        hash: described(hash, 'SHA-256 of the canonical policy'),
      }),
      'The hash is the SHA-256 of the whole policy: of the bytes that `links.policy` answers with',
    ),
    summary: described(runSummary.nullable(), 'What the run came to; null until it is completed'),
    resultRoot: described(hash.nullable(), 'Merkle root of the result; null until the run is completed'),
    checkpoint: described(
      z.string().nullable(),
      'C2SP tlog-checkpoint: the signed note of the tenant’s log as this run closed it; null until then',
    ),
    engineVersion: described(z.string(), 'The version of the engine that executed the run'),
    replayOf: described(z.string().nullable(), 'The id of the run that this one replays; null for a run of its own'),
    sequence: described(
      count.nullable(),
      'Place of the receipt in the tenant’s log, from 0; null until the run is completed',
    ),
    progress: described(
      z.object({
        recordsRead: described(count, 'Records read so far'),
        recordCount: described(count, 'Records of both sides'),
        rule: described(z.string().nullable(), 'The id of the rule that is being executed; null outside of `matching`'),
        phase: described(
          z.enum(runPhases).nullable(),
          'What a Workflow does for the run: one phase after another, `matching` rule by rule. Null unless the run is `running`, and for a run that a request executes',
        ),
        recordsDone: described(
          count,
          'Records of both sides that the phase has done. `reading`: records read. `matching`: records that the rule has read, and then claimed or passed on, a part of a record for each; it does not get those that an earlier rule claimed or that have no key under it. `explaining`: the share of all records that is as large as the share of the work that is done. `writing`: records whose lines are in the result. `sealing`: the same, for lines that are indexed. Once the run is completed: all. Grows within a phase and a rule, which may end below `recordCount`',
        ),
      }),
      'How far the execution has come; of a run that a Workflow executes, stored anew at least once a second while records are done',
    ),
    warnings: described(z.array(warning), 'Those of its execution, 26 at most, once it is completed'),
    failure: described(failureRecord.nullable(), 'Why the run failed; null otherwise'),
    requestId: described(z.string(), 'The request that made the run'),
    createdAt: described(time, 'When the run was made'),
    startedAt: described(time.nullable(), 'When its execution began; null before'),
    completedAt: described(time.nullable(), 'When it ended; null before'),
    createdBy: described(
      z.string().nullable(),
      'The id of the API key or member that asked for it; null where none did',
    ),
    period: described(runPeriod.optional(), 'Of a run of a period, and of its replays'),
    links: described(
      z.object({
        self: described(z.string(), 'The run'),
        policy: described(z.string(), 'The whole policy: the rules and what they refer to'),
        results: described(z.string(), 'Its results'),
        evidence: described(z.string(), 'Its evidence'),
        replay: described(z.string(), 'Where a POST executes it again'),
      }),
      'Root-relative paths of what belongs to the run',
    ),
  })
  .meta({ id: 'Run', description: 'A run: the reconciliation of two datasets under a policy' })

export type RunRecord = z.infer<typeof runRecord>

/** A run as a list shows it. */
export const listedRun = runRecord
  .omit({ rules: true })
  .meta({ id: 'ListedRun', description: 'A run without its rules' })

export type ListedRun = z.infer<typeof listedRun>
export type RunWarningRecord = z.infer<typeof warning>
export type RunFailure = z.infer<typeof failureRecord>

export const runPage = storedPageOf(listedRun, 'The runs of the page, newest first').meta({
  id: 'RunPage',
  description: 'A page of runs',
})
