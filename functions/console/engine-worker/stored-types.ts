import type { Failure } from '@tallystick/client'
import type { Amounts, PolicyFault, RunOverview } from './engine-types.ts'

/** The most records of both sides that a page opens: some 300 bytes of memory each. */
export const storedRecordCountMax = 500_000

/** The worker keeps the key in memory only as long as the call takes. */
export interface StoredRunRequest {
  readonly id: string
  readonly baseUrl: string
  readonly apiKey: string
}

const storedCheckNames = ['source', 'target', 'policy', 'result'] as const

/** Compares a hash that the run names with the one computed here. */
interface StoredCheck {
  readonly name: (typeof storedCheckNames)[number]
  readonly expected: string
  readonly found: string
}

export interface StoredProof {
  readonly checks: readonly StoredCheck[]
  readonly engine: string
  readonly engineHere: string
}

export type StoredOpening =
  | { readonly kind: 'open'; readonly run: RunOverview; readonly proof: StoredProof }
  /** The result computed here has another root, so it is not shown as the result of the run. */
  | { readonly kind: 'differs'; readonly proof: StoredProof }
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'too-large'; readonly recordCount: number }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'cancelled' }

export interface DifferenceRecord {
  readonly id: string
  readonly date: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly text: string
}

/** A source record whose match changed, with its partners before and after. */
export interface DifferenceRow {
  readonly source: DifferenceRecord
  readonly before: readonly DifferenceRecord[]
  readonly after: readonly DifferenceRecord[]
}

export const differenceKinds = ['gained', 'lost', 'rePaired'] as const

export interface DifferenceList {
  readonly count: number
  readonly amounts: Amounts
  readonly rows: readonly DifferenceRow[]
}

export interface RulesTrial {
  readonly resultRoot: string
  /** Whether both results are the same byte for byte. */
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
