import { z } from '@hono/zod-openapi'
import { breakReasons, chainCheckNames, graphNodeTypes, graphRelations } from '@tallystick/engine'
import { count, hash, ids, side } from './values.ts'

/** The answers of the trust explorer but for lineage: the check of the proof chain, the execution graph and impact. */

/**
 * Part of every ETag, that of lineage too. Raise it when the shape of an answer changes, so that no cache keeps an answer
 * of the old one.
 */
export const explainSchemaVersion = '2'

const checkName = z.enum(chainCheckNames)
const decimal = z.string().openapi({ example: '120.5' })

export const chainReport = z
  .object({
    verified: z.boolean(),
    checks: z
      .array(
        z.object({
          name: checkName,
          passed: z.boolean().openapi({
            description: 'True too of a link that a broken one leaves open: its detail begins with “Not judged:”',
          }),
          expected: z.string().nullable(),
          actual: z.string().nullable(),
          detail: z.string(),
        }),
      )
      .openapi({ description: 'All of them, in the order of the chain' }),
    firstFailure: checkName.nullable().openapi({ description: 'The first link that is broken' }),
  })
  .openapi('ChainReport')

const graphNode = z
  .object({
    id: z.string().openapi({ example: 'pass:1:payment-reference' }),
    type: z.enum(graphNodeTypes),
    label: z.string(),
    hash: hash.openapi({
      description:
        'Of an entity its root or hash; of an agent that of its name; of an activity SHA-256 of the RFC 8785 text of `{ label, counts, used }`, `used` being the sorted hashes of what it used',
    }),
    counts: z.record(z.string(), count).optional(),
  })
  .openapi('GraphNode')

const graphEdge = z
  .object({ from: z.string(), to: z.string(), relation: z.enum(graphRelations) })
  .openapi('GraphEdge', { description: 'From what depends to what it depends on' })

export const executionGraph = z
  .object({
    graphHash: hash.openapi({
      description: 'SHA-256 of the RFC 8785 text of `{ "edges": […], "nodes": […] }`, both as they are here',
    }),
    nodes: z.array(graphNode).openapi({ description: 'By id. A replay has the same, but for those of its sealing' }),
    edges: z.array(graphEdge).openapi({ description: 'By from, to and relation' }),
  })
  .openapi('ExecutionGraph')

export const graphDrawing = z.string().openapi({ description: 'The same graph as a drawing' })

export const impactQuery = z.strictObject({
  rule: z.string().optional().openapi({ description: 'The id of one rule; all of them when left out' }),
})

const sideCounts = { count, bySide: z.object({ source: count, target: count }) }
const value = z
  .record(z.string(), decimal)
  .openapi({ description: 'Source amounts of what it matched or netted, by currency' })

const withoutRule = z
  .object({
    onlyThisRule: z
      .object({ matches: count, value, ids })
      .openapi({ description: 'Its matches, or what it netted, that no other rule makes of the same records' }),
    takenOver: z
      .array(z.object({ rule: z.string(), matches: count, ids }))
      .openapi({ description: 'Its matches that another rule would have made; the ids are those of this run' }),
    wouldBreak: z
      .object({
        ...sideCounts,
        byReason: z.partialRecord(z.enum(breakReasons), count),
        records: z.array(z.object({ side, id: z.string(), reason: z.enum(breakReasons) })),
      })
      .openapi({
        description: 'Records that are matched, excluded or netted, by whatever rule, and would be in a break',
      }),
    wouldMatch: z
      .object(sideCounts)
      .openapi({ description: 'Records that are in a break, excluded or netted and would be matched' }),
    wouldExclude: z
      .object(sideCounts)
      .openapi({ description: 'Records that are matched, in a break or netted and would be excluded' }),
    wouldNet: z
      .object(sideCounts)
      .openapi({ description: 'Records that are matched, in a break or excluded and would be netted' }),
  })
  .openapi('WithoutRule')

const ruleImpact = z
  .object({
    id: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    fromRun: z
      .object({
        candidates: count.openapi({ description: 'Pairs of different records, or groups, that met every criterion' }),
        matches: count,
        netted: count,
        suggestions: count,
        excluded: count,
        value,
        confidence: z.object({ exact: count, high: count, medium: count, low: count }),
      })
      .openapi({ description: 'What it carried in the run itself' }),
    withoutRule: withoutRule.nullable().openapi({
      description: 'By executing the run with this rule disabled; above 20,000 records only for a rule that is named',
    }),
    note: z.string().optional().openapi({ description: 'Why `withoutRule` is null' }),
  })
  .openapi('RuleImpact')

export const policyImpact = z
  .object({
    rules: z.array(ruleImpact).openapi({ description: 'In the order of the policy' }),
    truncated: z.boolean().openapi({ description: 'A list was cut after 1,000' }),
  })
  .openapi('PolicyImpact')

export type ChainReport = z.infer<typeof chainReport>
export type ExecutionGraph = z.infer<typeof executionGraph>
export type PolicyImpact = z.infer<typeof policyImpact>
