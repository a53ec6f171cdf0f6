import { verifySignature } from '@tallystick/audit/base/verify-signature'
import type { PackFile } from '@tallystick/audit/verify/pack-file'
import type { PackRun } from '@tallystick/audit/verify/pack-run'
import type { PastedTrust } from '@tallystick/audit/verify/pasted-trust'
import type { Verification } from '@tallystick/audit/verify/verification'
import type { VerifyPlatform } from '@tallystick/audit/verify/verify-platform'
import type { Sha256 } from '@tallystick/engine/base'
import type { PeriodReport } from '@tallystick/schema/period-report'
import type { OnProgress } from './engine-types.ts'
import type { OnLine } from './evidence-types.ts'
import type { Turn } from './turns.ts'

/** What a page asks and learns of evidence that is open, of whichever kind it is. */

export interface PageVerification {
  readonly sha256: Sha256
  /** Without keys, the keys in the evidence are used. */
  readonly trust: PastedTrust
  readonly turn: Turn
  readonly onLine: OnLine
  readonly onProgress: OnProgress
}

/** Verifies evidence that is already open, also again when other keys are trusted. */
export type OpenEvidence = (request: PageVerification) => Promise<OpenVerification>

export interface OpenVerification {
  readonly verification: Verification
  readonly runId: string
  /** The replay of a pack; undefined unless the pack holds and the replay gave the same result. */
  readonly replayed: { readonly pack: PackFile; readonly ran: PackRun } | undefined
  /** Of a period whose checks hold and that was run again: all that is to be said of it. */
  readonly report?: PeriodReport
}

export const platformOf = (sha256: Sha256): VerifyPlatform => ({ sha256, verifySignature, now: Date.now })

/** The part of the progress that reading the pack takes; the replay takes the remainder. */
export const readingRatio = 0.5
