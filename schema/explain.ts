import { graphNodeTypes, graphRelations } from '@tallystick/engine/explain'
import { breakReasons } from '@tallystick/engine/result'
import { chainCheckNames } from '@tallystick/engine/verify'
import { z } from 'zod'
import { count, decimalText, hash, ids, side } from './values.ts'

/** The answers of the trust explorer but for lineage: the check of the proof chain, the execution graph and impact. */

/**
 * Part of every ETag, that of lineage too. Raise it when the shape of an answer changes, so that no cache keeps an answer
 * of the old one.
 */
export const explainSchemaVersion = '2'

const checkName = z.enum(chainCheckNames)

export const chainReport = z
  .object({
    verified: z.boolean(),
    checks: z.array(
      z.object({
        name: checkName,
        passed: z.boolean(),
        expected: z.string().nullable(),
        actual: z.string().nullable(),
        detail: z.string(),
      }),
    ),
    firstFailure: checkName.nullable(),
  })
  .meta({ id: 'ChainReport' })

const graphNode = z
  .object({
    id: z.string().meta({ example: 'pass:1:payment-reference' }),
    type: z.enum(graphNodeTypes),
    label: z.string(),
    hash: hash,
    counts: z.record(z.string(), count).optional(),
  })
  .meta({ id: 'GraphNode' })

const graphEdge = z
  .object({ from: z.string(), to: z.string(), relation: z.enum(graphRelations) })
  .meta({ id: 'GraphEdge' })

export const executionGraph = z
  .object({
    graphHash: hash,
    nodes: z.array(graphNode),
    edges: z.array(graphEdge),
  })
  .meta({ id: 'ExecutionGraph' })

export const graphDrawing = z.string()

export const impactQuery = z.strictObject({
  rule: z.string().optional(),
})

const sideCounts = { count, bySide: z.object({ source: count, target: count }) }
const value = z.record(z.string(), decimalText)

export const withoutRule = z
  .object({
    onlyThisRule: z.object({ matches: count, value, ids }),
    takenOver: z.array(z.object({ rule: z.string(), matches: count, ids })),
    wouldBreak: z.object({
      ...sideCounts,
      byReason: z.partialRecord(z.enum(breakReasons), count),
      records: z.array(z.object({ side, id: z.string(), reason: z.enum(breakReasons) })),
    }),
    wouldMatch: z.object(sideCounts),
    wouldExclude: z.object(sideCounts),
    wouldNet: z.object(sideCounts),
  })
  .meta({ id: 'WithoutRule' })

const ruleImpact = z
  .object({
    id: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    fromRun: z.object({
      candidates: count,
      matches: count,
      netted: count,
      suggestions: count,
      excluded: count,
      value,
      confidence: z.object({ exact: count, high: count, medium: count, low: count }),
    }),
    withoutRule: withoutRule.nullable(),
    note: z.string().optional(),
  })
  .meta({ id: 'RuleImpact' })

export const policyImpact = z
  .object({
    rules: z.array(ruleImpact),
    truncated: z.boolean(),
  })
  .meta({ id: 'PolicyImpact' })

export type ChainReport = z.infer<typeof chainReport>
export type ExecutionGraph = z.infer<typeof executionGraph>
export type PolicyImpact = z.infer<typeof policyImpact>
