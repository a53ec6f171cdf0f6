import { keyCalls, usageCalls } from './accounts.ts'
import { adminCalls } from './admin-calls.ts'
import { callsBy } from './calls.ts'
import { datasetCalls } from './dataset-calls.ts'
import { explanationCalls } from './explanations.ts'
import { indexCalls, logCalls } from './log-calls.ts'
import { policyCalls } from './policy-calls.ts'
import { playgroundCalls, systemCalls } from './public-calls.ts'
import { runCalls } from './run-calls.ts'
import { type ClientOptions, createSend } from './transport.ts'
import { uploadCalls } from './upload-calls.ts'

/**
 * The typed client of the Tallystick API. Its types are those of the schemas that validate requests and document
 * answers. It depends on nothing but `fetch`: it runs in Node, in Workers and in browsers.
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
    explain: explanationCalls(calls),
    keys: keyCalls(calls),
    usage: usageCalls(calls),
    log: logCalls(calls),
    index: indexCalls(calls),
    system: systemCalls(calls),
    playground: playgroundCalls(calls),
    admin: adminCalls(calls),
  }
}

export type Client = ReturnType<typeof createClient>

export type { CanonicalRecord, CriterionInput, JsonValue, RuleInput } from '@tallystick/engine'
export type { DatasetRecord } from '../../schema/dataset.ts'
export type { EvidenceManifest, EvidenceProof } from '../../schema/evidence.ts'
export type { ChainReport, ExecutionGraph, PolicyImpact } from '../../schema/explain.ts'
export type {
  KeyRecord,
  NewKeyRecord,
  NewTenantRecord,
  PricingPlan,
  RotatedKeyRecord,
  Scope,
} from '../../schema/key.ts'
export type { Lineage } from '../../schema/lineage.ts'
export type { LogAudit, LogConsistency } from '../../schema/log.ts'
export type { LogRecovery, LostRun } from '../../schema/lost-run.ts'
export type { Mapping } from '../../schema/mapping.ts'
export type { MetaRecord, Readiness } from '../../schema/meta.ts'
export type { PlaygroundResponse } from '../../schema/playground.ts'
export type { Fault } from '../../schema/problem.ts'
export type { ProposalRecord } from '../../schema/propose.ts'
export type { ReplayAnswer } from '../../schema/replay.ts'
export type { ResultResponse, View } from '../../schema/result.ts'
export type { ResultBreak, ResultExclusion, ResultMatch, ResultNetting } from '../../schema/result-item.ts'
export type { ListedRun, RunRecord, RunState } from '../../schema/run.ts'
export type { PublicKeyList } from '../../schema/signing-key.ts'
export type { TenantChange, TenantRecord, UsageRecord } from '../../schema/tenant.ts'
export type { DatasetInAnyState, PartRecord, UploadRecord } from '../../schema/upload.ts'
export type { ProblemCode } from '../../schema/problem-table.ts'
export type { NewKey } from './accounts.ts'
export type { NewTenant } from './admin-calls.ts'
export type { ByteStream, MakeOptions } from './calls.ts'
export type { ExportUpload, RecordsUpload } from './dataset-calls.ts'
export type { Drawing } from './explanations.ts'
export { type Failure, type Problem, TallystickError } from './failure.ts'
export type { List, ListPage } from './lists.ts'
export type { ProposedSides } from './policy-calls.ts'
export type { PlaygroundOptions, PlaygroundRun, ProblemDescription } from './public-calls.ts'
export type { ItemOfView, LineName, NewRun, Policy, ViewFile, ViewQuery } from './run-calls.ts'
export type { CallOptions, ClientOptions } from './transport.ts'
export type { NewPart, NewUpload } from './upload-calls.ts'
