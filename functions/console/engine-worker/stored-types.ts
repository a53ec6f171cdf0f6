import type { Failure } from '@tallystick/client'
import type { Amounts, PolicyFault, RunOverview } from './engine-types.ts'

/** Records of both sides that a page opens: some 300 bytes of memory each. */
export const storedRecordCountMax = 500_000

/** The key stays in the memory of the worker as long as the call. */
export interface StoredRunRequest {
  readonly id: string
  readonly baseUrl: string
  readonly apiKey: string
}

const storedCheckNames = ['source', 'target', 'policy', 'result'] as const

/** A hash that the run names against the one computed here. */
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
  /** The computed result is another, and is not shown as the run’s. */
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

/** A source record that is matched otherwise, with its partners before and after. */
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
  /** Byte for byte. */
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
