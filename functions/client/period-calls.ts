import type { BalancesRecord, NewBalances, ProofRecord } from '@tallystick/schema/balance'
import type { DecisionRecord, DecisionsRecord, ItemQuery, ItemRecord, NewDecisions } from '@tallystick/schema/decision'
import type { PeriodOfItem } from '@tallystick/schema/item-history'
import type {
  DuePeriod,
  ListedPeriod,
  ListedReconciliation,
  NewPeriod,
  NewPeriodDataset,
  PeriodRecord,
} from '@tallystick/schema/period'
import type { PeriodReport } from '@tallystick/schema/period-report'
import type {
  DefinedReconciliation,
  NewOpening,
  OpeningRecord,
  ReconciliationRecord,
  SettingsChange,
} from '@tallystick/schema/reconciliation'
import type { RunRecord } from '@tallystick/schema/run'
import type { NewSchedule, ScheduleRecord } from '@tallystick/schema/schedule'
import type { PeriodVerification } from '@tallystick/schema/signoff'
import type { TaskRecord } from '@tallystick/schema/task'
import type { Calls, MakeOptions } from './calls.ts'
import type { List } from './lists.ts'
import type { Policy } from './run-calls.ts'
import { type CallOptions, segment } from './transport.ts'

export type NewReconciliation = Omit<DefinedReconciliation, keyof Policy> & Policy

/** Calls on reconciliations, their policies, opening and periods. */
export const reconciliationCalls = (calls: Calls) => ({
  create: (reconciliation: NewReconciliation, options: MakeOptions = {}): Promise<ReconciliationRecord> =>
    calls.make({ path: '/reconciliations', json: reconciliation, ...options }),

  list: (query: Limit = {}, options: CallOptions = {}): List<ListedReconciliation> =>
    calls.list('/reconciliations', { query, ...options }),

  get: (id: string, options: CallOptions = {}): Promise<ReconciliationRecord> => calls.json(pathOf(id), options),

  /** Changes the settings that are of `version`. Rejects with `precondition_failed` where they have changed since. */
  update: (
    { id, version }: Pick<ReconciliationRecord, 'id' | 'version'>,
    change: SettingsChange,
    options: CallOptions = {},
  ): Promise<ReconciliationRecord> =>
    calls.change({
      method: 'PATCH',
      path: pathOf(id),
      json: change,
      headers: { 'If-Match': `"${version}"` },
      ...options,
    }),

  addPolicy: (id: string, policy: Policy, options: MakeOptions = {}): Promise<ReconciliationRecord> =>
    calls.make({ path: `${pathOf(id)}/policies`, json: policy, ...options }),

  giveOpening: (id: string, opening: NewOpening, options: CallOptions = {}): Promise<OpeningRecord> =>
    calls.change({ path: `${pathOf(id)}/opening`, json: opening, ...options }),

  schedule: (id: string, options: CallOptions = {}): Promise<ScheduleRecord> =>
    calls.json(`${pathOf(id)}/schedule`, options),

  setSchedule: (id: string, schedule: NewSchedule, options: CallOptions = {}): Promise<ScheduleRecord> =>
    calls.change({ method: 'PUT', path: `${pathOf(id)}/schedule`, json: schedule, ...options }),

  /** Without days the calendar of the reconciliation says which come next. */
  beginPeriod: (id: string, period: NewPeriod = {}, options: MakeOptions = {}): Promise<PeriodRecord> =>
    calls.make({ path: `${pathOf(id)}/periods`, json: period, ...options }),

  /** The last one first. */
  periods: (id: string, query: Limit = {}, options: CallOptions = {}): List<DuePeriod> =>
    calls.list(`${pathOf(id)}/periods`, { query, ...options }),
})

/** What waits for the caller. */
export const taskCalls = (calls: Calls) => ({
  list: (query: Limit = {}, options: CallOptions = {}): List<TaskRecord> => calls.list('/tasks', { query, ...options }),
})

/** Calls on a period. */
export const periodCalls = (calls: Calls) => ({
  ...contentCalls(calls),
  ...decisionCalls(calls),
  ...stateCalls(calls),
})

const stateCalls = (calls: Calls) => ({
  /** Submits the revision of the period that the caller has seen, for approval by somebody else. */
  submit: (period: SeenPeriod, options: MakeOptions = {}): Promise<ListedPeriod> =>
    calls.make(stepOf(period, 'submit', options)),

  /** Approves what was submitted under that root. Rejects with `own_approval` for whoever worked on the period. */
  approve: (period: SeenPeriod, root: string, options: MakeOptions = {}): Promise<ListedPeriod> =>
    calls.make({ ...stepOf(period, 'approve', options), json: { root } }),

  reject: (period: SeenPeriod, reason: string, options: MakeOptions = {}): Promise<ListedPeriod> =>
    calls.make({ ...stepOf(period, 'reject', options), json: { reason } }),

  /** Begins the next edition of a closed period. */
  reopen: (period: SeenPeriod, reason: string, options: MakeOptions = {}): Promise<ListedPeriod> =>
    calls.make({ ...stepOf(period, 'reopen', options), json: { reason } }),
})

const contentCalls = (calls: Calls) => ({
  get: (id: string, options: CallOptions = {}): Promise<PeriodRecord> => calls.json(periodPath(id), options),

  /** Adding a dataset again changes nothing. */
  addDataset: (id: string, dataset: NewPeriodDataset, options: CallOptions = {}): Promise<PeriodRecord> =>
    calls.change({ path: `${periodPath(id)}/datasets`, json: dataset, ...options }),

  /** Runs the period over all that it reads; its items are those of its newest run. */
  run: (id: string, options: MakeOptions = {}): Promise<RunRecord> =>
    calls.make({ path: `${periodPath(id)}/runs`, ...options }),

  items: (id: string, query: ItemQuery = {}, options: CallOptions = {}): List<ItemRecord> =>
    calls.list(`${periodPath(id)}/items`, { query: { ...query }, ...options }),

  /** The periods that an item of this one went through, the first one first. */
  history: (id: string, query: ItemRecord['name'] & Limit, options: CallOptions = {}): List<PeriodOfItem> =>
    calls.list(`${periodPath(id)}/history`, { query: { ...query }, ...options }),

  /** Types closing balances, of the revision of the period that the caller has seen; those left out stay. */
  setBalances: (
    { id, revision }: SeenPeriod,
    balances: NewBalances,
    options: CallOptions = {},
  ): Promise<BalancesRecord> =>
    calls.change({
      method: 'PUT',
      path: `${periodPath(id)}/balances`,
      json: balances,
      headers: { 'If-Match': `"${revision}"` },
      ...options,
    }),

  proof: (id: string, options: CallOptions = {}): Promise<ProofRecord> =>
    calls.json(`${periodPath(id)}/proof`, options),

  /** The adjustments to be booked, as CSV. */
  journal: (id: string, options: CallOptions = {}): Promise<string> =>
    calls.text(`${periodPath(id)}/journal`, { accept: 'text/csv', ...options }),

  report: (id: string, options: CallOptions = {}): Promise<PeriodReport> =>
    calls.json(`${periodPath(id)}/report`, options),

  /** What proves the period, as a zip archive. */
  evidencePack: (id: string, options: CallOptions = {}) =>
    calls.stream(`${periodPath(id)}/evidence`, { query: { format: 'zip' }, accept: 'application/zip', ...options }),

  /** The report as one HTML document for print. */
  reportPage: (id: string, options: CallOptions = {}): Promise<string> =>
    calls.text(`${periodPath(id)}/report`, { accept: 'text/html', ...options }),

  /** The report as an XLSX workbook. */
  reportWorkbook: (id: string, options: CallOptions = {}) =>
    calls.bytes(`${periodPath(id)}/report`, { accept: workbook, query: { format: 'xlsx' }, ...options }),
})

const decisionCalls = (calls: Calls) => ({
  /** Makes all decisions or none, of the revision of the period that the caller has seen. */
  decide: (
    { id, revision }: SeenPeriod,
    decisions: NewDecisions['decisions'],
    options: MakeOptions = {},
  ): Promise<DecisionsRecord> =>
    calls.make({
      path: `${periodPath(id)}/decisions`,
      json: { decisions },
      headers: { 'If-Match': `"${revision}"` },
      ...options,
    }),

  /** Gives effect to a proposed decision of somebody else. */
  approveDecision: (id: string, decision: string, options: MakeOptions = {}): Promise<DecisionsRecord> =>
    calls.make({ path: `${periodPath(id)}/decisions/${segment(decision)}/approve`, ...options }),

  /** The state of the period, computed anew. */
  verify: (id: string, options: CallOptions = {}): Promise<PeriodVerification> =>
    calls.json(`${periodPath(id)}/verify`, options),

  /** The last one first. */
  decisions: (id: string, query: Limit = {}, options: CallOptions = {}): List<DecisionRecord> =>
    calls.list(`${periodPath(id)}/decisions`, { query, ...options }),
})

type Limit = { readonly limit?: number }

type SeenPeriod = Pick<PeriodRecord, 'id' | 'revision'>

const stepOf = ({ id, revision }: SeenPeriod, verb: string, options: MakeOptions) => ({
  path: `${periodPath(id)}/${verb}`,
  headers: { 'If-Match': `"${revision}"` },
  ...options,
})

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const pathOf = (id: string): string => `/reconciliations/${segment(id)}`
const periodPath = (id: string): string => `/periods/${segment(id)}`
