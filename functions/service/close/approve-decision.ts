import { timestampOf } from '@tallystick/audit/base/timestamp'
import type { DecisionLine } from '@tallystick/engine/close'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { readKeyHash } from '../http/idempotency/idempotency-key.ts'
import { ProblemError } from '../http/problem.ts'
import { createId } from '../platform/ids.ts'
import { openActClaim } from './act-claim.ts'
import { plannedDecisions, statusesOf } from './make-decisions.ts'
import { isSamePerson } from './own-work.ts'
import { refuseUnlessOpen } from './period-change.ts'
import { dbOf } from './read-reconciliations.ts'
import { sealAct } from './seal-act.ts'
import { foldOf } from './stored-period.ts'

/**
 * Gives effect to a proposed decision. Throws `own_approval` for its maker, also by another key, `decision_not_found`, and
 * `item_decided` where the decision is no longer proposed.
 */
export async function approveDecision(c: Context<AppEnv>, periodId: string, decisionId: string): Promise<Response> {
  const { tenantId, actor } = c.var.identity
  const claim = await openActClaim(c, { keyHash: readKeyHash(c), body: {} })
  const now = c.var.isolate.now()
  const line: DecisionLine = {
    ...{ id: createId('dcn', now), kind: 'approve', follows: decisionId, actor: actor.id, time: timestampOf(now) },
  }
  return sealAct(c, {
    ...{ periodId, actor: actor.id, claim },
    plan: async ({ period }) => {
      refuseUnlessOpen(period.row)
      const proposed = period.read.decisions.find(({ id }) => id === decisionId)
      if (proposed === undefined) throw new ProblemError('decision_not_found')
      if (await isSamePerson(dbOf(c), tenantId, { actor: actor.id, others: [proposed.actor] }))
        throw new ProblemError('own_approval')
      const { decisions } = await foldOf(period)
      const state = decisions.find(({ decision }) => decision === decisionId)?.state
      if (state !== 'proposed')
        throw new ProblemError('item_decided', { detail: `The decision is ${state}, so there is nothing to approve.` })
      return plannedDecisions(c, period, {
        ...{ made: [line], notes: [null], statuses: await statusesOf(period, [line]) },
      })
    },
  })
}
