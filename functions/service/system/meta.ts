import { engineVersion } from '@tallystick/engine/base'
import {
  type ColumnNames,
  exportColumnsOf,
  formatNames,
  generalColumnNames,
  intakeLimits,
  recordByteCountMax,
} from '@tallystick/engine/intake'
import { referenceDataLimits, ruleByteCountMax, ruleCountMax } from '@tallystick/engine/rules'
import { adapterKinds } from '@tallystick/schema/adapter'
import { plans } from '@tallystick/schema/key'
import type { MetaRecord } from '@tallystick/schema/meta'
import { pageLimitMax } from '@tallystick/schema/page'
import { problems } from '@tallystick/schema/problem-table'
import { resultLimitMax } from '@tallystick/schema/result'
import { partByteCountMax, partByteCountMin, uploadByteCountMax } from '@tallystick/schema/upload'
import { decisionsByteCountMax } from '../close/make-decisions.ts'
import {
  datasetLimits,
  exportByteCountMax,
  heldFileByteCountMax,
  jsonByteCountMax,
  requestRecordCountMax,
} from '../datasets/dataset-limits.ts'
import type { Env } from '../env.ts'
import { bodyByteCountMax } from '../http/body.ts'
import { retentionSeconds } from '../http/idempotency/claim.ts'
import { urlByteCountMax } from '../http/middleware/request-limits.ts'
import { addressRequestsPerMinute, failedAttemptsPerMinute } from '../http/rate/address-limit.ts'
import { planLimits } from '../http/rate/plans.ts'
import { describePublicKeys } from '../keys/public-keys.ts'
import type { Isolate } from '../platform/isolate.ts'
import { inlineRecordCountMaxOf, periodRecordCountMaxOf, runRecordCountMaxOf } from '../platform/record-limit.ts'
import { policyBodyByteCountMax } from '../runs/run-request.ts'
import { openUploadCountMax } from '../uploads/upload-settings.ts'

export const apiVersion = '1.0.0'

/** The service's versions, adapters and limits. Each figure is imported from the code that enforces it. */
export async function describeService(isolate: Isolate, env: Env): Promise<MetaRecord> {
  return {
    service: 'tallystick',
    apiVersion,
    engineVersion,
    adapters: adapterKinds.map((kind) => ({
      kind,
      formats: [...formatNames],
      columns: namesByField(exportColumnsOf(kind)),
    })),
    columns: namesByField(generalColumnNames),
    limits: {
      bodyBytes: bodyByteCountMax,
      jsonDatasetBytes: jsonByteCountMax,
      exportDatasetBytes: exportByteCountMax,
      packedDatasetBytes: heldFileByteCountMax,
      uploadBytes: uploadByteCountMax,
      uploadPartBytesMin: partByteCountMin,
      uploadPartBytes: partByteCountMax,
      recordBytes: recordByteCountMax,
      recordMembers: intakeLimits.members,
      uploadRecords: requestRecordCountMax,
      datasetRecords: datasetLimits.recordCountMax,
      datasetBytes: datasetLimits.byteCountMax,
      exportColumns: intakeLimits.members,
      exportHeaderCharacters: intakeLimits.headerLength,
      nameCharacters: intakeLimits.nameLength,
      urlBytes: urlByteCountMax,
      pageItems: pageLimitMax,
      resultPageItems: resultLimitMax,
      runBodyBytes: policyBodyByteCountMax,
      runRules: ruleCountMax,
      runRuleBytes: ruleByteCountMax,
      runTables: referenceDataLimits.tables,
      runTableEntries: referenceDataLimits.tableEntries,
      runRates: referenceDataLimits.rates,
      runCalendars: referenceDataLimits.calendars,
      calendarHolidays: referenceDataLimits.holidays,
      runRecords: runRecordCountMaxOf(env),
      inlineRunRecords: Math.min(runRecordCountMaxOf(env), inlineRecordCountMaxOf(env, isolate)),
      inlineRunBytes: isolate.runLimits.inlineByteCountMax,
      periodRecords: periodRecordCountMaxOf(env, isolate),
      periodBytes: isolate.runLimits.periodByteCountMax,
      periodItems: isolate.runLimits.periodItemCountMax,
      periodEarlierRecords: isolate.runLimits.earlierRecordCountMax,
      decisionsBodyBytes: decisionsByteCountMax,
      unfinishedLargeRuns: isolate.runLimits.unfinishedCountMax,
      openUploads: openUploadCountMax,
    },
    rateLimits: {
      policies: [...policies],
      plans: plans.map((plan) => ({ plan, ...planLimits[plan] })),
      addressRequestsPerMinute,
      failedAuthenticationsPerMinute: failedAttemptsPerMinute,
    },
    idempotency: { retentionSeconds },
    publicKeys: await describePublicKeys(isolate, env),
    problems: Object.entries(problems).map(([code, { status, title }]) => ({ code, status, title })),
  }
}

const namesByField = (names: ColumnNames): Record<string, string[]> =>
  Object.fromEntries([...names].map(([field, list]) => [field, [...list]]))

const policies: MetaRecord['rateLimits']['policies'] = [
  {
    name: 'burst',
    windowSeconds: 60,
    partition: 'tenant and location',
    bound: 'exact in one isolate; at most 1.05 of the limit in one location',
  },
  {
    name: 'quota',
    windowSeconds: 3600,
    partition: 'tenant',
    bound: 'at most 1.06 of the limit over three locations',
  },
  { name: 'address', windowSeconds: 60, partition: 'address, IPv6 by /64', bound: 'exact in one isolate' },
  {
    name: 'authentication',
    windowSeconds: 60,
    partition: 'address; API keys, admin keys and text that is neither apart',
    bound: 'exact in one isolate',
  },
]
