import { timestampOf } from '@tallystick/audit/base/timestamp'
import {
  type ReconciliationRecord,
  type ReconciliationSettings,
  storedSettings,
} from '@tallystick/schema/reconciliation'
import { policyIdOf } from '../runs/stored-policy.ts'
import type { FoundReconciliation } from '../store/reconciliation-store.ts'

export const reconciliationRecordOf = (found: FoundReconciliation): ReconciliationRecord => ({
  ...settingsOf(found.settings),
  id: found.id,
  version: found.settingsVersion,
  policy: {
    version: found.policyVersion,
    id: policyIdOf(found.policyId),
    hash: found.policyHash,
    createdAt: timestampOf(found.policyCreatedAt),
    createdBy: found.policyCreatedBy,
  },
  openingRoot: found.openingRoot,
  createdAt: timestampOf(found.createdAt),
  createdBy: found.createdBy,
  links: { self: reconciliationPath(found.id), periods: `${reconciliationPath(found.id)}/periods` },
})

export const settingsOf = (text: string): ReconciliationSettings => {
  const stored: object = JSON.parse(text)
  // Settings of before there were such days do not have the members.
  return storedSettings.parse({ dueDays: null, agedDays: null, ...stored })
}

export const reconciliationPath = (id: string): string => `/api/v1/reconciliations/${id}`
