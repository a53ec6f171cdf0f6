import { keyCalls, usageCalls } from './accounts.ts'
import { adminCalls } from './admin-calls.ts'
import { callsBy } from './calls.ts'
import { datasetCalls } from './dataset-calls.ts'
import { explanationCalls } from './explanations.ts'
import { inboxCalls } from './inbox-calls.ts'
import { indexCalls, logCalls } from './log-calls.ts'
import { peopleCalls, sessionCalls } from './people-calls.ts'
import { periodCalls, reconciliationCalls, taskCalls } from './period-calls.ts'
import { policyCalls } from './policy-calls.ts'
import { playgroundCalls, systemCalls } from './public-calls.ts'
import { runCalls } from './run-calls.ts'
import { type ClientOptions, createSend } from './transport.ts'
import { uploadCalls } from './upload-calls.ts'
import { webhookCalls } from './webhook-calls.ts'

/**
 * The typed client of the Tallystick API, with the types of the service's schemas. It needs only `fetch`, and runs in
 * Node, in Workers and in browsers.
 *
 *     const tallystick = createClient({ baseUrl: 'http://localhost:8787', apiKey })
 *     const run = await tallystick.runs.create({ name: 'March', sourceAdapter: 'bank', targetAdapter: 'ledger', rules: [] })
 *     for await (const item of tallystick.runs.results(run.id, { view: 'breaks' })) console.log(item.reason)
 */
export function createClient(options: ClientOptions) {
  const calls = callsBy(createSend(options))
  return {
    datasets: datasetCalls(calls),
    uploads: uploadCalls(calls),
    policies: policyCalls(calls),
    runs: runCalls(calls),
    reconciliations: reconciliationCalls(calls),
    periods: periodCalls(calls),
    tasks: taskCalls(calls),
    explain: explanationCalls(calls),
    keys: keyCalls(calls),
    people: peopleCalls(calls),
    session: sessionCalls(calls),
    webhooks: webhookCalls(calls),
    inbox: inboxCalls(calls),
    usage: usageCalls(calls),
    log: logCalls(calls),
    index: indexCalls(calls),
    system: systemCalls(calls),
    playground: playgroundCalls(calls),
    admin: adminCalls(calls),
  }
}

export type Client = ReturnType<typeof createClient>

export type { JsonValue } from '@tallystick/engine/base'
export type { CanonicalRecord } from '@tallystick/engine/record'
export type { CriterionInput, RuleInput } from '@tallystick/engine/rules'
export type { ProofRecord } from '@tallystick/schema/balance'
export type { DatasetRecord } from '@tallystick/schema/dataset'
export type { DecisionRecord, DecisionsRecord, ItemRecord, NewDecision } from '@tallystick/schema/decision'
export type { EvidenceManifest, EvidenceProof } from '@tallystick/schema/evidence'
export type { ChainReport, ExecutionGraph, PolicyImpact } from '@tallystick/schema/explain'
export type { InboxFileRecord, InboxLinkRecord, NewInboxLinkRecord } from '@tallystick/schema/inbox'
export type { PeriodOfItem } from '@tallystick/schema/item-history'
export type {
  KeyRecord,
  NewKeyRecord,
  NewTenantRecord,
  PricingPlan,
  RotatedKeyRecord,
  Scope,
} from '@tallystick/schema/key'
export type { Lineage } from '@tallystick/schema/lineage'
export type { LogAudit, LogConsistency } from '@tallystick/schema/log'
export type { LogRecovery, LostRun } from '@tallystick/schema/lost-run'
export type { Mapping } from '@tallystick/schema/mapping'
export type { AuditEventRecord, InvitationRecord, MemberRecord, SessionRecord } from '@tallystick/schema/member'
export type { MetaRecord, Readiness } from '@tallystick/schema/meta'
export type {
  DuePeriod,
  ListedPeriod,
  ListedReconciliation,
  NewestPeriod,
  NewPeriod,
  PeriodRecord,
} from '@tallystick/schema/period'
export type { PlaygroundResponse } from '@tallystick/schema/playground'
export type { Fault } from '@tallystick/schema/problem'
export type { ProblemCode } from '@tallystick/schema/problem-table'
export type { ProposalRecord } from '@tallystick/schema/propose'
export type { NewOpening, OpeningRecord, ReconciliationRecord } from '@tallystick/schema/reconciliation'
export type { ReplayAnswer } from '@tallystick/schema/replay'
export type { ResultResponse, View } from '@tallystick/schema/result'
export type { ResultBreak, ResultExclusion, ResultMatch, ResultNetting } from '@tallystick/schema/result-item'
export type { Role } from '@tallystick/schema/role'
export type { ListedRun, RunRecord, RunState } from '@tallystick/schema/run'
export type { PublicKeyList } from '@tallystick/schema/signing-key'
export type { TaskRecord } from '@tallystick/schema/task'
export type { TenantChange, TenantRecord, UsageRecord } from '@tallystick/schema/tenant'
export type { DatasetInAnyState, PartRecord, UploadRecord } from '@tallystick/schema/upload'
export type { DeliveryRecord, NewWebhookRecord, WebhookRecord, WebhookTest } from '@tallystick/schema/webhook'
export type { NewKey } from './accounts.ts'
export type { NewTenant } from './admin-calls.ts'
export type { ByteStream, MakeOptions } from './calls.ts'
export type { ExportUpload, RecordsUpload } from './dataset-calls.ts'
export type { Drawing } from './explanations.ts'
export { type Failure, type Problem, TallystickError } from './failure.ts'
export type { List, ListPage } from './lists.ts'
export type { NewReconciliation } from './period-calls.ts'
export type { ProposedSides } from './policy-calls.ts'
export type { PlaygroundOptions, PlaygroundRun, ProblemDescription } from './public-calls.ts'
export type { ItemOfView, LineName, NewRun, Policy, ViewFile, ViewQuery } from './run-calls.ts'
export type { CallOptions, ClientOptions } from './transport.ts'
export type { NewPart, NewUpload } from './upload-calls.ts'
