import type { Failure } from '@tallystick/client'
import type { Amounts, PolicyFault, RunOverview } from './engine-types.ts'

/** What the page and its Web Worker tell each other about runs of a service. */

/** Records of both sides together that a page opens, at most: some 300 bytes of memory each. */
export const storedRecordCountMax = 500_000

/** The run of a service. The key stays in the memory of the worker as long as the call. */
export interface StoredRunRequest {
  readonly id: string
  readonly baseUrl: string
  readonly apiKey: string
}

export const storedCheckNames = ['source', 'target', 'policy', 'result'] as const

/** Whether what was computed here is what the run names. */
export interface StoredCheck {
  readonly name: (typeof storedCheckNames)[number]
  /** As the run’s receipt has it. */
  readonly expected: string
  /** As it was computed here. */
  readonly found: string
}

/** How a run was opened. */
export interface StoredProof {
  readonly checks: readonly StoredCheck[]
  readonly engine: string
  readonly engineHere: string
}

export type StoredOpening =
  | { readonly kind: 'open'; readonly run: RunOverview; readonly proof: StoredProof }
  /** What was computed here is another result, which is not shown as if it were the run’s. */
  | { readonly kind: 'differs'; readonly proof: StoredProof }
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'too-large'; readonly recordCount: number }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'cancelled' }

/** A record in a list of differences. */
export interface DifferenceRecord {
  readonly id: string
  readonly date: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly text: string
}

/** A source record that is matched otherwise than before, with its partners then and now. */
export interface DifferenceRow {
  readonly source: DifferenceRecord
  readonly before: readonly DifferenceRecord[]
  readonly after: readonly DifferenceRecord[]
}

export const differenceKinds = ['gained', 'lost', 'rePaired'] as const

/** The rows of one kind; `amounts` are those of the source records. */
export interface DifferenceList {
  readonly count: number
  readonly amounts: Amounts
  readonly rows: readonly DifferenceRow[]
}

/** What a run would come to under other rules. */
export interface RulesTrial {
  readonly resultRoot: string
  /** Whether the result is the same, byte for byte. */
  readonly isSame: boolean
  readonly matchRate: { readonly before: string; readonly after: string }
  readonly breakCount: { readonly before: number; readonly after: number }
  readonly lists: { readonly [kind in (typeof differenceKinds)[number]]: DifferenceList }
  /** Whether the lists and their amounts were cut after 1,000 records. */
  readonly isCut: boolean
}

export type TrialEnd =
  | { readonly kind: 'done'; readonly trial: RulesTrial }
  | { readonly kind: 'refused'; readonly faults: readonly PolicyFault[] }
  | { readonly kind: 'cancelled' }
