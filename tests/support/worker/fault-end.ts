import type { Isolate } from '../../../functions/service/platform/isolate.ts'
import { runScheduled } from '../../../functions/service/system/scheduled.ts'
import type { StoreFault } from './faulty-stores.ts'
import type { Scene } from './scenes/scene.ts'
import { countedOf, summedOf } from './stored-bytes.ts'
import { type RowCounts, rowCountsOf, rowsBeyond } from './tenant-rows.ts'
import { askedWith, type Outcome } from './with-faults.ts'

/** Their answer has a secret that is stored nowhere, so a client whose answer is lost makes another one. */
const shownOnce = [
  'createKey',
  'rotateKey',
  'createTenantKey',
  'inviteAdministrator',
  'createInvitation',
  'createWebhook',
  'createInboxLink',
]

/** What says that the first request was done, to a client that repeats it. */
const saysDone: Readonly<Record<string, string>> = {
  abortUpload: 'dataset_not_found',
  removeMember: 'member_not_found',
  withdrawInvitation: 'invitation_not_found',
  removeWebhook: 'webhook_not_found',
  revokeInboxLink: 'inbox_link_not_found',
  updateReconciliation: 'precondition_failed',
}

/** A try uses up what it is about, and whoever asked begins anew. */
const begunAnew: Readonly<Record<string, string>> = { completeSignIn: 'sign_in_failed' }

/** Rows of which each try may leave one: what was done is noted, and an opening is replaced by the same one. */
const ofEachTry = ['audit_events', 'openings']

export interface End {
  readonly status: number
  readonly effect: RowCounts
  readonly misfit: boolean
  /** Whether there was such a call: how many there are may differ by one. */
  readonly wasMet?: boolean
}

/** How a request ends that a client repeats until it is told the end. */
export const expectedEnd = ({ status, effect }: Outcome): End => ({
  status,
  effect: withoutTries(effect),
  misfit: false,
})

/** How the case ended, in the words of the clean pass where it ended as well as that. */
export async function endOf(
  operationId: string,
  scene: Scene,
  { fault, clean, own }: { readonly fault: StoreFault; readonly clean: Outcome; readonly own?: Partial<Isolate> },
): Promise<End> {
  const outcome = await askedWith(scene, fault, own)
  const { tenant, code } = outcome
  if (code !== undefined && code === begunAnew[operationId]) return { ...expectedEnd(clean), wasMet: true }
  const status = code !== undefined && code === saysDone[operationId] ? clean.status : outcome.status
  const effect = await sweptEffect(outcome, clean)
  const isTwice = shownOnce.includes(operationId) && outcome.retryCount > 0
  return {
    status,
    effect: withoutTries(isTwice ? halved(effect, clean.effect) : effect),
    wasMet: outcome.wasMet,
    misfit: JSON.stringify(await countedOf(tenant.tenantId)) !== JSON.stringify(await summedOf(tenant.tenantId)),
  }
}

/** The effect; where it is not that of the clean pass, after the sweep of two hours later. */
async function sweptEffect({ effect, later, tenant, before }: Outcome, clean: Outcome): Promise<RowCounts> {
  if (JSON.stringify(withoutTries(effect)) === JSON.stringify(withoutTries(clean.effect))) return effect
  const { env, isolate } = later(2 * 3_600_000)
  await runScheduled(env, isolate)
  return rowsBeyond(before, await rowCountsOf(tenant.tenantId))
}

const withoutTries = (effect: RowCounts): RowCounts =>
  Object.fromEntries(Object.entries(effect).filter(([name]) => !ofEachTry.some((table) => name.startsWith(table))))

/** The effect of one of two requests, where it is that of two. */
const halved = (effect: RowCounts, once: RowCounts): RowCounts =>
  Object.fromEntries(
    Object.entries(effect).map(([table, count]) => [table, count === 2 * (once[table] ?? 0) ? count / 2 : count]),
  )
