import { createRoute } from '@hono/zod-openapi'
import { proposalRecord, proposalRequest } from '@tallystick/schema/propose'
import { bodyCodes, problemResponses } from '../http/problem.ts'
import { jsonAnswer, jsonBody } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { keyed } from '../keys/keyed.ts'
import { answerProposal } from '../runs/propose-policy.ts'

const proposeRoute = createRoute({
  operationId: 'proposePolicy',
  tags: ['Runs'],
  summary: 'Propose rules for two datasets',
  description:
    'Looks for the rules that the newest datasets of two adapters suggest, from certain to doubtful, each with the figures that led to it, examples, and an estimate of how many of its matches are wrong. Sides that have nothing to do with each other get no rule. Nothing is stored, so that a request may be repeated.',
  method: 'post',
  path: '/policies/propose',
  middleware: keyed('datasets:read'),
  request: { body: jsonBody(proposalRequest) },
  responses: {
    200: jsonAnswer('The rules, and what led to them', proposalRecord),
    ...problemResponses(
      ...bodyCodes,
      'adapter_ambiguous',
      'dataset_not_found',
      'dataset_not_sealed',
      'unknown_adapter',
      'same_dataset',
      'run_too_large',
      'work_limit',
      'records_altered',
      'records_deleted',
    ),
  },
})

/** Routes for rules that belong to no run yet. */
export function policyRoutes() {
  const router = createRouter()
  router.openapi(proposeRoute, answerProposal)
  return router
}
