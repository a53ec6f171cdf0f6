import { approvalRequest, reasonRequest } from '@tallystick/schema/signoff'
import type { Context } from 'hono'
import { recordsAltered } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { readJson } from '../http/body.ts'
import { readKeyHash } from '../http/idempotency/idempotency-key.ts'
import { requireMatch } from '../http/if-match.ts'
import { ProblemError } from '../http/problem.ts'
import { executorOf } from '../runs/executor.ts'
import { periodStore } from '../store/period-store.ts'
import { openActClaim } from './act-claim.ts'
import { isOwnWork } from './own-work.ts'
import { refuseUnlessOpen, unchanged } from './period-change.ts'
import { following, lastStep, signerOf, stepped } from './planned-step.ts'
import { dbOf, knownReconciliation } from './read-reconciliations.ts'
import { type ActRequest, sealAct } from './seal-act.ts'
import { approvalBefore, completeRoots, readsAll, runOf, signedRootsOf } from './signable-period.ts'

/** Steps of a period from open to closed and back. Each is an entry of the log, and answers with the period after it. */

/**
 * Throws `period_not_run`, `undecided_items`, `unexplained_difference`, `opening_changed` and the problems of a period
 * that is not open. Costs a run or two, and a fold of the period before.
 */
export const submitPeriod = (c: Context<AppEnv>, periodId: string): Promise<Response> =>
  sealStep(c, { periodId, body: {} }, async ({ period, head }) => {
    const { row, rows, files } = period
    refuseUnlessOpen(row)
    requireMatch(c, row.revision)
    const run = runOf(period)
    const roots = await completeRoots(executorOf(c), period, head.row?.size ?? 0)
    return stepped(c, row, {
      fields: {
        ...{
          kind: 'tallystick/signoff@1',
          act: 'submit',
          ...roots,
          edition: row.edition,
        },
        ...{ name: row.name, policy: row.policyVersion, settings: row.settingsVersion, reason: null },
        ...{ revision: row.revision + 1, submittedBy: signerOf(c), approvedBy: null },
      },
      signoff: { runId: run.id, decisionCount: rows.length, balances: files['balances.json'], reason: null },
      change: { ...unchanged(row), state: 'submitted' },
    })
  })

/**
 * Throws `own_approval`, `precondition_failed` for another root than that which was submitted, and `opening_changed`.
 * Costs a fold of the period and of the one before.
 */
export async function approvePeriod(c: Context<AppEnv>, periodId: string): Promise<Response> {
  const body = await readJson(c, approvalRequest)
  return sealStep(c, { periodId, body }, async (found) => {
    const { period } = found
    const submission = lastStep(c, found, 'submitted')
    const { root } = submission.entry
    const approver = { actor: c.var.identity.actor.id, signoffs: found.signoffs }
    if (await isOwnWork(dbOf(c), period, approver)) throw new ProblemError('own_approval')
    if (body.root !== root)
      throw new ProblemError('precondition_failed', { detail: `Another root was submitted: ${root}.` })
    // A file may have been added while the submission was sealed.
    if (!(await readsAll(executorOf(c), period)))
      throw new ProblemError('period_not_run', {
        detail: 'A file was added while the period was submitted: reject it, so that it is run again.',
      })
    await approvalBefore(executorOf(c), period)
    if ((await signedRootsOf(executorOf(c), period)).root !== root)
      throw recordsAltered('The period is not as it was submitted: its root is another one.')
    return following(c, period.row, {
      ...{ submission, act: 'approve', approvedBy: signerOf(c), change: { ...unchanged(period.row), state: 'closed' } },
    })
  })
}

export async function rejectPeriod(c: Context<AppEnv>, periodId: string): Promise<Response> {
  const body = await readJson(c, reasonRequest)
  return sealStep(c, { periodId, body }, async (found) => {
    const { row } = found.period
    const submission = lastStep(c, found, 'submitted')
    const change = { ...unchanged(row), state: 'open' }
    return following(c, row, { ...{ submission, act: 'reject', reason: body.reason, change } })
  })
}

/**
 * Begins the next edition under the newest settings and policy. Throws `later_period_closed`: what stands on this period
 * is reopened first.
 */
export async function reopenPeriod(c: Context<AppEnv>, periodId: string): Promise<Response> {
  const body = await readJson(c, reasonRequest)
  return sealStep(c, { periodId, body }, async (found) => {
    const { row } = found.period
    const submission = lastStep(c, found, 'closed')
    const [later] = await periodStore(dbOf(c)).closedAfter(row)
    if (later !== undefined)
      throw new ProblemError('later_period_closed', { detail: `The period ${later.name} is closed.` })
    const { settingsVersion, policyVersion } = await knownReconciliation(c, row.reconciliationId)
    const editionBegunAt = Math.max(c.var.isolate.now(), row.editionBegunAt + 1)
    const change = { state: 'open', edition: row.edition + 1, settingsVersion, policyVersion, editionBegunAt }
    return following(c, row, { ...{ submission, act: 'reopen', reason: body.reason, change } })
  })
}

async function sealStep(
  c: Context<AppEnv>,
  { periodId, body }: { readonly periodId: string; readonly body: object },
  plan: ActRequest['plan'],
): Promise<Response> {
  const claim = await openActClaim(c, { keyHash: readKeyHash(c), body })
  return sealAct(c, { periodId, actor: c.var.identity.actor.id, claim, plan })
}
