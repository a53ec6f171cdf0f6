import { timestampOf } from '@tallystick/audit/base/timestamp'
import { formatDate, parseDate } from '@tallystick/engine/base'
import { jsonIn } from '@tallystick/schema/json-columns'
import {
  type DuePeriod,
  type ListedPeriod,
  type NewestPeriod,
  type PeriodRecord,
  type PeriodState,
  storedPeriodState,
} from '@tallystick/schema/period'
import { dueDays } from '@tallystick/schema/reconciliation'
import { runSummary } from '@tallystick/schema/run'
import type { SignoffRecord } from '@tallystick/schema/signoff'
import { side } from '@tallystick/schema/values'
import { dayIn } from '../platform/daily-time.ts'
import type { DuePeriodRow } from '../store/due-periods.ts'
import type { NewestPeriodRow } from '../store/newest-periods.ts'
import type { PeriodDatasetRow } from '../store/period-datasets.ts'
import type { PeriodRow } from '../store/period-store.ts'
import { reconciliationPath } from './reconciliation-record.ts'

export const periodPath = (id: string): string => `/api/v1/periods/${id}`

const waitsForByState = { open: 'preparer', submitted: 'approver', closed: null } as const

export const listedPeriodOf = (row: PeriodRow): ListedPeriod => listedIn(row, storedPeriodState.parse(row.state))

const listedIn = (row: PeriodRow, state: PeriodState): ListedPeriod => ({
  id: row.id,
  reconciliationId: row.reconciliationId,
  name: row.name,
  first: row.first,
  last: row.last,
  state,
  waitsFor: waitsForByState[state],
  revision: row.revision,
  edition: row.edition,
  runId: row.runId,
  settingsVersion: row.settingsVersion,
  policyVersion: row.policyVersion,
  createdAt: timestampOf(row.createdAt),
  createdBy: row.createdBy,
  links: { self: periodPath(row.id), reconciliation: reconciliationPath(row.reconciliationId) },
})

/** `now` is in milliseconds since the epoch. */
export const duePeriodOf = (due: DuePeriodRow, now: number): DuePeriod => ({
  ...listedPeriodOf(due.period),
  ...dueOf(due, now),
})

const storedDueDays = dueDays.nullable().catch(null)

function dueOf({ period: { last, state }, dueDays: stored, zone }: DuePeriodRow, now: number) {
  const days = storedDueDays.parse(stored)
  const end = parseDate(last)
  if (days === null || end === undefined) return { dueOn: null, isLate: false }
  const dueOn = formatDate(end + days)
  return { dueOn, isLate: state !== 'closed' && dayIn(zone ?? 'UTC', now) > dueOn }
}

/** Without figures where the summary of its run was changed and cannot be read: the other reconciliations are listed. */
export const newestPeriodOf = ({ summary, creator, ...due }: NewestPeriodRow, now: number): NewestPeriod => ({
  ...duePeriodOf(due, now),
  begunBy: { id: due.period.createdBy, name: creator ?? due.period.createdBy },
  figures: summary === null ? null : figuresOf(summary),
})

const storedFigures = runSummary.pick({ matchRate: true, amounts: true, source: true, target: true })

function figuresOf(summary: string): NewestPeriod['figures'] {
  const read = storedFigures.safeParse(jsonIn(summary))
  if (!read.success) return null
  const { matchRate, amounts, source, target } = read.data
  const openOf = (member: 'sourceOpen' | 'targetOpen') =>
    Object.fromEntries(Object.entries(amounts).map(([currency, sums]) => [currency, sums[member]]))
  return {
    matchRate,
    open: { source: openOf('sourceOpen'), target: openOf('targetOpen') },
    openCount: { source: source.open, target: target.open },
  }
}

interface ReadDataset {
  readonly id: string
  readonly root: string
  readonly recordCount: number
}

interface PeriodParts {
  readonly now: number
  readonly read: readonly PeriodDatasetRow[]
  readonly datasets: readonly ReadDataset[]
  readonly signoffs: readonly SignoffRecord[]
}

/** `datasets` has the row of each dataset that the period reads: none is deleted while a period reads it. */
export function periodRecordOf(due: DuePeriodRow, { now, read, datasets, signoffs }: PeriodParts): PeriodRecord {
  const datasetsById = new Map(datasets.map((dataset) => [dataset.id, dataset]))
  return {
    ...duePeriodOf(due, now),
    signoffs: [...signoffs],
    datasets: read.flatMap(({ datasetId, isHandedOn, addedAt, addedBy, ...each }) => {
      const dataset = datasetsById.get(datasetId)
      if (dataset === undefined) return []
      const { root, recordCount } = dataset
      const added = { isHandedOn: isHandedOn === 1, addedAt: timestampOf(addedAt), addedBy }
      return [{ datasetId, side: side.parse(each.side), root, recordCount, ...added }]
    }),
  }
}
