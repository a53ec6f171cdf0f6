import type {
  Client,
  DecisionRecord,
  ItemRecord,
  List,
  ListedPeriod,
  NewDecision,
  PeriodOfItem,
  PeriodRecord,
  ProofRecord,
  ReconciliationRecord,
  Scope,
} from '@tallystick/client'

/** What the places of a close show, and what they ask of whoever has the periods: a service, or this browser. */

type Signoff = Pick<PeriodRecord['signoffs'][number], 'act' | 'edition' | 'time' | 'name' | 'reason'> & {
  readonly root: string | null
}

type Dataset = Pick<PeriodRecord['datasets'][number], 'datasetId' | 'side' | 'recordCount'> &
  Partial<Pick<PeriodRecord['datasets'][number], 'isHandedOn' | 'addedAt'>>

export type ListedMonth = Pick<ListedPeriod, 'id' | 'name' | 'first' | 'last' | 'state' | 'edition'>

export interface ShownPeriod extends ListedMonth, Pick<PeriodRecord, 'reconciliationId' | 'revision' | 'runId'> {
  /** Why it has to be begun again; left out where that is told at the submission alone. */
  readonly stale?: string | undefined
  readonly signoffs: readonly Signoff[]
  readonly datasets: readonly Dataset[]
}

export type Reconciliation = Pick<
  ReconciliationRecord,
  | 'id'
  | 'version'
  | 'name'
  | 'source'
  | 'target'
  | 'statement'
  | 'isTurned'
  | 'calendar'
  | 'materiality'
  | 'approvalAbove'
  | 'dueDays'
  | 'agedDays'
  | 'openingRoot'
>

export type SettingsChange = Pick<Reconciliation, 'materiality' | 'approvalAbove' | 'dueDays' | 'agedDays'>

export type ItemFilter = Omit<NonNullable<Parameters<Client['periods']['items']>[1]>, 'limit'>

/** A list that is read page by page. */
export type Paged<Item> = Pick<List<Item>, 'pages'>

/** A period of the revision that was seen. */
type Seen = Pick<ShownPeriod, 'id' | 'revision'>

type Amounts = { readonly [currency: string]: string }

export interface TypedBalances {
  readonly closing: { readonly source: Amounts; readonly target: Amounts }
  readonly reasons?: Amounts
}

export interface CloseCalls {
  readonly period: (
    id: string,
    signal: AbortSignal,
  ) => Promise<{ readonly period: ShownPeriod; readonly reconciliation: Reconciliation }>
  readonly reconciliation: (id: string, signal: AbortSignal) => Promise<Reconciliation>
  /** Undefined where the first period settles them for all. */
  readonly changeSettings: ((seen: Reconciliation, change: SettingsChange) => Promise<unknown>) | undefined
  /** The last one first. */
  readonly periods: (reconciliationId: string, signal: AbortSignal) => Paged<ListedMonth>
  readonly beginPeriod: (
    reconciliationId: string,
    days: { readonly first?: string; readonly last?: string; readonly name?: string },
  ) => Promise<{ readonly id: string }>
  readonly items: (id: string, filter: ItemFilter, signal: AbortSignal) => Paged<ItemRecord>
  readonly history: (id: string, name: ItemRecord['name'], signal: AbortSignal) => Paged<PeriodOfItem>
  /** The last one first. */
  readonly decisions: (id: string, signal?: AbortSignal) => Paged<DecisionRecord>
  readonly decide: (
    seen: Seen,
    decisions: NewDecision[],
  ) => Promise<{ readonly decisions: readonly Pick<DecisionRecord, 'state'>[] }>
  readonly approveDecision: (seen: Seen, decision: string) => Promise<unknown>
  /** Null before the first run. */
  readonly proof: (
    id: string,
    signal: AbortSignal,
  ) => Promise<Pick<ProofRecord, 'proofs' | 'rollForward' | 'faults'> | null>
  readonly setBalances: (seen: Seen, balances: TypedBalances) => Promise<unknown>
  /** Runs the period again instead, where its run is not over all that was added and decided since. */
  readonly submit: (seen: Seen & Pick<ShownPeriod, 'runId'>) => Promise<'submitted' | 'run again'>
  readonly approve: (seen: Seen, root: string) => Promise<unknown>
  readonly reject: (seen: Seen, reason: string) => Promise<unknown>
  /** Undefined where somebody else rejects a submission. */
  readonly takeBack: ((seen: Seen) => Promise<unknown>) | undefined
  readonly reopen: (seen: Seen, reason: string) => Promise<unknown>
  readonly journal: (id: string) => Promise<Blob>
  readonly reportPage: (id: string) => Promise<Blob>
  readonly reportWorkbook: (id: string) => Promise<Blob>
  /** What proves the period, and what the next one begins with. */
  readonly pack: (id: string) => Promise<Blob>
  /** The pack that was approved as an earlier edition. Undefined where no such packs are kept. */
  readonly packOfEdition: ((id: string, edition: number) => Promise<Blob>) | undefined
  /** The currency with which forms begin; empty where nothing names one. */
  readonly currencyOf: (reconciliation: Reconciliation, signal: AbortSignal) => Promise<string>
  /** Whether whoever looks may do what needs the scope. */
  readonly mayDo: (scope: Scope) => boolean
  /** The id by which decisions name whoever looks. */
  readonly actor: () => string | undefined
  /** Whether items have owners. */
  readonly hasOwners: boolean
  /** The list of reconciliations, and its title. */
  readonly list: { readonly path: string; readonly title: string }
  readonly reconciliationPath: (id: string) => string
  readonly periodPath: (id: string) => string
}
