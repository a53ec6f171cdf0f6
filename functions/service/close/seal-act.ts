import { timestampOf } from '@tallystick/audit/base/timestamp'
import { ItemLimitError, type ItemName } from '@tallystick/engine/close'
import { appendPeriodEntry, type DecisionsFields, isOfPeriod, type SignoffFields } from '@tallystick/engine/log'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import type { Claim } from '../http/idempotency/claim.ts'
import { ProblemError } from '../http/problem.ts'
import { commitEntry } from '../log/commit-entry.ts'
import { rememberDivergence } from '../log/log-diverged.ts'
import { headStatements, openHead, type StoredHead } from '../log/log-head.ts'
import { logSignerOf, tenantHashOf } from '../log/log-signer.ts'
import { publishLog } from '../log/publish-log.ts'
import { signOnce } from '../log/sign-once.ts'
import { sha256 } from '../platform/hasher.ts'
import { createId } from '../platform/ids.ts'
import { pause } from '../platform/pause.ts'
import { serialize } from '../platform/serialize.ts'
import { type Executor, executorOf } from '../runs/executor.ts'
import { actStore, type SignoffRow, type StagedAct } from '../store/act-store.ts'
import { isSilent } from '../store/answer-in-time.ts'
import { type ClaimRow, idempotencyStore } from '../store/idempotency-store.ts'
import { isSealConflict } from '../store/log-store.ts'
import { UnavailableError } from '../store/storage-fault.ts'
import { answerOfClaim, firstAnswer } from './act-claim.ts'
import { endFailedAct } from './end-act.ts'
import { stageAct } from './stage-act.ts'
import { openPeriod, periodStatements, type StoredPeriod } from './stored-period.ts'

/** What a request does to a period by an entry of the tenant's log: decisions, or a step from open to closed and back. */
export interface ActRequest {
  readonly periodId: string
  /** The id of the member or API key. */
  readonly actor: string
  readonly claim: Claim | undefined
  /** Records of which the act says something: their lines are held for it. */
  readonly named?: readonly ItemName[]
  /** Called again whenever another entry came between. Throws the problems of the request. */
  readonly plan: (found: FoundPeriod) => Promise<PlannedAct>
}

export interface FoundPeriod {
  readonly period: StoredPeriod
  readonly signoffs: readonly SignoffRow[]
  readonly head: StoredHead
}

type Undated<Fields> = Fields extends unknown
  ? Omit<Fields, 'actor' | 'completedAt' | 'createdAt' | 'id' | 'period' | 'tenant'>
  : never

export interface PlannedAct {
  readonly fields: Undated<DecisionsFields | SignoffFields>
  readonly act: StagedAct
}

/**
 * Makes a change of a period an entry of the log. What it stands for is staged, then its entry is signed and stored in R2,
 * and one batch applies both. If the isolate dies in between, whoever appends next does it. No other decision or
 * state comes between `plan` and the entry, since the log has one next place. Four trips to D1, two of which read the period.
 */
export function sealAct(c: Context<AppEnv>, request: ActRequest): Promise<Response> {
  const executor = executorOf(c)
  const { tenantId } = c.var.identity
  const sealing = { ...request, tenantId, id: createId('act', executor.isolate.now()) }
  return serialize(executor.isolate, tenantId, () =>
    rememberDivergence(executor, tenantId, () => sealOrEnd(c, executor, sealing)),
  )
}

/** How often an act is tried again when other entries were appended. */
const triesMax = 20

interface Sealing extends ActRequest {
  readonly id: string
  readonly tenantId: string
}

async function sealOrEnd(c: Context<AppEnv>, executor: Executor, sealing: Sealing): Promise<Response> {
  const progress = { isStaged: false }
  try {
    return await tryUntilSealed(c, executor, { sealing, progress })
  } catch (error) {
    // Of a silent store nobody knows what it does later: then the act waits until nobody can be about to sign it.
    if (progress.isStaged && !isSilent(error)) await endFailedAct(executor, sealing).catch(() => undefined)
    throw error
  }
}

interface Trying {
  readonly sealing: Sealing
  /** Whether the act may be staged. */
  readonly progress: { isStaged: boolean }
}

async function tryUntilSealed(
  c: Context<AppEnv>,
  executor: Executor,
  { sealing, progress }: Trying,
): Promise<Response> {
  const { claim } = sealing
  let act: StagedAct | undefined
  for (let tries = 1; tries <= triesMax; tries += 1) {
    // What the try before has read is no longer needed.
    if (tries > 1) executor.memory?.release()
    let found: Found | undefined = await look(executor, sealing)
    const revision = act && revisionOf(found, sealing.id)
    if (act !== undefined && revision !== undefined) return firstAnswer(c, { act, revision, claim })
    const earlier = act === undefined ? await answerOfClaim(executor, sealing, found) : undefined
    if (earlier === 'freed') continue
    if (earlier !== undefined) return earlier
    const planned = await sealing.plan(found)
    const { head } = found
    // The entry does not need the period, which `trySeal` may have to read again.
    found = undefined
    progress.isStaged = true
    if (!(await stageAct(executor, sealing, { act: planned.act, isFirst: act === undefined }))) continue
    act = planned.act
    const made = await trySeal(executor, sealing, { fields: planned.fields, head })
    if (made !== undefined) return firstAnswer(c, { act, revision: made, claim })
    await pause(tries)
  }
  throw new ProblemError('temporarily_overloaded', { detail: 'Other entries were appended to the log all the time.' })
}

interface Found extends FoundPeriod {
  readonly claimed: ClaimRow | undefined
}

/** The trips of `openPeriod`. Throws `period_not_found`. */
async function look(executor: Executor, { tenantId, periodId, claim, named }: Sealing): Promise<Found> {
  const { db } = executor
  const keys = idempotencyStore(db)
  const [rows, decided, runs, signoffs, [row], newest, [claimed]] = await db.batch([
    ...periodStatements(db, tenantId, periodId),
    actStore(db).signoffs(tenantId, periodId),
    ...headStatements(executor, tenantId),
    claim === undefined ? keys.findNone(tenantId) : keys.find(tenantId, claim.keyHash),
  ])
  const period = await openPeriod(executor, [rows, decided, runs], { named }).catch(refuseTooManyItems)
  if (period === undefined) throw new ProblemError('period_not_found')
  return { period, signoffs, head: { row, newest }, claimed }
}

/** Only what a request names can be too much: the run of a period has no more items than it may hold. */
function refuseTooManyItems(error: unknown): never {
  if (!(error instanceof ItemLimitError)) throw error
  throw new ProblemError('run_too_large', {
    detail: `With the records that the decisions name, the period has more than ${error.itemCountMax} that are open, left out, netted, excluded, handed on or decided, too many for one request. Nothing was decided. Name fewer records that a rule has matched, or close the period by the command line, which has no such limit: npx tallystick close`,
  })
}

/** The revision that the act has made, if it is applied. */
const revisionOf = ({ period, signoffs }: Found, id: string): number | undefined =>
  (period.rows.find(({ batch }) => batch === id) ?? signoffs.find((row) => row.id === id))?.revision

interface Seal {
  readonly fields: PlannedAct['fields']
  readonly head: StoredHead
}

/** The revision that the act has made; undefined after another entry, or an unknown end: then `look` knows. */
async function trySeal(executor: Executor, sealing: Sealing, seal: Seal): Promise<number | undefined> {
  try {
    return await sealNext(executor, sealing, seal)
  } catch (error) {
    if (isSealConflict(error)) return undefined
    if (error instanceof UnavailableError) throw error
    // The batch may have been stored, and only its acknowledgement lost.
    executor.memory?.release()
    const revision = revisionOf(await look(executor, sealing), sealing.id)
    if (revision === undefined) throw error
    return revision
  }
}

async function sealNext(
  executor: Executor,
  { tenantId, id, periodId, actor }: Sealing,
  { fields, head: stored }: Seal,
): Promise<number | undefined> {
  const signer = await logSignerOf(executor, tenantId)
  const head = await openHead(executor, { tenantId, signer }, stored)
  const now = executor.isolate.now()
  const receipt = appendPeriodEntry(sha256, head.state, {
    ...fields,
    ...{ actor, id, period: periodId, tenant: tenantHashOf(tenantId), createdAt: timestampOf(now) },
    completedAt: timestampOf(Math.max(now, head.completedAt)),
  })
  const signed = await signOnce(executor, { tenantId, signer, head, receipt })
  const { lines, revision } = await commitEntry(executor, tenantId, { signer, from: head.state, signed })
  if (!isOfPeriod(signed.fields) || signed.fields.id !== id) return undefined
  await publishLog(executor, { tenantId, signer, lines }, signed)
  return revision
}
