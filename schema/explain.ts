import { graphNodeTypes, graphRelations } from '@tallystick/engine/explain'
import { breakReasons } from '@tallystick/engine/result'
import { chainCheckNames } from '@tallystick/engine/verify'
import * as z from 'zod'
import { described } from './described.ts'
import { count, countsByConfidence, countsByReason, countsBySide, decimalText, hash, ids, side } from './values.ts'

/** The answers of the trust explorer except lineage: the check of the proof chain, the execution graph and impact. */

/**
 * Part of every ETag, also of lineage. Raise it when the shape of an answer changes, so that no cache keeps an answer
 * of the old one.
 */
export const explainSchemaVersion = '2'

const checkName = z.enum(chainCheckNames)

export const chainReport = z
  .object({
    verified: described(z.boolean(), 'Whether every link holds'),
    checks: described(
      z.array(
        z.object({
          name: described(checkName, 'The link'),
          passed: described(
            z.boolean(),
            'True too of a link that a broken one leaves open: its detail begins with “Not judged:”',
          ),
          expected: described(z.string().nullable(), 'What was to be found; null where nothing is compared'),
          actual: described(z.string().nullable(), 'What was found; null where nothing is compared'),
          detail: described(z.string(), 'What holds, or what is wrong'),
        }),
      ),
      'All of them, in the order of the chain',
    ),
    firstFailure: described(checkName.nullable(), 'The first link that is broken'),
  })
  .meta({ id: 'ChainReport', description: 'How each link of the proof chain fared' })

const graphNode = z
  .object({
    id: described(z.string().meta({ example: 'pass:1:payment-reference' }), 'Names the node in the graph'),
    type: described(z.enum(graphNodeTypes), 'Its kind in the terms of W3C PROV'),
    label: described(z.string(), 'What it is, for people'),
    hash: described(
      hash,
      'Of an entity its root or hash; of an agent that of its name; of an activity SHA-256 of the RFC 8785 text of `{ label, counts, used }`, `used` being the sorted hashes of what it used',
    ),
    counts: described(z.record(z.string(), count).optional(), 'What was counted there'),
  })
  .meta({ id: 'GraphNode', description: 'A node of an execution graph' })

const graphEdge = z
  .object({
    from: described(z.string(), 'The id of the node that depends'),
    to: described(z.string(), 'The id of the node that it depends on'),
    relation: described(z.enum(graphRelations), 'How it depends, in the terms of W3C PROV'),
  })
  .meta({ id: 'GraphEdge', description: 'From what depends to what it depends on' })

export const executionGraph = z
  .object({
    graphHash: described(
      hash,
      'SHA-256 of the RFC 8785 text of `{ "edges": […], "nodes": […] }`, both as they are here',
    ),
    nodes: described(z.array(graphNode), 'By id. A replay has the same, but for those of its sealing'),
    edges: described(z.array(graphEdge), 'By from, to and relation'),
  })
  .meta({ id: 'ExecutionGraph', description: 'A directed acyclic graph of what a run did, in the terms of W3C PROV' })

export const graphDrawing = z.string()

export const impactQuery = z.strictObject({
  rule: described(z.string().optional(), 'The id of one rule; all of them when left out'),
})

const sideCounts = {
  count: described(count, 'Records of both sides'),
  bySide: described(countsBySide, 'Records of each side'),
}
const value = z.record(z.string(), decimalText)

export const withoutRule = z
  .object({
    onlyThisRule: described(
      z.object({
        matches: described(count, 'How many'),
        value: described(value, 'Source amounts of what it matched or netted, by currency'),
        ids: described(ids, 'Their ids'),
      }),
      'Its matches, or what it netted, that no other rule makes of the same records',
    ),
    takenOver: described(
      z.array(
        z.object({
          rule: described(z.string(), 'The id of the other rule'),
          matches: described(count, 'How many'),
          ids: described(ids, 'Their ids'),
        }),
      ),
      'Its matches that another rule would have made; the ids are those of this run',
    ),
    wouldBreak: described(
      z.object({
        ...sideCounts,
        byReason: described(countsByReason, 'Breaks by reason'),
        records: described(
          z.array(
            z.object({
              side: described(side, 'The side of the record'),
              id: described(z.string(), 'The id of the record'),
              reason: described(z.enum(breakReasons), 'The reason of its break'),
            }),
          ),
          'The records',
        ),
      }),
      'Records that are matched, excluded or netted, by whatever rule, and would be in a break',
    ),
    wouldMatch: described(z.object(sideCounts), 'Records that are in a break, excluded or netted and would be matched'),
    wouldExclude: described(
      z.object(sideCounts),
      'Records that are matched, in a break or netted and would be excluded',
    ),
    wouldNet: described(z.object(sideCounts), 'Records that are matched, in a break or excluded and would be netted'),
  })
  .meta({ id: 'WithoutRule', description: 'What the run would have come to with this rule disabled' })

const ruleImpact = z
  .object({
    id: described(z.string(), 'The id of the rule'),
    name: described(z.string(), 'Its name'),
    enabled: described(z.boolean(), 'Whether the run executed it'),
    fromRun: described(
      z.object({
        candidates: described(count, 'Pairs of different records, or groups, that met every criterion'),
        matches: described(count, 'Matches that it made'),
        netted: described(count, 'Netted lines that it made'),
        suggestions: described(count, 'Suggestions that it made'),
        excluded: described(count, 'Exclusions that it made'),
        value: described(value, 'Source amounts of what it matched or netted, by currency'),
        confidence: described(countsByConfidence, 'Its matches by confidence'),
      }),
      'What it carried in the run itself',
    ),
    withoutRule: described(
      withoutRule.nullable(),
      'By executing the run with this rule disabled; null above 20,000 records, but for a rule that is named',
    ),
    note: described(z.string().optional(), 'Why `withoutRule` is null'),
  })
  .meta({ id: 'RuleImpact', description: 'What one rule carried' })

export const policyImpact = z
  .object({
    rules: described(z.array(ruleImpact), 'In the order of the policy'),
    truncated: described(z.boolean(), 'A list was cut after 1,000'),
  })
  .meta({ id: 'PolicyImpact', description: 'What the rules of a run carried' })

export type ChainReport = z.infer<typeof chainReport>
export type ExecutionGraph = z.infer<typeof executionGraph>
export type PolicyImpact = z.infer<typeof policyImpact>
