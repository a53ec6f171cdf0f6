import { canonicalize, type JsonValue } from '@tallystick/engine/base'
import { signFaults } from '@tallystick/engine/close'
import { type CompiledPolicy, compileRules } from '@tallystick/engine/rules'
import { faultCountMax } from '@tallystick/schema/fault-messages'
import { withPolicy } from '@tallystick/schema/policy'
import {
  policyVersionRequest,
  type ReconciliationChange,
  type ReconciliationRecord,
  type ReconciliationRequest,
  type ReconciliationSettings,
  reconciliationChange,
  reconciliationRequest,
} from '@tallystick/schema/reconciliation'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { eventOf } from '../http/audit-event.ts'
import { readJson } from '../http/body.ts'
import { readKeyHash } from '../http/idempotency/idempotency-key.ts'
import { requireMatch, stale } from '../http/if-match.ts'
import { ProblemError } from '../http/problem.ts'
import { createId } from '../platform/ids.ts'
import { policyBodyByteCountMax } from '../runs/run-request.ts'
import { storedPolicyOf, storePolicy } from '../runs/stored-policy.ts'
import { auditStore } from '../store/audit-store.ts'
import { isVersionConflict, type PolicyRow, reconciliationStore } from '../store/reconciliation-store.ts'
import { canonicalAmounts } from './canonical-amounts.ts'
import { madeOnce } from './made-once.ts'
import { dbOf, knownReconciliation } from './read-reconciliations.ts'
import { reconciliationRecordOf, settingsOf } from './reconciliation-record.ts'

const limit = { bytesMax: policyBodyByteCountMax }
const definition = withPolicy(reconciliationRequest, compileRules)
const policyVersion = withPolicy(policyVersionRequest, compileRules)

/** Defines a reconciliation with the first version of its settings and policy. */
export async function defineReconciliation(c: Context<AppEnv>): Promise<ReconciliationRecord> {
  const keyHash = readKeyHash(c)
  const { policy, ...request } = await readJson(c, definition, limit)
  const { tenantId, actor } = c.var.identity
  const now = c.var.isolate.now()
  const id = createId('rcn', now)
  const made = { tenantId, createdAt: now, createdBy: actor.id }
  const settings = settingsIn(request)
  const db = dbOf(c)
  const store = reconciliationStore(db)
  const body = { ...request, policy: hashOf(policy) }
  const defined = await madeOnce(c, { keyHash, body, id }, async (claiming) => {
    refuseSigns(policy, request.isTurned)
    const policyRow = await storedPolicyRow(c, policy, { reconciliationId: id, version: 1 })
    await db.batch([
      store.insert({ ...made, id, settingsVersion: 1, policyVersion: 1 }),
      store.insertSettings({ ...made, reconciliationId: id, version: 1, settings: canonical(settings) }),
      store.insertPolicy(policyRow),
      auditStore(db).insert(eventOf(c, { action: 'reconciliation.defined', subject: id })),
      ...claiming,
    ])
  })
  return reconciliationRecordOf(await knownReconciliation(c, defined))
}

function settingsIn({ source, target, ...request }: Omit<ReconciliationRequest, 'policy'>): ReconciliationSettings {
  const { name, statement, isTurned, calendar, materiality, approvalAbove, dueDays = null, agedDays = null } = request
  const sides = { source: sideOf(source), target: sideOf(target) }
  const bounds = { materiality: canonicalAmounts(materiality), approvalAbove: canonicalAmounts(approvalAbove) }
  return { name, ...sides, statement, isTurned, calendar, ...bounds, dueDays, agedDays }
}

const sideOf = ({ adapter, mapping, currency }: ReconciliationRequest['source']) => ({
  adapter,
  mapping: mapping ?? null,
  currency: currency ?? null,
})

/** Changes settings for periods that begin from now on. Throws the problems of `If-Match`. */
export async function changeSettings(c: Context<AppEnv>, id: string): Promise<ReconciliationRecord> {
  const change = await readJson(c, reconciliationChange, limit)
  const found = await knownReconciliation(c, id)
  const { settingsVersion: version } = found
  requireMatch(c, version)
  const settings = changed(settingsOf(found.settings), change)
  const { tenantId, actor } = c.var.identity
  const db = dbOf(c)
  const store = reconciliationStore(db)
  const made = { tenantId, createdAt: c.var.isolate.now(), createdBy: actor.id }
  const details = { version: String(version + 1) }
  await orStale(
    db.batch([
      store.insertSettings({ ...made, reconciliationId: id, version: version + 1, settings: canonical(settings) }),
      store.raiseSettings(tenantId, id, version),
      auditStore(db).insert(eventOf(c, { action: 'reconciliation.changed', subject: id, details })),
    ]),
    version + 1,
  )
  return reconciliationRecordOf(await knownReconciliation(c, id))
}

const changed = (settings: ReconciliationSettings, change: ReconciliationChange): ReconciliationSettings => ({
  ...settings,
  name: change.name ?? settings.name,
  source: change.source ? sideOf(change.source) : settings.source,
  target: change.target ? sideOf(change.target) : settings.target,
  calendar: change.calendar ?? settings.calendar,
  materiality: canonicalAmounts(change.materiality ?? settings.materiality),
  approvalAbove: canonicalAmounts(change.approvalAbove ?? settings.approvalAbove),
  dueDays: change.dueDays === undefined ? settings.dueDays : change.dueDays,
  agedDays: change.agedDays === undefined ? settings.agedDays : change.agedDays,
})

/** Adds the next version of the policy, for editions of periods that begin from now on. */
export async function addPolicy(c: Context<AppEnv>, id: string): Promise<ReconciliationRecord> {
  const keyHash = readKeyHash(c)
  const { policy } = await readJson(c, policyVersion, limit)
  await madeOnce(c, { keyHash, body: { policy: hashOf(policy) }, id }, async (claiming) => {
    const found = await knownReconciliation(c, id)
    refuseSigns(policy, settingsOf(found.settings).isTurned)
    const version = found.policyVersion + 1
    const row = await storedPolicyRow(c, policy, { reconciliationId: id, version })
    const { tenantId } = c.var.identity
    const db = dbOf(c)
    const store = reconciliationStore(db)
    const details = { version: String(version), hash: row.policyHash }
    await orStale(
      db.batch([
        store.insertPolicy(row),
        store.raisePolicy(tenantId, id, version - 1),
        auditStore(db).insert(eventOf(c, { action: 'reconciliation.changed', subject: id, details })),
        ...claiming,
      ]),
      found.settingsVersion,
    )
  })
  return reconciliationRecordOf(await knownReconciliation(c, id))
}

const hashOf = (policy: CompiledPolicy): string => storedPolicyOf(policy).columns.policyHash

/** Stores the parts of the policy. They stay where the batch that needs them fails, until they are swept. */
async function storedPolicyRow(
  c: Context<AppEnv>,
  policy: CompiledPolicy,
  { reconciliationId, version }: Pick<PolicyRow, 'reconciliationId' | 'version'>,
): Promise<PolicyRow> {
  const { tenantId, actor } = c.var.identity
  const now = c.var.isolate.now()
  const stored = storedPolicyOf(policy)
  await storePolicy(dbOf(c), tenantId, { policy: stored, now })
  return { ...stored.columns, tenantId, reconciliationId, version, createdAt: now, createdBy: actor.id }
}

async function orStale(batch: Promise<unknown>, version: number): Promise<void> {
  await batch.catch((error) => {
    throw isVersionConflict(error) ? stale(version) : error
  })
}

function refuseSigns(policy: CompiledPolicy, isTurned: boolean): void {
  const errors = signFaults(policy, isTurned)
    .slice(0, faultCountMax)
    .map((fault) => ({ ...fault, code: 'sign_contradicts' }))
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors })
}

/** Drops members that are undefined, which JSON does not have. */
function canonical(settings: ReconciliationSettings): string {
  const value: JsonValue = JSON.parse(JSON.stringify(settings))
  return canonicalize(value)
}
