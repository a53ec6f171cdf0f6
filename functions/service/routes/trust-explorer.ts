import { createRoute } from '@hono/zod-openapi'
import { chainReport, executionGraph, graphDrawing, impactQuery, policyImpact } from '@tallystick/schema/explain'
import { conditionalHeaders } from '@tallystick/schema/headers'
import { lineage, lineageQuery } from '@tallystick/schema/lineage'
import { changesQuery, ruleChanges } from '@tallystick/schema/rule-changes'
import { runParams } from '@tallystick/schema/run'
import { answerLineage } from '../evidence/explain/artifact-lineage.ts'
import { answerGraph } from '../evidence/explain/execution-graph.ts'
import { answerImpact } from '../evidence/explain/policy-impact.ts'
import { answerChanges } from '../evidence/explain/rule-changes.ts'
import { verifyChain } from '../evidence/verify-chain.ts'
import { problemResponses, storedCodes } from '../http/problem.ts'
import { jsonAnswer, notModified } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { keyed } from '../keys/keyed.ts'

const executedAgainCodes = [
  'run_not_found',
  ...storedCodes,
  'run_not_finished',
  'run_cancelled',
  'run_not_replayable',
  'run_too_large',
] as const

const verifyRoute = createRoute({
  operationId: 'verifyProofChain',
  tags: ['Explain'],
  summary: 'Recompute the proof chain of a run',
  description:
    'Recomputes every link from the stored bytes: records, dataset roots, policy, result root, receipt, log and checkpoint. A broken link is a finding of the answer and not an error.',
  method: 'get',
  path: '/runs/{id}/trust-explorer/verifyProofChain',
  middleware: keyed('evidence:read'),
  request: { params: runParams },
  responses: {
    200: jsonAnswer('How each link of the chain fared; a broken one is a finding, not an error', chainReport),
    ...problemResponses('run_not_found', ...storedCodes, 'run_not_finished', 'run_cancelled', 'run_too_large'),
  },
})

const graphRoute = createRoute({
  operationId: 'getExecutionGraph',
  tags: ['Explain'],
  summary: 'Get what a run did, as a graph',
  description:
    'What the run did pass by pass, as JSON, DOT or Mermaid by `Accept`. Made by executing the run again over its stored records; when that does not give its result, the answer is a problem.',
  method: 'get',
  path: '/runs/{id}/trust-explorer/getExecutionGraph',
  middleware: keyed('evidence:read'),
  request: { params: runParams, headers: conditionalHeaders },
  responses: {
    200: {
      description: 'A directed acyclic graph in the terms of W3C PROV',
      content: {
        'application/json': { schema: executionGraph },
        'text/vnd.graphviz': { schema: graphDrawing },
        'text/vnd.mermaid': { schema: graphDrawing },
      },
    },
    304: notModified,
    ...problemResponses(...executedAgainCodes),
  },
})

const lineageRoute = createRoute({
  operationId: 'traceArtifactLineage',
  tags: ['Explain'],
  summary: 'Trace where an artifact came from',
  description:
    'Where an artifact of the run came from, down to lines of its datasets, and all that was made of it. The lines are the canonical ones that were stored and hashed, not the bytes of an upload, which are not kept. They are shown to a key that has the scope `datasets:read` too.',
  method: 'get',
  path: '/runs/{id}/trust-explorer/traceArtifactLineage',
  middleware: keyed('evidence:read'),
  request: { params: runParams, query: lineageQuery, headers: conditionalHeaders },
  responses: {
    200: jsonAnswer('The lineage', lineage),
    304: notModified,
    ...problemResponses(
      'run_not_found',
      ...storedCodes,
      'run_not_finished',
      'run_cancelled',
      'run_too_large',
      'artifact_not_found',
    ),
  },
})

const impactRoute = createRoute({
  operationId: 'findPolicyImpact',
  tags: ['Explain'],
  summary: 'Find what each rule carried',
  description:
    'What each rule of the run carried, and what the run would have come to without it, by executing the run again with that rule disabled.',
  method: 'get',
  path: '/runs/{id}/trust-explorer/findPolicyImpact',
  middleware: keyed('evidence:read'),
  request: { params: runParams, query: impactQuery, headers: conditionalHeaders },
  responses: {
    200: jsonAnswer('The impact of the rules', policyImpact),
    304: notModified,
    ...problemResponses(...executedAgainCodes, 'artifact_not_found'),
  },
})

const changesRoute = createRoute({
  operationId: 'findRuleChanges',
  tags: ['Explain'],
  summary: 'Find the change of a rule that would take a break',
  description:
    'Which changes of one rule would take the records of a break. Each change in the answer was tried on the whole run, and one match or netted line had these very records; beside it stands what else the run under the changed rules closes, opens, gains and loses. Nothing is stored: a replay with these `rules` makes the run.',
  method: 'get',
  path: '/runs/{id}/trust-explorer/findRuleChanges',
  middleware: keyed('evidence:read'),
  request: { params: runParams, query: changesQuery, headers: conditionalHeaders },
  responses: {
    200: jsonAnswer('The changes; where there is none, `note` says why', ruleChanges),
    304: notModified,
    ...problemResponses(...executedAgainCodes, 'artifact_not_found'),
  },
})

export function trustExplorerRoutes() {
  const router = createRouter()
  router.openapi(verifyRoute, async (c) => c.json(await verifyChain(c, c.req.valid('param').id), 200))
  router.openapi(graphRoute, (c) => answerGraph(c, c.req.valid('param').id))
  router.openapi(lineageRoute, (c) => answerLineage(c, c.req.valid('param').id, c.req.valid('query').artifact))
  router.openapi(impactRoute, (c) => answerImpact(c, c.req.valid('param').id, c.req.valid('query').rule))
  router.openapi(changesRoute, (c) => answerChanges(c, c.req.valid('param').id, c.req.valid('query').break))
  return router
}
