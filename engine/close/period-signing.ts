import type { PeriodToCheck } from './period-faults.ts'
import type { PeriodFiles } from './period-files.ts'

/** Who signed a period: own keys in `signoffs.ndjson`, or the log of a service in entries about the period. */
export interface PeriodSigning {
  /** Why the signatures do not hold, or why what they sign is no order of steps. */
  readonly fault: string | undefined
  readonly isSubmitted: boolean
  /** Undefined where the period was not approved, or a signature does not hold. */
  readonly approved: ApprovedPeriod | undefined
  /** What is said of checks that hold. */
  readonly details: { readonly [name in 'signatures' | 'decisions' | 'approval']: string }
}

/** An approved period: what was signed of its outcome, and what is wrong with its files by what was signed. */
export interface ApprovedPeriod {
  /** Root of the next opening. */
  readonly items: string
  readonly proof: string
  /** That of the approval. */
  readonly leafHash: string
  readonly filesFault: (files: PeriodFiles) => string | undefined
  /** Undefined for own keys: their periods have no receipt. */
  readonly receiptFault?: FaultOf
  readonly decisionsFault: FaultOf
  /** A step that does not follow the one before. */
  readonly chainFault: FaultOf
  readonly approvalFault: FaultOf
}

type FaultOf = (period: PeriodToCheck) => string | undefined
